import { directionOf, type Language } from '../language/language.ts';

type Titled = { title: string; text: string };

/**
 * Returns the disclosure as plain text with LF line breaks. The same wording always gives the same bytes,
 * because the server hashes the file that a person downloads (L-04).
 */
export function disclosureText(disclosure: {
  title: string;
  edition: string;
  blocks: readonly Titled[];
}): string {
  const blocks = disclosure.blocks.map((block, at) => `${at + 1}. ${block.title}\n${block.text}\n`);
  return [`${disclosure.title}\n${disclosure.edition}\n`, ...blocks].join('\n');
}

/**
 * Returns the edition isolated for display. In a right-to-left sentence, the parts of a version such as
 * 2026-11-23.1 would otherwise change places.
 */
export function editionOf({
  edition,
  version,
  language,
}: {
  edition: string;
  version: string;
  language: Language;
}): string {
  return directionOf(language) === 'rtl' ? edition.replace(version, `\u2066${version}\u2069`) : edition;
}
