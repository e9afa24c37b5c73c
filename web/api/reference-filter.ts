/** Reads a filter: `key=value` for metadata, otherwise an external ID. */
export function readReferenceFilter(text: string): {
  externalId?: string;
  metadata?: Record<string, string>;
} {
  const [, key, value] = /^([^=]{1,40})=(?!=?$)(.+)$/.exec(text) ?? [];
  if (key === undefined || value === undefined) return text === '' ? {} : { externalId: text };
  return { metadata: { [key.trim()]: value.trim() } };
}
