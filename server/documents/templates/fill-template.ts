import { isFieldName, unknownName } from '#core/field/fill-by-name.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import { followAnchors } from '#core/template/follow-anchors.ts';
import {
  mergeData,
  placeholderNames,
  splitValues,
  type MergeData,
  type MergeValues,
} from '#core/template/placeholders.ts';
import type { DraftFile } from '../../records/draft-file.ts';
import type { Owner } from '../../records/owner.ts';
import { ingestFile } from '../files/ingest-file.ts';
import type { TemplatesDeps } from './deps.ts';
import type { Template, TemplateField } from './template.ts';
import type { TemplateMerge } from './template-merge.ts';

/**
 * `of` returns the file of the draft for the file of the template, and `fields` those of the template at their
 * places in it. `stored` was made for this use: marked as a test, or filled in.
 */
export type FileForUse = {
  of(file: DraftFile): DraftFile | Refusal;
  fields?(fields: readonly TemplateField[]): TemplateField[] | Refusal;
  stored?: DraftFile;
};

/**
 * Fills in the Word file of a template and converts it like an upload. Its fields follow their anchors to the
 * pages of the new file. Refuses values that are missing or wrong before any expensive work.
 */
export async function fillTemplate(
  services: TemplatesDeps,
  owner: Owner,
  {
    file,
    fields,
    merge,
  }: Pick<Template, 'fields'> & { file: NonNullable<Template['file']>; merge: TemplateMerge },
  values: MergeValues,
): Promise<FileForUse | Refusal> {
  const data = dataFor(merge, fields, values);
  if (isRefusal(data)) return data;
  const stored = await services.uploads(owner.accountId, async () =>
    ingestFile(
      services,
      owner.accountId,
      {
        fileName: file.fileName,
        bytes: await services.files.read(file.originalSha256),
        trackedChanges: merge.trackedChanges,
        test: owner.test === true,
        merge: { data },
      },
      async () => undefined,
    ),
  );
  if (isRefusal(stored)) return stored;
  const made = stored.file;
  return {
    of: (now) => (now.baseSha256 === file.baseSha256 ? made : changed),
    fields: (now) => {
      const placed = followAnchors(now, merge.anchors, stored.anchors);
      const lost = placed.find(({ page }) => page > made.pages.length);
      return lost ? offPages(lost.page, made.pages.length) : placed;
    },
    stored: made,
  };
}

function dataFor(
  { placeholders }: TemplateMerge,
  fields: Template['fields'],
  values: MergeValues,
): MergeData | Refusal {
  const split = splitValues(placeholders, values, (name) => isFieldName(fields, name));
  if (isRefusal(split)) return split;
  const wrong = unknownName(fields, Object.keys(split.forFields), placeholderNames(placeholders));
  return wrong ?? mergeData(placeholders, split.forFile);
}

export const changed = refuse('revision-outdated', 'This template was just changed. Try again.');

function offPages(page: number, count: number): Refusal {
  return refuse(
    'field-off-page',
    `With these values the document has ${count} pages, but a field is on page ${page}. In the Word file, mark its place with an anchor such as {{signature:1}}.`,
  );
}
