import { pathOf, type Address } from '#contract/paths.ts';

/**
 * Returns the strings of a source file that repeat an address of the route table. Code must use `addressOf`,
 * so that each address is written only in its row in contract/. Text after a parameter is ignored.
 */
export function addressesOutside(source: string, known: readonly Address[]): string[] {
  const beginnings = new Set(known.map((at) => pathOf(at).split('{', 1)[0]!));
  const texts = Array.from(source.matchAll(/['"`](\/[\w.-]+(?:\/[\w.-]*)*)/g), ([, text]) => text!);
  return texts.filter(
    (text) => text.startsWith('/api/') || beginnings.has(text) || beginsWithParameter(text, beginnings),
  );
}

/** An example is `/api/contacts/${id}` in a template literal, whose text ends where its parameter begins. */
function beginsWithParameter(text: string, beginnings: ReadonlySet<string>): boolean {
  return [...beginnings].some((beginning) => beginning.endsWith('/') && text.startsWith(beginning));
}

/**
 * Finds places where the client declares a response type instead of deriving it from the requested address.
 */
export function answersCast(source: string): string[] {
  return Array.from(
    source.matchAll(/\.json\(\)\)? as \w+|\b(?:load|change|loadList|loadPage|sendForm)</g),
    ([text]) => text,
  );
}
