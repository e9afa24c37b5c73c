/** The style of the cards on this page */
export const card = 'flex min-w-0 flex-col rounded-lg border border-line bg-surface p-4 shadow-card sm:p-6';
