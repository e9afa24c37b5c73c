import type { FieldInput } from '#contract/documents/field.ts';
import { fileNotes } from '#core/document/file-note.ts';
import type { TrackedChangeChoice } from '#core/document/tracked-changes.ts';
import { MAX_UPLOAD_BYTES } from '#core/plan/plans.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import type { Anchor } from '#core/template/follow-anchors.ts';
import { mergeData, type MergeValues, type Placeholder } from '#core/template/placeholders.ts';
import { refuseUpload } from '#core/upload-refusal.ts';
import { pictureRefusals } from '#pdf/pictures/picture-refusals.ts';
import type { PictureKind } from '#pdf/pictures/picture-to-pdf.ts';
import { refuseStorage } from '../../accounts/profile/storage-store.ts';
import { newId } from '../../foundation/db/new-id.ts';
import type { FilePlaces, MarkupUpload, PreparedFile, WordUpload } from '../../ports/pdf-engine.ts';
import { mediaTypes, type DraftFile } from '../../records/draft-file.ts';
import type { IngestDeps } from './deps.ts';
import { fileKind, type FileKind } from './file-kind.ts';
import { markAsTest } from './mark-as-test.ts';
import { refusalOfFile } from './refusal-of-file.ts';
import { refuseHarmful } from './refuse-harmful.ts';
import { anchorBoxes, fieldsForAnchors, fieldsForForm } from './offer-fields.ts';
import { replacedFonts } from './replaced-fonts.ts';
import { fieldsForBlanks, type Offer } from './suggested-fields.ts';
import { withTextInBraces } from './text-in-braces.ts';

/** `trackedChanges` is the sender's decision for a Word file with tracked changes. */
export type SentFile = {
  fileName: string;
  bytes: Uint8Array;
  trackedChanges?: TrackedChangeChoice | undefined;
};
/**
 * `test` marks the pages as a test. `merge` is true for a template with placeholders, or a file filled in
 * from one. `values` are for the placeholders in a Word file.
 */
type Taking = SentFile & {
  test?: boolean;
  merge?: WordUpload['merge'];
  values?: MergeValues | undefined;
  /** True if the file becomes one of several. Existing signatures in it are then refused (decision 0049). */
  isPart?: boolean;
};

/**
 * `form` contains the form fields of the file. `formFields` are the suggested fields: those of the form, and
 * those for blanks. `anchored` are the fields placed by anchors in the text.
 */
export type IngestedFile = {
  file: DraftFile;
  changes: string[];
  form: FilePlaces;
  formFields: Offer[];
  anchored: FieldInput[];
  anchors: Anchor[];
  placeholders: Placeholder[];
};

/**
 * Checks and prepares a file, and stores the original and the base file. `allowed` and the account's storage
 * are checked before the expensive work. `changes` lists what normalizing changed.
 */
export async function ingestFile(
  services: IngestDeps,
  accountId: string,
  { fileName, bytes, trackedChanges, test = false, merge, values, isPart = false }: Taking,
  allowed: () => Promise<Refusal | undefined>,
): Promise<IngestedFile | Refusal> {
  const kind = checkFile({ fileName, bytes });
  if (isRefusal(kind)) return kind;
  const early = (await allowed()) ?? (await refuseStorage(services.db, accountId, bytes.length, services));
  if (early) return early;
  const harmful = await refuseHarmful(services.scanner, bytes);
  if (harmful) return harmful;
  const converted = await convertTo(services, accountId, { kind, bytes, trackedChanges, merge, values });
  if (isRefusal(converted)) return converted;
  const { original, pdf, texts, found, wordPages, placeholders } = converted;
  const keeps = services.signedUploads === 'append' && !test;
  const keepsSignatures = keeps && isPart ? 'alone' : keeps;
  const prepared = await prepare(services, accountId, pdf, keepsSignatures);
  if (isRefusal(prepared)) return isPicture(kind) ? refusalOfPicture(prepared) : prepared;
  const nextId = () => newId(Date.now());
  const anchored = fieldsForAnchors(prepared.anchors, prepared.pages, nextId);
  if (isRefusal(anchored)) return anchored;
  const lost = texts.length > 0 ? await findLost(services, accountId, { texts, prepared }) : [];
  const form = await services.pdf.findPlaces(pdf, accountId);
  // The pages of a template still show its placeholders.
  const isTemplate = placeholders.length > 0 && original === bytes;
  const findings = isTemplate ? prepared.findings : withTextInBraces(prepared);
  const counted = comparePageCounts(wordPages, prepared.pages.length);
  const clean = {
    fileName,
    mediaType: mediaTypes[kind],
    originalSha256: await services.files.put(original),
    originalSize: original.length,
    baseSha256: await services.files.put(prepared.bytes),
    baseSize: prepared.bytes.length,
    pages: prepared.pages,
    notes: fileNotes(prepared.changes, [...findings, ...found, ...counted, ...lost]),
  };
  const file = test ? await markAsTest(services, accountId, clean) : clean;
  if (isRefusal(file)) return file;
  return {
    file,
    changes: prepared.changes,
    form,
    formFields: [
      ...fieldsForForm(form, prepared.pages, nextId),
      ...fieldsForBlanks(prepared.suggestions, { form, anchored, pages: prepared.pages }, nextId),
    ],
    anchored,
    anchors: anchorBoxes(prepared),
    placeholders,
  };
}

function checkFile({ bytes, fileName }: SentFile): FileKind | Refusal {
  if (bytes.length > MAX_UPLOAD_BYTES) return fileTooLarge();
  if (bytes.length === 0) return refuseUpload('file-empty', 'The file is empty. Choose the file again.');
  return fileKind(fileName, bytes);
}

export function fileTooLarge(): Refusal {
  return refuse('upload-too-large', `File is larger than ${MAX_UPLOAD_BYTES} bytes`);
}

async function prepare(
  services: Pick<IngestDeps, 'pdf'>,
  accountId: string,
  pdf: Uint8Array,
  keepsSignatures: boolean | 'alone',
): Promise<PreparedFile | Refusal> {
  const first = await services.pdf.normalise(pdf, accountId);
  const isSigned = 'refused' in first && first.refused === 'pdf-signed';
  if (isSigned && keepsSignatures === 'alone') return signedAmongFiles(first.words ?? '?');
  const prepared = isSigned && keepsSignatures ? await services.pdf.prepareSigned(pdf, accountId) : first;
  return 'refused' in prepared ? refusalOfFile(prepared) : prepared;
}

/** Joining creates a new file, and a signature is valid only for the original one. */
const signedAmongFiles = (words: string): Refusal =>
  refuseUpload(
    'pdf-signed-among-files',
    `This PDF was digitally signed by “${words}”, and that signature would be lost among several files. Send it as a separate document.`,
    { words },
  );

/** Maximum number of font names in a message. */
const maxNames = 5;

/** `original` is the upload, or the Word file with its placeholders filled in. */
type Converted = {
  original: Uint8Array;
  pdf: Uint8Array;
  texts: string[];
  found: PreparedFile['findings'];
  wordPages?: number | undefined;
  placeholders: Placeholder[];
};

type Source = Pick<Taking, 'bytes' | 'trackedChanges' | 'merge' | 'values'> & { kind: FileKind };

async function convertTo(
  services: Pick<IngestDeps, 'docx' | 'pdf'>,
  accountId: string,
  { kind, bytes, trackedChanges, merge, values }: Source,
): Promise<Converted | Refusal> {
  const asIs = { original: bytes, pdf: bytes, texts: [], found: [], placeholders: [] };
  if (kind === 'docx') return convert(services, accountId, { docx: bytes, trackedChanges, merge }, values);
  if (kind === 'html' || kind === 'markdown')
    return convertMarkup(services, accountId, { source: bytes, kind });
  if (!isPicture(kind)) return asIs;
  const pdf = await services.pdf.pictureToPdf({ picture: bytes, kind }, accountId);
  return 'refused' in pdf ? refusalOfFile(pdf) : { ...asIs, pdf };
}

const isPicture = (kind: FileKind): kind is PictureKind =>
  kind === 'png' || kind === 'jpeg' || kind === 'tiff';

/** Refusals for a PDF mention the PDF, which the sender of a picture does not have. */
function refusalOfPicture(refusal: Refusal): Refusal {
  if (refusal.parameters?.['reason'] === 'pdf-too-complex') return refusalOfFile(pictureRefusals.tooLarge);
  if (refusal.parameters?.['reason'] === 'pdf-too-many-pages') return refusal;
  return refusal.refused === 'upload-refused' ? refusalOfFile(pictureRefusals.damaged) : refusal;
}

async function convert(
  services: Pick<IngestDeps, 'docx' | 'pdf'>,
  accountId: string,
  given: WordUpload,
  values: MergeValues | undefined,
): Promise<Converted | Refusal> {
  const upload = values ? await withValues(services, accountId, given, values) : given;
  if (isRefusal(upload)) return upload;
  const checked = await services.pdf.checkDocx(upload, accountId);
  if (isRefusal(checked)) return checked;
  const { fonts, hasFormulas } = checked;
  const pdf = await services.docx.convert(checked.docx, { account: accountId, fonts, hasFormulas });
  if (isRefusal(pdf)) return pdf;
  const words = replacedFonts(checked.fonts, pdf).slice(0, maxNames);
  const found: PreparedFile['findings'] = [];
  if (checked.showsChanges) found.push({ code: 'tracked-changes-shown', pages: [], words: [] });
  if (words.length > 0) found.push({ code: 'fonts-replaced', pages: [], words });
  const { docx, texts, wordPages, placeholders } = checked;
  return { original: upload.merge?.data ? docx : upload.docx, pdf, texts, found, wordPages, placeholders };
}

/**
 * Returns a finding if the number of pages differs from Word's, because words are then on other pages than
 * their author saw.
 */
function comparePageCounts(inWord: number | undefined, here: number): PreparedFile['findings'] {
  if (inWord === undefined || inWord === here) return [];
  return [{ code: 'page-count-differs', pages: [], words: [String(inWord), String(here)] }];
}

/** Returns the upload with the data for its placeholders, or the first problem with the values. */
async function withValues(
  { pdf }: Pick<IngestDeps, 'pdf'>,
  accountId: string,
  upload: WordUpload,
  values: MergeValues,
): Promise<WordUpload | Refusal> {
  const checked = await pdf.checkDocx({ ...upload, merge: {} }, accountId);
  if (isRefusal(checked)) return checked;
  if (checked.placeholders.length === 0) return upload;
  const data = mergeData(checked.placeholders, values);
  return isRefusal(data) ? data : { ...upload, merge: { data } };
}

async function convertMarkup(
  services: Pick<IngestDeps, 'docx' | 'pdf'>,
  accountId: string,
  upload: MarkupUpload,
): Promise<Converted | Refusal> {
  const checked = await services.pdf.checkMarkup(upload, accountId);
  if (isRefusal(checked)) return checked;
  const pdf = await services.docx.convert(checked.html, { account: accountId, format: 'html' });
  if (isRefusal(pdf)) return pdf;
  return { original: upload.source, pdf, texts: checked.texts, found: [], placeholders: [] };
}

async function findLost(
  services: Pick<IngestDeps, 'pdf'>,
  accountId: string,
  { texts, prepared: { bytes, pages } }: { texts: string[]; prepared: PreparedFile },
): Promise<PreparedFile['findings']> {
  const words = await services.pdf.findLostWords({ pdf: bytes, pages, texts }, accountId);
  return words.length > 0 ? [{ code: 'words-lost', pages: [], words }] : [];
}
