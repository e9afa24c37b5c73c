import { pathOf, type Address } from '#contract/paths.ts';

/**
 * The texts of a source file that repeat an address of the table. Whoever needs one asks `addressOf` for it, so that
 * each stands in contract/paths.ts only. What follows a parameter is not looked at.
 */
export function addressesOutside(source: string, known: readonly Address[]): string[] {
  const beginnings = new Set(known.map((at) => pathOf(at).split('{', 1)[0]!));
  const texts = Array.from(source.matchAll(/['"`](\/[\w.-]+(?:\/[\w.-]*)*)/g), ([, text]) => text!);
  return texts.filter(
    (text) => text.startsWith('/api/') || beginnings.has(text) || beginsWithParameter(text, beginnings),
  );
}

/** Such as `/api/contacts/${id}` of a template, whose text ends where its parameter begins. */
function beginsWithParameter(text: string, beginnings: ReadonlySet<string>): boolean {
  return [...beginnings].some((beginning) => beginning.endsWith('/') && text.startsWith(beginning));
}

/** Where a client says by itself what an answer is, instead of asking by the address that the table knows. */
export function answersCast(source: string): string[] {
  return Array.from(
    source.matchAll(/\.json\(\)\)? as \w+|\b(?:load|change|loadList|loadPage|sendForm)</g),
    ([text]) => text,
  );
}
