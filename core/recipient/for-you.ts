/**
 * The lists of a signed-in person's parts in documents of all accounts. `waiting`: for their signature or approval.
 * `done`: what they decided. `received`: to read, and copies.
 */
export const forYouLists = ['waiting', 'done', 'received'] as const;
export type ForYouList = (typeof forYouLists)[number];
