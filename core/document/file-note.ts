/**
 * Codes of notes on an uploaded file. Content that a reader might not see or might see differently comes first,
 * followed by content that was removed or flattened (P-02 to P-05).
 */
export const fileNoteCodes = [
  'imported-as-draft',
  'answers-not-imported',
  'signed-before',
  'text-hidden',
  'text-unshown',
  'text-over-picture',
  'text-tiny',
  'text-squeezed',
  'text-outside',
  'text-misread',
  'text-in-braces',
  'bookmarks-unseen',
  'link-over-page',
  'texts-removed',
  'pictures-cut',
  'words-lost',
  'annotations-lost',
  'values-incomplete',
  'layers-screen-only',
  'tracked-changes-shown',
  'fonts-missing',
  'fonts-replaced',
  'page-count-differs',
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

/**
 * `pages` are 1-based page numbers; empty for notes on the whole file. `words` are the first words of the
 * affected texts, or font names.
 */
export type FileNote = { code: FileNoteCode; pages: number[]; words: string[] };

/**
 * Findings with which different readers may see different content. The sender should check the document before
 * sending it.
 */
const grave: ReadonlySet<FileNoteCode> = new Set([
  'imported-as-draft',
  'answers-not-imported',
  'text-hidden',
  'text-unshown',
  'text-tiny',
  'text-squeezed',
  'text-outside',
  'text-misread',
  'text-in-braces',
  'bookmarks-unseen',
  'link-over-page',
  'words-lost',
  'annotations-lost',
  'values-incomplete',
  'layers-screen-only',
  'tracked-changes-shown',
  'pictures-cut',
  'pages-in-doubt',
]);

export function isSeriousNote({ code }: Pick<FileNote, 'code'>): boolean {
  return grave.has(code);
}

/**
 * Returns the digital signatures that the file had before it was uploaded, as names and dates. They were not
 * verified.
 */
export const signaturesBefore = ({ fileNotes = [] }: { fileNotes?: readonly FileNote[] }): string[] =>
  fileNotes.flatMap(({ code, words }) => (code === 'signed-before' ? words : []));

/** Returns true if the file was digitally signed before it was uploaded. Such a file is only appended to. */
export function wasSignedBefore({ fileNotes = [] }: { fileNotes?: readonly FileNote[] }): boolean {
  return fileNotes.some(({ code }) => code === 'signed-before');
}

/** Returns the notes for the normalization changes and the findings, in the order of the codes. */
export function fileNotes(
  changes: readonly string[],
  findings: readonly { code: string; pages: readonly number[]; words: readonly string[] }[],
): FileNote[] {
  const known = new Map<string, { pages: readonly number[]; words: readonly string[] }>([
    ...changes.map((code) => [code, { pages: [], words: [] }] as const),
    ...findings.map(({ code, pages, words }) => [code, { pages, words }] as const),
  ]);
  return fileNoteCodes.flatMap((code) => {
    const finding = known.get(code);
    return finding ? [{ code, pages: [...finding.pages], words: [...finding.words] }] : [];
  });
}

/** Returns the codes of the findings, without those of the changes, separated by spaces for the audit trail. */
export function codesOf(notes: readonly FileNote[], changes: readonly string[]): string {
  return notes.flatMap(({ code }) => (changes.includes(code) ? [] : [code])).join(' ');
}
