import type { DocumentSummary } from '#contract/documents/documents.ts';

/** An external ID and metadata while they are edited. */
export type TypedReference = { externalId: string; pairs: { key: string; value: string }[] };

type Reference = Pick<DocumentSummary, 'externalId' | 'metadata'>;

export function typedReference({ externalId, metadata }: Reference): TypedReference {
  const pairs = Object.entries(metadata).map(([key, value]) => ({ key, value }));
  return { externalId: externalId ?? '', pairs };
}

/** Returns the properties for the request. Pairs without a key are omitted only if they have no value. */
export function referenceOf({ externalId, pairs }: TypedReference): Reference | 'key-missing' | 'key-twice' {
  const filled = pairs
    .map(({ key, value }) => ({ key: key.trim(), value: value.trim() }))
    .filter(({ key, value }) => key !== '' || value !== '');
  if (filled.some(({ key }) => key === '')) return 'key-missing';
  const metadata = Object.fromEntries(filled.map(({ key, value }) => [key, value]));
  if (Object.keys(metadata).length < filled.length) return 'key-twice';
  return { externalId: externalId.trim() || null, metadata };
}
