/** Public names of the document statuses. 'sealing' is reported as 'sent', with a separate progress property. */
export const documentStatuses = ['draft', 'sent', 'completed', 'declined', 'voided', 'expired'] as const;

/** Sort keys of a document list. A leading minus reverses the order. */
const documentSortKeys = ['created', 'title', 'status', 'size'] as const;
export type DocumentSortKey = (typeof documentSortKeys)[number];
export type DocumentSort = DocumentSortKey | `-${DocumentSortKey}`;
export const documentSorts = documentSortKeys.flatMap((key): DocumentSort[] => [key, `-${key}`]);
