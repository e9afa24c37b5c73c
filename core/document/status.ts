/** The name of a document's status outside of the product: 'sealing' is shown as sent, with its progress beside it. */
export const documentStatuses = ['draft', 'sent', 'completed', 'declined', 'voided', 'expired'] as const;
export type DocumentStatus = (typeof documentStatuses)[number];

/** By which a list of documents can be ordered; with a minus in front the other way round. */
const documentSortKeys = ['created', 'title', 'status', 'size'] as const;
export type DocumentSortKey = (typeof documentSortKeys)[number];
export type DocumentSort = DocumentSortKey | `-${DocumentSortKey}`;
export const documentSorts = documentSortKeys.flatMap((key): DocumentSort[] => [key, `-${key}`]);
