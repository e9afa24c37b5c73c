import { deflateSync } from 'node:zlib';
import { ownFont } from './own-font.ts';
import { serialise } from '#pdf/objects/serialise.ts';

/** For each object number, the text between `obj` and `endobj` in Latin-1. */
export type RawObjects = Record<number, string>;

/**
 * Returns a PDF file made of these objects. They are text, so they can be malformed in any way. Object 1 is
 * the catalog.
 */
export function rawPdf(objects: RawObjects, trailer = ''): Uint8Array {
  let file = '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n';
  const offsets = new Map<number, number>();
  for (const [num, text] of Object.entries(objects)) {
    offsets.set(Number(num), file.length);
    file += `${num} 0 obj\n${text}\nendobj\n`;
  }
  const start = file.length;
  file += xrefOf(offsets);
  file += `trailer\n<</Size ${Math.max(...offsets.keys()) + 1}/Root 1 0 R${trailer}>>\nstartxref\n${start}\n%%EOF\n`;
  return latin1(file);
}

/** Returns a cross-reference table with a section for each object. */
export const xrefOf = (offsets: ReadonlyMap<number, number>): string =>
  `xref\n0 1\n0000000000 65535 f \n${[...offsets]
    .map(([num, at]) => `${num} 1\n${String(at).padStart(10, '0')} 00000 n \n`)
    .join('')}`;

export const latin1 = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'latin1'));

export const rawStream = (entries: string, content: string): string =>
  `<<${entries}/Length ${content.length}>>stream\n${content}\nendstream`;

/** Like `rawStream`, with compressed content. */
export const packedStream = (entries: string, content: Uint8Array): string =>
  rawStream(`${entries}/Filter/FlateDecode`, deflateSync(content).toString('latin1'));

export const TITLE = 'BT /F 24 Tf 60 760 Td (Contract) Tj ET\n';
export const RENT = 'BT /F 14 Tf 60 700 Td (The rent is 1200 EUR per month.) Tj ET\n';
export const CLAUSE = 'BT /F 14 Tf 60 640 Td (Clause 7: 9900 EUR today) Tj ET\n';

export type HostilePage = {
  /** Operators to add after the title and the rent. /F is an embedded font, and /G is Helvetica. */
  content?: string;
  /** Entries of the page; `resources` and `catalog` have those of the resources and the catalog. */
  page?: string;
  resources?: string;
  catalog?: string;
  /** Additional objects, starting at 20. They can also replace the file's own objects. */
  objects?: RawObjects;
};

/**
 * Returns a contract of one page with a hostile part. The page is object 3, its content 4, and its resources
 * 5.
 */
export const hostilePage = (hostile: HostilePage = {}): Uint8Array => rawPdf(hostileObjects(hostile));

export function hostileObjects({
  content = '',
  page = '',
  resources = '',
  catalog = '',
  objects = {},
}: HostilePage = {}): RawObjects {
  return {
    1: `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    3: `<</Type/Page/Parent 2 0 R${page.includes('/MediaBox') ? '' : '/MediaBox[0 0 595 842]'}/Resources 5 0 R/Contents 4 0 R${page}>>`,
    4: rawStream('', TITLE + RENT + content),
    5: `<</Font<</F 6 0 R/G 7 0 R${/\/Font<<(.*?)>>/.exec(resources)?.[1] ?? ''}>>${resources.replace(/\/Font<<(.*?)>>/, '')}>>`,
    ...ownFontObjects,
    7: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
    ...objects,
  };
}

/** Returns the objects of an embedded font as text. */
export const rawFont = (...given: Parameters<typeof ownFont>): RawObjects =>
  Object.fromEntries(
    Object.entries(ownFont(...given)).map(([num, object]) => [
      num,
      Buffer.from(serialise(object)).toString('latin1'),
    ]),
  );

const ownFontObjects = rawFont(6);
