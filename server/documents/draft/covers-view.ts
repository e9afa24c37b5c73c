import type { FieldCoverView } from '#contract/documents/documents.ts';
import { shorten, type Cover } from '#core/field/cover/covered.ts';
import type { Field } from '#core/field/field.ts';

/** Returns the sender's view of a field that covers other content. */
export function coverView({ field, over, text, blocks, free }: Cover & { field: Field }): FieldCoverView {
  return { fieldId: field.id, page: field.page, over, text: shorten(text), blocks, free: free ?? null };
}
