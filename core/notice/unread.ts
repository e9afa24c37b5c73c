/** More unread news is not counted: above 99 the bell says '99+', and nobody reads the difference. */
export const unreadMost = 100;
