/** More unread news is not counted: nobody reads the difference (decisions.md §1: '99+' above 99). */
export const unreadMost = 100;
