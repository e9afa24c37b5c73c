import { unknownName } from '#core/field/fill-by-name.ts';
import type { TrackedChangeChoice } from '#core/document/tracked-changes.ts';
import { isRefusal, type Refusal } from '#core/refusal.ts';
import { placeholderNames, type MergeValues, type Placeholder } from '#core/template/placeholders.ts';
import { fold } from '#core/language/fold.ts';
import type { WholeDocument } from '../../records/document.ts';
import { findDocument } from '../../records/document-store.ts';
import { mediaTypes, readDraftFile } from '../../records/draft-file.ts';
import type { Owner } from '../../records/owner.ts';
import type { SentFile } from '../files/ingest-file.ts';
import { severalFiles } from '../files/join-draft-file.ts';
import type { DraftDeps } from './deps.ts';
import { notFound } from './edit-draft.ts';
import { replaceFile, type Replacement } from './replace-file.ts';

/** A file with its placeholders. Only a Word file can have some. */
type Fillable = SentFile & { placeholders: Placeholder[] };

/** Returns the file of a draft as it was uploaded, with its placeholders. */
export async function readFillable(
  services: DraftDeps,
  { accountId }: Pick<Owner, 'accountId'>,
  id: string,
  trackedChanges?: TrackedChangeChoice,
): Promise<Fillable | Refusal> {
  const whole = await findDocument(services.db, accountId, id);
  if (!whole) return notFound;
  if (whole.document.files) return severalFiles;
  const { fileName, mediaType, originalSha256 } = await readDraftFile(services.db, { accountId, id });
  const bytes = await services.files.read(originalSha256);
  if (mediaType !== mediaTypes.docx) return { fileName, bytes, placeholders: [] };
  const checked = await services.pdf.checkDocx({ docx: bytes, trackedChanges, merge: {} }, accountId);
  if (isRefusal(checked)) return checked;
  const { placeholders } = checked;
  return { fileName, bytes, placeholders, ...(trackedChanges && { trackedChanges }) };
}

/** Fills in the placeholders in a draft's Word file. The filled-in file replaces the draft's file. */
export async function fillFile(
  services: DraftDeps,
  owner: Owner,
  id: string,
  {
    values,
    trackedChanges,
    ...sent
  }: Omit<Replacement, keyof SentFile | 'values'> & {
    values: MergeValues;
    trackedChanges?: TrackedChangeChoice | undefined;
  },
): Promise<WholeDocument | Refusal> {
  const file = await readFillable(services, owner, id, trackedChanges);
  if (isRefusal(file)) return file;
  const known = placeholderNames(file.placeholders);
  const folded = new Set(known.map(fold));
  const others = Object.keys(values).filter((name) => !folded.has(fold(name)));
  return unknownName([], others, known) ?? replaceFile(services, owner, id, { ...file, ...sent, values });
}
