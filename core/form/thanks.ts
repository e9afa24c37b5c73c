/** Shown to a visitor after signing: the sender's words, and where to continue. Either may be empty. */
export type Thanks = { text: string; link: string };

export const thanksBounds = { text: 1000, link: 2000 } as const;
