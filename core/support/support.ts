/** Topics of a support message. The URL parameter of /support?topic=sales selects one. */
export const supportTopics = ['question', 'problem', 'account', 'sales', 'privacy', 'security'] as const;

/** Maximum length of a message in characters. */
export const MAX_SUPPORT_MESSAGE = 5000;
export const MAX_SUPPORT_NAME = 200;

/** Components of an installation on the status page. The installation is healthy if all of them are. */
export const componentNames = ['database', 'files', 'mail', 'jobs', 'converter', 'seals'] as const;
export type ComponentName = (typeof componentNames)[number];
