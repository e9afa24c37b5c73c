import type { TrackedChangeChoice } from '#core/document/tracked-changes.ts';
import type { Anchor } from '#core/template/follow-anchors.ts';
import type { Placeholder } from '#core/template/placeholders.ts';

/** How the Word file of a template is filled in for each document. */
export type TemplateMerge = {
  placeholders: Placeholder[];
  /** The anchors on the pages of the template, with its placeholders as they are. */
  anchors: Anchor[];
  /** The choice made when the file was uploaded. */
  trackedChanges?: TrackedChangeChoice;
};

/** Null for a file without placeholders, whose documents share its pages. */
export function mergeOf(
  { placeholders, anchors }: Pick<TemplateMerge, 'placeholders' | 'anchors'>,
  trackedChanges: TrackedChangeChoice | undefined,
): TemplateMerge | null {
  if (placeholders.length === 0) return null;
  return { placeholders, anchors, ...(trackedChanges && { trackedChanges }) };
}
