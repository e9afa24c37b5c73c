import type { TrackedChangeChoice } from '#core/document/tracked-changes.ts';
import type { Anchor } from '#core/template/follow-anchors.ts';
import type { Placeholder } from '#core/template/placeholders.ts';

/** How the Word file of a template is filled in for each document. */
export type TemplateMerge = {
  placeholders: Placeholder[];
  /** The anchors on the template's pages, whose placeholders are not filled in. */
  anchors: Anchor[];
  /** The choice about tracked changes made at upload. */
  trackedChanges?: TrackedChangeChoice;
};

/** Returns null for a file without placeholders, whose documents share its pages. */
export function mergeOf(
  { placeholders, anchors }: Pick<TemplateMerge, 'placeholders' | 'anchors'>,
  trackedChanges: TrackedChangeChoice | undefined,
): TemplateMerge | null {
  if (placeholders.length === 0) return null;
  return { placeholders, anchors, ...(trackedChanges && { trackedChanges }) };
}
