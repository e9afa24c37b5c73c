import type { Refusal } from '#core/refusal.ts';
import { refuseUpload, type UploadRefusalReason } from '#core/upload-refusal.ts';
import type { Parts } from './read-parts.ts';
import { localAttribute, readTags, unescapeXml } from './read-tags.ts';

/**
 * Returns undefined if no XML part defines entities (S-23) or requests external content during layout (S-24).
 */
export function checkContent(parts: Parts): Refusal | undefined {
  for (const [name, { text }] of parts) {
    if (text === undefined) continue;
    if (definesEntities(name, text)) return entities();
    if (fetchesByField(text))
      return outsideContent('word-external-field', 'a field that takes its content from another file');
    if (fetchesPicture(text))
      return outsideContent('word-external-picture', 'a picture stored outside the file');
  }
  return undefined;
}

/**
 * Office never writes a DTD. Drawing programs write a bare DOCTYPE into SVG pictures, which is harmless
 * without entities.
 */
function definesEntities(name: string, xml: string): boolean {
  return name.endsWith('.svg') ? /<!ENTITY/i.test(xml) : /<!(DOCTYPE|ENTITY)/i.test(xml);
}

/**
 * Returns true if a field fetches external content. The field's type is the first word of its code (ECMA-376
 * part 1, 17.16.5). The code may be split into several runs, so the pieces between two marks (begin,
 * separate, end) are joined first.
 */
function fetchesByField(xml: string): boolean {
  const pieces = /<[^\s<>/]*?fldChar[\s/>]|<[^\s<>/]*?instrText(?:\s[^<>]*)?>([^<]*)(<!)?/g;
  let codes = '';
  for (const [, code, oddity] of xml.matchAll(pieces)) {
    // A comment or CDATA within a field code would hide part of it from this check. Genuine documents have
    // none.
    if (oddity !== undefined) return true;
    codes += code ?? '\0';
  }
  for (const tag of readTags(xml, 'fldSimple')) codes += `\0${localAttribute(tag, 'instr') ?? ''}`;
  return /(?:^|\0)\s*(INCLUDEPICTURE|INCLUDETEXT|INCLUDE|IMPORT|DDE|DDEAUTO|RD)\b/i.test(unescapeXml(codes));
}

/**
 * Returns true if an SVG picture refers to another file. SVG is detected by its root element, since a file
 * name can be wrong.
 */
function fetchesPicture(xml: string): boolean {
  if (!/<(?:[^\s<>/:]+:)?svg[\s>]/.test(xml)) return false;
  const pictures = ['image', 'use', 'feImage'].flatMap((name) => readTags(xml, name));
  const elsewhere = (href = '#') => !/^\s*(#|data:)/.test(href);
  return (
    pictures.some((tag) => elsewhere(localAttribute(tag, 'href'))) ||
    /@import|url\(\s*["']?[a-z]+:\//i.test(xml)
  );
}

const entities = () =>
  refuseUpload(
    'word-entities',
    'This Word document defines XML entities, which Word never does. Save it as PDF and upload that.',
  );

const outsideContent = (reason: UploadRefusalReason, what: string) =>
  refuseUpload(reason, `This Word document contains ${what}. Save it as PDF and upload that.`);
