/** Maximum of the unread count: above 99 the bell shows '99+'. */
export const unreadMost = 100;
