/**
 * Notes on an uploaded file before anybody signs it: first what a reader would not see or could see otherwise, then
 * what was taken out or flattened (P-02 to P-05).
 */
export const fileNoteCodes = [
  'imported-as-draft',
  'answers-not-imported',
  'text-hidden',
  'text-unshown',
  'text-over-picture',
  'text-tiny',
  'text-squeezed',
  'text-outside',
  'text-misread',
  'bookmarks-unseen',
  'link-over-page',
  'texts-removed',
  'pictures-cut',
  'words-lost',
  'annotations-lost',
  'layers-screen-only',
  'tracked-changes-shown',
  'fonts-missing',
  'fonts-replaced',
  'pages-in-doubt',
  'pages-unexamined',
  'javascript-removed',
  'actions-removed',
  'attachments-removed',
  'media-removed',
  'xfa-removed',
  'pdfa-removed',
  'form-flattened',
  'annotations-flattened',
  'layers-flattened',
  'decrypted',
  'repaired',
  'pages-turned',
] as const;
export type FileNoteCode = (typeof fileNoteCodes)[number];

/** On which pages (from 1; none: the whole file), and the beginnings of the texts, or the names of the fonts. */
export type FileNote = { code: FileNoteCode; pages: number[]; words: string[] };

/** One reads or sees something else here than the next: they want a look before the document goes out. */
const grave: ReadonlySet<FileNoteCode> = new Set([
  'imported-as-draft',
  'answers-not-imported',
  'text-hidden',
  'text-unshown',
  'text-tiny',
  'text-squeezed',
  'text-outside',
  'text-misread',
  'bookmarks-unseen',
  'link-over-page',
  'words-lost',
  'annotations-lost',
  'layers-screen-only',
  'tracked-changes-shown',
  'pictures-cut',
  'pages-in-doubt',
]);

export function isGrave({ code }: Pick<FileNote, 'code'>): boolean {
  return grave.has(code);
}

/** Changes made by normalising and findings, in the order of the codes. */
export function fileNotes(
  changes: readonly string[],
  findings: readonly { code: string; pages: readonly number[]; words: readonly string[] }[],
): FileNote[] {
  const known = new Map<string, { pages: readonly number[]; words: readonly string[] }>([
    ...changes.map((code) => [code, { pages: [], words: [] }] as const),
    ...findings.map(({ code, pages, words }) => [code, { pages, words }] as const),
  ]);
  return fileNoteCodes.flatMap((code) => {
    const found = known.get(code);
    return found ? [{ code, pages: [...found.pages], words: [...found.words] }] : [];
  });
}

/** Of what was found, without what was changed, as the trail states it: codes with blanks between them. */
export function codesOf(notes: readonly FileNote[], changes: readonly string[]): string {
  return notes.flatMap(({ code }) => (changes.includes(code) ? [] : [code])).join(' ');
}
