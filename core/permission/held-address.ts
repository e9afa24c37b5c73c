/**
 * Number of days for which a confirmed address counts as the person's own when documents from other accounts are
 * shown. Mailboxes change owners, and the previous owner must not see documents for the next one.
 */
export const CONFIRMATION_DAYS = 90;
