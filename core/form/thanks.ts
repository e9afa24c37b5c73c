/** Shown to a visitor after signing: a text from the sender, and a link for continuing. Either may be empty. */
export type Thanks = { text: string; link: string };

export const thanksBounds = { text: 1000, link: 2000 } as const;
