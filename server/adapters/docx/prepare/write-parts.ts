import { strToU8, unzipSync, zipSync } from 'fflate';
import type { Parts } from '../check/read-parts.ts';

/**
 * Writes the changed texts of `prepared` into the package. Returns the same package if nothing changed, and
 * undefined if a changed part is not found by name. Only for packages that passed every check, so that their
 * size is limited.
 */
export function writeParts(docx: Uint8Array, parts: Parts, prepared: Parts): Uint8Array | undefined {
  const changed = new Map(
    [...prepared].flatMap(([name, { text }]) =>
      text === undefined || text === parts.get(name)?.text ? [] : [[name, text] as const],
    ),
  );
  if (changed.size === 0) return docx;
  const entries: Record<string, Uint8Array> = unzipSync(docx);
  for (const name of Object.keys(entries)) {
    const text = changed.get(name.toLowerCase());
    if (text === undefined) continue;
    entries[name] = encodeXml(text);
    changed.delete(name.toLowerCase());
  }
  return changed.size === 0 ? zipSync(entries, { level: 1 }) : undefined;
}

const encodeXml = (xml: string): Uint8Array =>
  strToU8(xml.replace(/^(\s*<\?xml[^<>]*?encoding\s*=\s*["'])[^"']*/, '$1UTF-8'));
