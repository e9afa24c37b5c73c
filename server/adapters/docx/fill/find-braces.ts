import { anchorWords } from '#core/field/read-anchor.ts';
import { anchorForm } from '#pdf/render/find-places.ts';
import { unescapeXml } from '../check/read-tags.ts';
import type { Parts } from '../check/read-parts.ts';

const anchor = new RegExp(`^(?:${anchorForm.source})$`, 'iu');

/**
 * Returns true for anchors, which place fields and remain in the text. Their names are reserved and cannot be
 * placeholders.
 */
export function isAnchorText(text: string): boolean {
  const word = anchor.exec(text)?.[1]?.toLowerCase();
  return word !== undefined && anchorWords.includes(word);
}

/**
 * Returns the first text in double braces that may be printed and that `isAllowed` rejects; undefined if
 * there is none.
 */
export function leftoverBraces(parts: Parts, isAllowed: (text: string) => boolean): string | undefined {
  for (const printed of printedTexts(parts, /[{}]/)) {
    const left = printed
      .replaceAll(/\{\{[^{}]*\}\}/g, (found) => (isAllowed(found) ? '' : found))
      .match(/\{\{.{0,60}|.{0,60}\}\}/s);
    if (left) return left[0];
  }
  return undefined;
}

/** Returns the first statement in another template language, such as {% if married %}. */
export function findStatement(parts: Parts): string | undefined {
  for (const printed of printedTexts(parts, /%/)) {
    const [statement] = printed.match(/\{%[^{}]{0,200}%\}/) ?? [];
    if (statement) return statement;
  }
  return undefined;
}

/** Yields the printable text of each part whose XML matches `wanted`. */
function* printedTexts(parts: Parts, wanted: RegExp): Iterable<string> {
  for (const [name, { text = '' }] of parts) {
    if (!/^word\/(?!glossary\/).*\.xml$/.test(name) || !wanted.test(text)) continue;
    yield unescapeXml(
      text.replaceAll(/<(?:\w+:)?instrText\b[^>]*>[^<]*<[^>]*>/g, '').replaceAll(/<[^>]*>/g, ''),
    );
  }
}
