import type { SealLevel } from '#core/document/seal-level.ts';
import type { DocumentFile } from '#core/document/files.ts';
import { fileNotes } from '#core/document/file-note.ts';
import { CERTIFICATE, separateIds, type SealedFile } from '#core/document/sealed-files.ts';
import { cleanTitle, titleFrom } from '#core/document/title.ts';
import { nameProblem } from '#core/person/name.ts';
import { sha256 } from '../../foundation/crypto/sha256.ts';
import { mediaTypes, type DraftFile } from '../../records/draft-file.ts';
import { joinedFile } from '../../documents/files/join-draft-file.ts';
import { isRecorded } from '../../evidence/log/log-keys.ts';
import { trustedRoots } from '../../evidence/record/known-keys.ts';
import { sealOf } from './check-documents.ts';
import type { DocumentParts } from './document-parts.ts';
import { ImportRefused } from './import-refused.ts';
import type { Importing } from './importing.ts';
import { withTextInBraces } from '../../documents/files/text-in-braces.ts';
import type { Archive } from './read-archive.ts';
import { readRow } from './row-shapes.ts';

/** A file prepared for a draft or template, and the bytes to store. */
export type Prepared = { file: DraftFile; changes: readonly string[]; bytes: readonly Uint8Array[] };

/** How a document is imported. */
export type Fate =
  | {
      as: 'sealed';
      /** Time of the seal by the sealing installation's clock (ms UTC). */
      sealedAt: number;
      rootSha256: string;
      level: SealLevel;
      timestampedAt: number | null;
      /**
       * The document's separately sealed files. Null if one is missing or contradicts the others, so that
       * they must be sealed again.
       */
      sealedFiles: readonly SealedFile[] | null;
      /** Names of the people whose signatures the file contained before it was uploaded. */
      signedBefore: readonly string[];
    }
  | { as: 'sealed-elsewhere'; rootSha256: string; sealedAt: number }
  /**
   * `answered` lists the people who had responded according to the archive. Their responses are not imported.
   */
  | { as: 'draft'; prepared: Prepared; answered: readonly string[] }
  /** `why` contains the reason as sentences. `isGone` is true if the document was deleted at the source. */
  | { as: 'left-out'; why: string; isGone?: boolean };

/**
 * Decides how to import a document by what this installation can prove. If the seal is under a trusted root,
 * all sealed evidence is imported. If it is under another root, only the file is. Everything else is a claim
 * of the archive, so the document becomes a draft without any recipients' actions.
 */
export async function judgeDocument(
  importing: Importing,
  archive: Archive,
  parts: DocumentParts,
): Promise<Fate> {
  const row = readRow('documents', parts.document);
  if (typeof row.purged_at === 'string')
    return { as: 'left-out', why: 'It was permanently deleted.', isGone: true };
  const { sealed, behind } = sealOf(parts.document);
  if (sealed !== undefined) {
    const bytes = await Promise.all([sealed, ...(behind === undefined ? [] : [behind])].map(archive.file));
    const fate = await judgeSealed(importing, archive, parts, Buffer.concat(bytes));
    if (fate) return fate;
  }
  if (row.test) return { as: 'left-out', why: 'It is an unsealed test document.' };
  const prepared = await prepareFile(importing, archive, row);
  if (typeof prepared === 'string') return { as: 'left-out', why: `Its file is refused here. ${prepared}` };
  return { as: 'draft', prepared, answered: answeredIn(parts) };
}

const answers: readonly unknown[] = ['signed', 'approved', 'declined'];

function answeredIn({ recipients }: DocumentParts): string[] {
  return recipients
    .map((row) => readRow('recipients', row))
    .filter(({ status }) => answers.includes(status))
    .map(({ name, email }) => (name === '' || nameProblem(name) ? email : name))
    .slice(0, maxNamed);
}

/** Maximum number of names in a draft's note. */
const maxNamed = 20;

/** Returns undefined for an ending record under an unknown root, which proves nothing here. */
async function judgeSealed(
  importing: Importing,
  archive: Archive,
  { id, document }: DocumentParts,
  bytes: Uint8Array,
): Promise<Fate | undefined> {
  const own = importing.ownRoots ?? (importing.key ? trustedRoots(importing.key) : []);
  const { pdf, timestampRoots = [], now } = importing;
  const lists = [...(importing.lists ?? []), ...((await importing.key?.lists?.(now)) ?? [])];
  const trust = { roots: [...(importing.roots ?? []), ...own], timestampRoots, lists, now };
  const report = await pdf.judge({ pdf: bytes, ...trust });
  const root = report?.seal?.certificates.at(-1)?.sha256;
  const sealedAt = report?.seal?.at;
  if (!report?.seal || root === undefined || sealedAt === undefined)
    throw new ImportRefused(
      `The document ${id} cannot be imported, because its sealed file cannot be verified.`,
    );
  if (report.checks.some(({ findings }) => findings.some(({ code }) => code === 'seal-withdrawn')))
    throw new ImportRefused(
      `The document ${id} cannot be imported, because the certificate of its seal was revoked.`,
    );
  if (report.verdict === 'genuine') {
    const isOwn = own.some((der) => sha256(der) === root);
    const isLogged = isOwn
      ? await isRecorded(importing.db, report.story?.chainHead ?? '')
      : importing.logKeys === undefined ||
        (await pdf.judge({ pdf: bytes, ...trust, logKeys: importing.logKeys }))?.verdict === 'genuine';
    // A stolen key can make valid seals, but it cannot add events to the log.
    if (!isLogged)
      throw new ImportRefused(
        `The document ${id} cannot be imported: its seal is under a trusted root, but no trusted log contains it.`,
      );
    const times = report.seal.timestamps.filter(({ trusted }) => trusted).map(({ at }) => at);
    const timestampedAt = times.length > 0 ? Math.min(...times) : null;
    const { level } = report.seal;
    const signedBefore = (report.earlier ?? []).map(({ signer }) => signer || '?');
    const whole = { sha256: report.sealedSha256, chainHead: report.story?.chainHead };
    const sealedFiles = await judgeParts(importing, archive, {
      row: readRow('documents', document),
      trust,
      whole,
    });
    return { as: 'sealed', sealedAt, rootSha256: root, level, timestampedAt, sealedFiles, signedBefore };
  }
  if (report.verdict !== 'unknown-root') {
    const failed = report.checks.filter(({ name, result }) => result === 'fails' && name !== 'root');
    const names = failed.map(({ name }) => name).join(', ');
    throw new ImportRefused(
      `The document ${id} cannot be imported, because its sealed file contradicts itself (${names}).`,
    );
  }
  return typeof document['sealed_sha256'] === 'string'
    ? { as: 'sealed-elsewhere', rootSha256: root, sealedAt }
    : undefined;
}

type Judging = {
  row: ReturnType<typeof readRow<'documents'>>;
  trust: Omit<Parameters<Importing['pdf']['judge']>[0], 'pdf'>;
  whole: { sha256: string | undefined; chainHead: string | undefined };
};

/**
 * Returns the separately sealed files if each is genuine, belongs to this document, and has the same trail as
 * the whole file.
 */
async function judgeParts(
  { pdf }: Pick<Importing, 'pdf'>,
  archive: Archive,
  { row, trust, whole }: Judging,
): Promise<SealedFile[] | null> {
  const { sealed_files: sealed, files, separate_files: separateFiles } = row;
  const separated = {
    files,
    separateFiles,
    separateCertificate: row.separate_certificate,
    signedBefore: false,
  };
  const ids = separateIds(separated);
  if (!sealed || ids.length === 0 || ids.join() !== sealed.map(({ id }) => id).join()) return null;
  const kept: SealedFile[] = [];
  for (const { id, sha256: hash } of sealed) {
    if (!archive.names.has(`files/${hash}`)) return null;
    const report = await pdf.judge({ pdf: await archive.file(hash), ...trust });
    const { set, story } = report ?? {};
    const number = (files ?? []).findIndex((file) => file.id === id) + 1;
    const isOwn =
      id === CERTIFICATE
        ? story?.apart === 'certificate' && story.documentId === row.id
        : set?.documentId === row.id && set.number === number && set.wholeSha256 === whole.sha256;
    if (report?.verdict !== 'genuine' || !isOwn || story?.chainHead !== whole.chainHead) return null;
    kept.push({ id, sha256: hash, size: archive.sizeOf(hash) });
  }
  return kept;
}

export type NamedFile = {
  [column in 'file_name' | 'media_type' | 'original_sha256' | 'base_sha256']?: string | null;
};

/**
 * Prepares the file of a draft or template as if it were uploaded here, because the archive's base file is
 * only a claim. A PDF is prepared from the original upload, or from the base file if that differs, because
 * someone has edited the pages. Other files are prepared from their converted base file. The draft records
 * the prepared bytes as its upload. Returns the reason as a sentence if the file is rejected.
 */
export async function prepareFile(
  importing: Pick<Importing, 'pdf' | 'config'>,
  archive: Archive,
  row: NamedFile & { files?: readonly DocumentFile[] | null | undefined },
): Promise<Prepared | string> {
  return row.files
    ? prepareAll(importing, archive, { ...row, files: row.files })
    : prepareOne(importing, archive, row);
}

/** Prepares each of several files and joins them. */
async function prepareAll(
  importing: Pick<Importing, 'pdf' | 'config'>,
  archive: Archive,
  row: NamedFile & { files: readonly DocumentFile[] },
): Promise<Prepared | string> {
  const parts: { file: DocumentFile; prepared: Prepared }[] = [];
  for (const given of row.files) {
    const { fileName, mediaType, originalSha256, baseSha256 } = given;
    const named = { file_name: fileName, media_type: mediaType };
    const prepared = await prepareOne(
      importing,
      archive,
      {
        ...{ ...named, original_sha256: originalSha256, base_sha256: baseSha256 },
      },
      false,
    );
    if (typeof prepared === 'string') return prepared;
    const { pages, files: _none, ...file } = prepared.file;
    const { id, kind } = given;
    const title = cleanTitle(given.title) || titleFrom(file.fileName);
    parts.push({ file: { id, title, kind, ...file, pages: pages.length }, prepared });
  }
  const joined = await importing.pdf.join(
    parts.map(({ file: { title }, prepared }) => ({
      ...{ title, pdf: prepared.bytes.at(-1)!, pages: prepared.file.pages },
    })),
    archive.manifest.accountId,
  );
  if ('refused' in joined) return joined.detail;
  const list = {
    name: nameOfFile(row),
    files: parts.map(({ file }) => file),
    pages: parts.flatMap(({ prepared }) => prepared.file.pages),
  };
  return {
    file: joinedFile(list, { sha256: sha256(joined), bytes: joined }),
    changes: [...new Set(parts.flatMap(({ prepared }) => prepared.changes))],
    bytes: [...parts.flatMap(({ prepared }) => prepared.bytes), joined],
  };
}

async function prepareOne(
  { pdf, config }: Pick<Importing, 'pdf' | 'config'>,
  archive: Archive,
  row: NamedFile,
  isOnly = true,
): Promise<Prepared | string> {
  const isPdf = row.media_type === mediaTypes.pdf;
  const { accountId } = archive.manifest;
  const prepareFrom = async (hash: unknown) => {
    const bytes = await archive.file(String(hash));
    return { bytes, prepared: await pdf.normalise(bytes, accountId) };
  };
  const first = await prepareFrom(isPdf ? row.original_sha256 : row.base_sha256);
  // No one can have edited the pages of such a draft, and a copy without the signatures would be a different
  // document.
  const isSigned = 'refused' in first.prepared && first.prepared.refused === 'pdf-signed';
  const isKept = isSigned && isOnly && config.signedUploads === 'append';
  if (isKept) first.prepared = await pdf.prepareSigned(first.bytes, accountId);
  const isSame = 'bytes' in first.prepared && sha256(first.prepared.bytes) === row.base_sha256;
  const isEdited = isPdf && !isSame && !isSigned;
  const { bytes, prepared } = isEdited ? await prepareFrom(row.base_sha256) : first;
  if ('refused' in prepared) return prepared.detail;
  const name = nameOfFile(row);
  const file: DraftFile = {
    fileName: isPdf ? name : name.replace(/\.(docx|html?|md|markdown|png|jpe?g|jfif|tiff?)$/i, '.pdf'),
    mediaType: mediaTypes.pdf,
    originalSha256: sha256(bytes),
    originalSize: bytes.length,
    baseSha256: sha256(prepared.bytes),
    baseSize: prepared.bytes.length,
    pages: prepared.pages,
    notes: fileNotes(prepared.changes, withTextInBraces(prepared)),
  };
  return { file, changes: prepared.changes, bytes: [bytes, prepared.bytes] };
}

export function nameOfFile({ file_name: name }: NamedFile): string {
  return (name ?? '').replaceAll(/\p{Cc}+/gu, ' ').trim() || 'Document.pdf';
}
