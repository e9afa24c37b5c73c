import { expectTag, readChildren, readElement, readObjectIdentifier } from './read-der.ts';

const labels: ReadonlyMap<string, string> = new Map([
  ['2.5.4.3', 'CN'],
  ['2.5.4.6', 'C'],
  ['2.5.4.7', 'L'],
  ['2.5.4.8', 'ST'],
  ['2.5.4.10', 'O'],
  ['2.5.4.11', 'OU'],
  ['2.5.4.97', 'organizationIdentifier'],
  ['1.2.840.113549.1.9.1', 'emailAddress'],
]);

/**
 * Formats a DER distinguished name in readable form and original order: 'O=Harbour, CN=Harbour Document Seal'.
 */
export function readName(der: Uint8Array): string {
  return readChildren(readElement(der, 0x30))
    .flatMap((set) => readChildren(set))
    .map((part) => {
      const [type, value] = readChildren(expectTag(part, 0x30), 2);
      const dotted = readObjectIdentifier(type);
      return `${labels.get(dotted) ?? dotted}=${readText(value?.tag ?? 0, value?.content ?? new Uint8Array())}`;
    })
    .join(', ');
}

/** Decodes UTF8String as UTF-8, BMPString as UTF-16BE, and the older types as Latin-1. */
function readText(tag: number, content: Uint8Array): string {
  const encoding = tag === 0x0c ? 'utf-8' : tag === 0x1e ? 'utf-16be' : 'latin1';
  return new TextDecoder(encoding).decode(content);
}
