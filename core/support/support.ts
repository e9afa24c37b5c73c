/** The topics of a message to support; the address /support?topic=sales chooses one. */
export const supportTopics = ['question', 'problem', 'account', 'sales', 'privacy', 'security'] as const;

/** Characters. */
export const longestSupportMessage = 5000;
export const longestSupportName = 200;

/** The parts of an installation whose state is told; all is well when each of them is. */
export const componentNames = ['database', 'files', 'mail', 'jobs', 'converter', 'seals'] as const;
export type ComponentName = (typeof componentNames)[number];
