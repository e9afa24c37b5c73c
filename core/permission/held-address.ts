/**
 * Days for which a confirmed address counts as the person's own where documents of other accounts are shown. Mailboxes
 * change hands, and their next owner must not find them open to the previous one.
 */
export const CONFIRMATION_DAYS = 90;
