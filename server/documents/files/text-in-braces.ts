import type { FileNote } from '#core/document/file-note.ts';
import { readAnchor } from '#core/field/read-anchor.ts';
import { listed } from '#core/language/quoted.ts';
import { refuse, type Refusal } from '#core/refusal.ts';
import type { PreparedFile } from '../../ports/pdf-engine.ts';

/** Maximum number of texts in the note. */
const maxWords = 5;

/** Adds a finding for texts that look like an anchor but place no field, such as {{company}}. */
export function withTextInBraces({
  findings,
  anchors,
}: Pick<PreparedFile, 'findings' | 'anchors'>): PreparedFile['findings'] {
  const code = 'text-in-braces';
  const unplaced = anchors.filter(({ word, number, attributes }) => !readAnchor(word, number, attributes));
  if (unplaced.length === 0) return findings;
  const before = findings.find((finding) => finding.code === code);
  const pages = new Set([...(before?.pages ?? []), ...unplaced.map(({ page }) => page)]);
  const texts = unplaced.map(
    ({ word, number, attributes }) => `{{${word}${number === null ? '' : `:${number}`}${attributes}}}`,
  );
  const words = new Set([...(before?.words ?? []), ...texts]);
  const finding = { code, pages: [...pages].toSorted((a, b) => a - b), words: [...words].slice(0, maxWords) };
  return [...findings.filter((one) => one !== before), finding];
}

/** Refuses a file with such texts if it would be sent without anyone looking at its pages. */
export function refuseTextInBraces(notes: readonly FileNote[]): Refusal | undefined {
  const note = notes.find(({ code }) => code === 'text-in-braces');
  if (!note) return undefined;
  const names = listed(note.words);
  return refuse(
    'text-in-braces',
    `The file would be printed with text in braces: ${names}. In a Word file, use placeholders such as {{company}} and send a value for each. To send the file as it is, upload it, and then send the document.`,
    { names },
  );
}
