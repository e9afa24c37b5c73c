import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { decodeXml } from './decode-xml.ts';
import type { Parts } from './read-parts.ts';
import { elementPattern } from './read-tags.ts';
import { readRelationships, relationshipsOf } from './relationships.ts';

export function hasTemplateLink(parts: Parts): boolean {
  return relationshipsOf(parts).some(({ kind }) => kind === 'attachedtemplate');
}

/**
 * The same package without its relationships to a template. Word follows that link when it opens the file; the
 * page does not change without it. Only for packages that passed every check: their size is known to be bounded.
 */
export function dropTemplateLink(docx: Uint8Array): Uint8Array {
  const entries: Record<string, Uint8Array> = unzipSync(docx);
  for (const [name, bytes] of Object.entries(entries)) {
    if (!name.toLowerCase().endsWith('.rels')) continue;
    entries[name] = withoutTemplate(decodeXml(Buffer.from(bytes)) ?? strFromU8(bytes));
  }
  return zipSync(entries, { level: 1 });
}

function withoutTemplate(xml: string): Uint8Array {
  const kept = xml.replace(elementPattern('Relationship'), (element) =>
    readRelationships(element).some(({ kind }) => kind === 'attachedtemplate') ? '' : element,
  );
  return strToU8(kept.replace(/^(\s*<\?xml[^<>]*?encoding\s*=\s*["'])[^"']*/, '$1UTF-8'));
}
