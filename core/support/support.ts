/** Topics of a support message; the URL parameter /support?topic=sales selects one. */
export const supportTopics = ['question', 'problem', 'account', 'sales', 'privacy', 'security'] as const;

/** Maximum length in characters. */
export const longestSupportMessage = 5000;
export const longestSupportName = 200;

/** The components of an installation on the status page, which is healthy if all of them are. */
export const componentNames = ['database', 'files', 'mail', 'jobs', 'converter', 'seals'] as const;
export type ComponentName = (typeof componentNames)[number];
