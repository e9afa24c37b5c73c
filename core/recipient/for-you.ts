/**
 * Lists of documents from all accounts in which a signed-in person takes part. `waiting`: waiting for their
 * signature or approval. `done`: they have decided. `received`: documents to view, and copies.
 */
export const forYouLists = ['waiting', 'done', 'received'] as const;
export type ForYouList = (typeof forYouLists)[number];
