import { isFieldName, unknownName } from '#core/field/fill-by-name.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import { followAnchors } from '#core/template/follow-anchors.ts';
import {
  mergeData,
  placeholderNames,
  splitValues,
  type MergeData,
  type MergeValues,
  type Placeholder,
} from '#core/template/placeholders.ts';
import type { TemplateRole } from '#core/template/roles.ts';
import type { DraftFile } from '../../records/draft-file.ts';
import type { Owner } from '../../records/owner.ts';
import { anchorsBefore, followFile } from '../draft/follow-file.ts';
import { severalFiles } from '../files/join-draft-file.ts';
import { keepPageEdits } from '../files/keep-page-edits.ts';
import { markAsTest } from '../files/mark-as-test.ts';
import { ingestFile, type IngestedFile, type SentFile } from '../files/ingest-file.ts';
import { fieldsOfParties } from './create-template.ts';
import type { IngestDeps } from '../files/deps.ts';
import type { Template, TemplateField } from './template.ts';
import type { TemplateMerge } from './template-merge.ts';

/**
 * `of` returns the draft's file for the template's file, and `fields` the template's fields at their places
 * in it. `stored` is a file made for this use: marked as a test, filled in, or a replacement.
 */
export type FileForUse = {
  of(file: DraftFile): DraftFile | Refusal;
  fields?(fields: readonly TemplateField[], roles: readonly TemplateRole[]): TemplateField[] | Refusal;
  stored?: DraftFile;
  /** Placeholders in the replacement file that the template does not have. */
  placeholders?: Placeholder[];
};

type OfTemplate = { fields: readonly TemplateField[] } & { file: NonNullable<Template['file']> };

/**
 * Fills in the Word file of a template and converts it like an upload. Its fields follow their anchors to the
 * pages of the new file. Missing or wrong values are refused before any expensive work.
 */
export async function fillTemplate(
  services: IngestDeps,
  owner: Pick<Owner, 'accountId' | 'test'>,
  { file, fields, merge }: OfTemplate & { merge: TemplateMerge },
  values: MergeValues,
): Promise<FileForUse | Refusal> {
  const data = dataFor(merge, fields, values);
  if (isRefusal(data)) return data;
  const { fileName, originalSha256, pageEdits: edits } = file;
  // The test mark is added after the page edits, which are matched on pages without it.
  const { accountId } = owner;
  const filled = await ingest(services, edits ? { accountId } : owner, {
    fileName,
    bytes: await services.files.read(originalSha256),
    trackedChanges: merge.trackedChanges,
    merge: { data },
  });
  const stored =
    !edits || isRefusal(filled) ? filled : await edit(services, owner, { file, edits, values }, filled);
  if (isRefusal(stored)) return stored;
  const made = stored.file;
  return {
    of: (now) => (now.baseSha256 === file.baseSha256 ? made : changed),
    fields: (now) => {
      const placed = followAnchors(now, merge.anchors, stored.anchors, 'leave-out');
      return offPages(placed, made) ?? placed;
    },
    stored: made,
  };
}

async function edit(
  services: IngestDeps,
  { accountId, test = false }: Pick<Owner, 'accountId' | 'test'>,
  edited: Parameters<typeof keepPageEdits>[2],
  filled: IngestedFile,
): Promise<IngestedFile | Refusal> {
  const kept = await keepPageEdits(services, accountId, edited, filled);
  if (isRefusal(kept) || !test) return kept;
  const file = await markAsTest(services, accountId, kept.file);
  return isRefusal(file) ? file : { ...kept, file };
}

/**
 * Uses a different file instead of the template's file, and fills in its placeholders if values are given.
 */
export async function replaceForUse(
  services: IngestDeps,
  owner: Owner,
  { file, merge }: Pick<OfTemplate, 'file'> & Pick<Template, 'merge'>,
  { file: sent, values }: { file: SentFile; values?: MergeValues | undefined },
): Promise<FileForUse | Refusal> {
  if (file.files) return severalFiles;
  const stored = await ingest(services, owner, { ...sent, values });
  if (isRefusal(stored)) return stored;
  const made = stored.file;
  const before = merge?.anchors ?? (await anchorsBefore(services, owner.accountId, file, stored));
  return {
    of: (now) => (now.baseSha256 === file.baseSha256 ? made : changed),
    fields: (now, roles) => {
      const followed = followFile(now, before, stored, true);
      if (isRefusal(followed)) return followed;
      const lost = offPages(followed.lost, made);
      if (lost) return lost;
      const added = fieldsOfParties({ file: made, roles }, followed.added, services.clock());
      return isRefusal(added) ? added : [...followed.kept, ...added];
    },
    stored: made,
    placeholders: stored.placeholders,
  };
}

function ingest(
  services: IngestDeps,
  { accountId, test = false }: Pick<Owner, 'accountId' | 'test'>,
  file: Parameters<typeof ingestFile>[2],
): Promise<IngestedFile | Refusal> {
  return ingestFile(services, accountId, { ...file, test }, async () => undefined);
}

function dataFor(
  { placeholders }: TemplateMerge,
  fields: readonly TemplateField[],
  values: MergeValues,
): MergeData | Refusal {
  const split = splitValues(placeholders, values, (name) => isFieldName(fields, name));
  if (isRefusal(split)) return split;
  const wrong = unknownName(fields, Object.keys(split.forFields), placeholderNames(placeholders));
  return wrong ?? mergeData(placeholders, split.forFile);
}

export const changed = refuse('revision-outdated', 'This template was just changed. Try again.');

function offPages(fields: readonly TemplateField[], { pages }: DraftFile): Refusal | undefined {
  const lost = fields.find(({ page }) => page > pages.length);
  if (!lost) return undefined;
  return refuse(
    'field-off-page',
    `The document has ${pages.length} pages, but a field is on page ${lost.page}. In the file, mark its place with an anchor such as {{signature:1}}.`,
  );
}
