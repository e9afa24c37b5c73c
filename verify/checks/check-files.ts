import { fileCommitment, saltText, type NumberedFile } from '#core/document/sealed-files.ts';
import { dictOf, itemsOf, readPages, type SealedObjects } from '#pdf/verify/read-objects.ts';
import type { PdfValue } from '#pdf/verify/read-value.ts';
import { hasPages, textOf, type Evidence, type Json, type JsonObject } from '../evidence.ts';
import { sha256 } from '../hash.ts';
import type { FileSet, Finding } from '../report.ts';
import { isAct, type ReadEvent } from '../trail.ts';

/**
 * Checks the list of joined files. The files must cover all pages, the bookmarks must name the same files at the
 * same pages, and everyone who signed must have confirmed to have read the files that require it.
 */
export function checkFiles(
  objects: SealedObjects,
  evidence: Evidence,
  events: readonly ReadEvent[],
): Finding[] {
  const { files, pages } = evidence.document;
  if (files === undefined) return [];
  if (!Array.isArray(files) || !Array.isArray(pages)) return [{ code: 'files-differ' }];
  const list = files.map(objectOf);
  let first = 1;
  const listed = list.map(({ title, pages: count }) => {
    const place = `${first} ${textOf(title ?? null) ?? ''}`;
    first += typeof count === 'number' && count > 0 ? count : Number.NaN;
    return place;
  });
  const isWhole = first === pages.length + 1;
  const isSame = !hasPages(evidence) || listed.join('\n') === bookmarksIn(objects).join('\n');
  return [...(isWhole && isSame ? [] : [{ code: 'files-differ' } as const]), ...unread(list, events)];
}

/**
 * Returns the position of each of several files in a sealed document, as recorded in their separate PDFs.
 * Returns undefined for a single file.
 */
export async function setOf({ agreement, document }: Evidence): Promise<FileSet | undefined> {
  const { id: documentId, files } = document;
  if (!Array.isArray(files) || agreement === null) return undefined;
  const of = files.length;
  const hashes = files.map(async (file, index) => {
    const number = index + 1;
    const salt = await sha256(saltText(agreement.salt, number));
    return sha256(fileCommitment({ documentId, number, of, file: file as NumberedFile['file'] }, salt));
  });
  const { sha256: agreementSha256 } = agreement;
  return { documentId, of, files: await Promise.all(hashes), agreementSha256, test: false };
}

/** Returns findings for people who signed without confirming to have read a file that requires it. */
export function unread(files: readonly JsonObject[], events: readonly ReadEvent[]): Finding[] {
  const required = files
    .filter(({ kind }) => kind === 'acknowledge')
    .map(({ id }) => textOf(id ?? null) ?? '');
  const confirmed = new Map(
    events
      .filter(({ body }) => body.type === 'consent_given')
      .map(({ body }) => [body.actor.id, (textOf(body.data['acknowledgedFiles'] ?? null) ?? '').split(' ')]),
  );
  return events
    .filter(isAct)
    .filter(({ body }) => required.some((id) => !confirmed.get(body.actor.id)?.includes(id)))
    .map(({ place }) => ({ code: 'file-not-read', event: place }) as const);
}

/** Maximum number of bookmarks to read. Also ends cycles. */
const MAX_BOOKMARKS = 100;

/** Returns the page and title of each top-level bookmark. */
function bookmarksIn(objects: SealedObjects): string[] {
  const numbers = new Map(readPages(objects).map(({ num }, index) => [num, index + 1]));
  const titles: string[] = [];
  const outlines = objects.resolve(objects.catalog.get('Outlines'));
  let next = outlines && dictOf(outlines).get('First');
  while (next !== undefined && titles.length < MAX_BOOKMARKS) {
    const entries = dictOf(objects.resolve(next));
    const [page] = itemsOf(objects.resolve(entries.get('Dest')));
    const number = page?.kind === 'ref' ? numbers.get(page.num) : undefined;
    titles.push(`${number} ${textIn(objects.resolve(entries.get('Title')))}`);
    next = entries.get('Next');
  }
  return titles;
}

/** Decodes a text string (ISO 32000-2, 7.9.2.2) in the forms that this product writes: ASCII or UTF-16BE. */
function textIn(value: PdfValue | undefined): string {
  if (value?.kind !== 'string') return '';
  const { bytes } = value;
  const isWide = bytes[0] === 0xfe && bytes[1] === 0xff;
  return new TextDecoder(isWide ? 'utf-16be' : 'latin1').decode(bytes);
}

const objectOf = (value: Json): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
