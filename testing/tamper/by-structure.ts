import { deflateSync, gzipSync } from 'node:zlib';
import { element, integer, octetString, sequence } from '#pdf/verify/canonical-der/der.ts';
import { readChildren, readElement } from '#pdf/verify/read-der.ts';
import { reencodeSeal } from '#testing/pki/respell-seal.ts';
import { sampleLease } from '../documents/sample-lease.ts';
import type { Tampering } from './tampering.ts';

/* Mallory has no key, but exploits tables, trailers and encodings that PDF readers interpret differently. */

type Harm = (sealed: Uint8Array) => Uint8Array;

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
const bytesOf = (latin: string): Uint8Array => Uint8Array.from(Buffer.from(latin, 'latin1'));
const places = (file: string): number[] =>
  [...file.matchAll(/startxref\n(\d+)/g)].map(([, at]) => Number(at));

/** Returns the number and text of the newest object whose beginning matches. */
function objectLike(file: string, like: RegExp): { num: number; body: string } {
  const found = [...file.matchAll(/\n(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].findLast(([, , body]) =>
    like.test(body!),
  );
  if (!found) throw new Error(`no object like ${like.source}`);
  return { num: Number(found[1]), body: found[2]! };
}

const root = (file: string): string => objectLike(file, /\/Type \/Catalog/).body;
const sizeOf = (file: string): number => Number(/\/Size (\d+)(?!.*\/Size)/s.exec(file)![1]);

type Section = { objects?: [number, string][]; free?: number[]; trailer?: string; prev?: number | string };

/** Appends an update written by hand in ways that our writer never uses. */
function behind(sealed: Uint8Array, of: (file: string) => Section): Uint8Array {
  const file = text(sealed);
  const { objects = [], free = [], trailer = '', prev } = of(file);
  let tail = '';
  const entries = objects.map(([num, body]) => {
    const at = file.length + tail.length;
    tail += `${num} 0 obj\n${body}\nendobj\n`;
    return `${num} 1\n${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const gone = free.map((num) => `${num} 1\n0000000000 00001 f \n`);
  const start = file.length + tail.length;
  const size = Math.max(sizeOf(file), ...objects.map(([num]) => num + 1));
  const own = trailer.includes('/Root') ? '' : '/Root 1 0 R';
  return bytesOf(
    `${file}${tail}xref\n${[...entries, ...gone].join('')}trailer\n` +
      `<<${own}/Size ${size}/Prev ${prev ?? places(file).at(-1)}${trailer}>>\nstartxref\n${start}\n%%EOF\n`,
  );
}

const update =
  (of: (file: string) => Section): Harm =>
  (sealed) =>
    behind(sealed, of);
const inCatalog = (entries: string, more: (file: string) => [number, string][] = () => []): Harm =>
  update((file) => ({ objects: [[1, root(file).replace(/>>$/, `${entries}>>`)], ...more(file)] }));
const changed = (like: RegExp, change: (body: string) => string): Harm =>
  update((file) => {
    const { num, body } = objectLike(file, like);
    return { objects: [[num, change(body)]] };
  });
const packed = (bytes: string): string => {
  const data = deflateSync(Buffer.from(bytes)).toString('latin1');
  return `<</Filter /FlateDecode/Length ${data.length}>>\nstream\n${data}\nendstream`;
};

const tables: [string, Harm][] = [
  [
    'a startxref that refers to the base file',
    (sealed) => bytesOf(`${text(sealed)}startxref\n${places(text(sealed))[0]}\n%%EOF\n`),
  ],
  [
    'a startxref that refers to the revision before the seal',
    (sealed) => bytesOf(`${text(sealed)}startxref\n${places(text(sealed)).at(-2)}\n%%EOF\n`),
  ],
  ['an update of the base file that skips the seal', update((file) => ({ prev: places(file)[0]! }))],
  [
    'an update of the fill-in revision that skips the seal',
    update((file) => ({ prev: places(file).at(-2)! })),
  ],
  ['an update whose /Prev refers to itself', (sealed) => behind(sealed, (file) => ({ prev: file.length }))],
  ['an update whose /Prev refers to nothing', update(() => ({ prev: 9_999_999 }))],
  ['an update whose /Prev is negative', update(() => ({ prev: -1 }))],
  [
    'an update with a second cross-reference table',
    update((file) => ({ trailer: `/XRefStm ${places(file)[0]}` })),
  ],
  [
    'an update that claims that the file is encrypted',
    update((file) => ({
      trailer: `/Encrypt ${sizeOf(file)} 0 R`,
      objects: [[sizeOf(file), '<</Filter /Standard/V 1/R 2/O (x)/U (x)/P -4>>']],
    })),
  ],
  [
    'an update with another catalog',
    update((file) => ({
      trailer: `/Root ${sizeOf(file)} 0 R`,
      objects: [[sizeOf(file), '<</Type /Catalog/Pages 2 0 R>>']],
    })),
  ],
  [
    'an update with two catalogs',
    update((file) => ({
      trailer: `/Root 1 0 R/Root ${sizeOf(file)} 0 R`,
      objects: [[sizeOf(file), '<</Type /Catalog/Pages 2 0 R>>']],
    })),
  ],
  [
    'the seal removed from the cross-reference table',
    update((file) => ({ free: [objectLike(file, /\/Type \/Sig/).num] })),
  ],
  [
    'the evidence removed from the cross-reference table',
    update((file) => ({ free: [objectLike(file, /\/Type \/EmbeddedFile/).num] })),
  ],
  [
    'objects after the end without any table',
    (sealed) => bytesOf(`${text(sealed)}6 0 obj\n<</Length 3>>\nstream\nq Q\nendstream\nendobj\n`),
  ],
  [
    'objects between the table and the end',
    (sealed) =>
      bytesOf(
        text(sealed).replace(/startxref\n(\d+)\n%%EOF\n$/, '6 0 obj\n<<>>\nendobj\nstartxref\n$1\n%%EOF\n'),
      ),
  ],
  [
    'a compressed cross-reference table',
    update((file) => ({
      objects: [
        [
          sizeOf(file),
          '<</Type /XRef/W [1 2 1]/Index [0 1]/Size 1/Length 4>>\nstream\n\u0000\u0000\u0000\u0000\nendstream',
        ],
      ],
    })),
  ],
  [
    'objects in an object stream',
    update((file) => ({
      objects: [[sizeOf(file), '<</Type /ObjStm/N 1/First 4/Length 10>>\nstream\n6 0 <<>>  \nendstream']],
    })),
  ],
  [
    'an object with a later generation number',
    (sealed) =>
      bytesOf(
        text(behind(sealed, () => ({ objects: [[6, '<<>>']] })))
          .replace(/6 0 obj\n<<>>/, '6 1 obj\n<<>>')
          .replace(/(6 1\n\d{10}) 00000 n/, '$1 00001 n'),
      ),
  ],
];

const shadows: [string, Harm][] = [
  [
    'content of page 1 hidden by content added after it',
    update((file) => ({
      objects: [
        [
          5,
          objectLike(file, /\/Type \/Page\/Parent[\s\S]*\/Contents 6 0 R/).body.replace(
            '/Contents 6 0 R',
            `/Contents [6 0 R ${sizeOf(file)} 0 R]`,
          ),
        ],
        [sizeOf(file), packed('1 1 1 rg 0 0 595 842 re f')],
      ],
    })),
  ],
  ['a font that draws other letters', changed(/\/Length1 /, () => packed('other letters'))],
  [
    'a font that reads as other letters',
    changed(/^<<\/Filter \/FlateDecode\/Length 2\d\d>>/, () => packed('other meanings')),
  ],
  [
    'a font of another kind',
    changed(/\/Subtype \/Type0/, () => '<</Type /Font/Subtype /Type1/BaseFont /Helvetica>>'),
  ],
  [
    'another certificate page',
    changed(/\/Type \/Page\/Parent/, (body) => body.replace(/\/Contents \d+ 0 R/, '/Contents 6 0 R')),
  ],
  [
    'a picture over the page',
    update((file) => ({
      objects: [
        [
          5,
          `<</Type /Page/Parent 2 0 R/MediaBox [0 0 595 842]/Contents 6 0 R/Resources <</XObject <</X ${sizeOf(file)} 0 R>>>>>>`,
        ],
        [sizeOf(file), '<</Type /XObject/Subtype /Image/Width 1/Height 1/Length 1>>\nstream\nx\nendstream'],
      ],
    })),
  ],
  ['a form field over the page', inCatalog('/AcroForm <</XFA (x)>>')],
  [
    'a visible seal',
    changed(/\/Subtype \/Widget/, (body) => body.replace('/Rect [0 0 0 0]', '/Rect [72 72 300 200]')),
  ],
  [
    'a visible seal with another name',
    changed(/\/Subtype \/Widget/, (body) => body.replace(/>>$/, '/AP <</N 6 0 R>>>>')),
  ],
  [
    'the field of the seal with another signature',
    update((file) => {
      const { body } = objectLike(file, /\/Type \/Sig/);
      const { num, body: field } = objectLike(file, /\/Subtype \/Widget/);
      return {
        objects: [
          [num, field.replace(/\/V \d+ 0 R/, `/V ${sizeOf(file)} 0 R`)],
          [sizeOf(file), body],
        ],
      };
    }),
  ],
  [
    'a copy of the seal that covers fewer bytes',
    update((file) => ({
      objects: [
        [
          sizeOf(file),
          objectLike(file, /\/Type \/Sig/).body.replace(/\/ByteRange \[0 (\d+)/, '/ByteRange [0 9'),
        ],
      ],
    })),
  ],
  [
    'the seal rewritten without a range',
    changed(/\/Type \/Sig/, (body) => body.replace(/\/ByteRange \[[^\]]*\]/, '')),
  ],
  [
    'the seal rewritten without contents',
    changed(/\/Type \/Sig/, (body) => body.replace(/\/Contents <[^>]*>/, '/Contents null')),
  ],
  [
    'the seal rewritten with empty contents',
    changed(/\/Type \/Sig/, (body) => body.replace(/\/Contents <[^>]*>/, '/Contents <>')),
  ],
  [
    'the seal rewritten with a null range',
    changed(/\/Type \/Sig/, (body) => body.replace(/\/ByteRange \[[^\]]*\]/, '/ByteRange null')),
  ],
  [
    'the seal rewritten with a negative range',
    changed(/\/Type \/Sig/, (body) => body.replace(/\/ByteRange \[0 /, '/ByteRange [0 -')),
  ],
  ['the seal rewritten with P 2', changed(/\/Type \/Sig/, (body) => body.replace('/P 1', '/P 2'))],
  ['a permission that refers to another signature', inCatalog('/Perms <</UR3 6 0 R>>')],
];

const evidence: [string, Harm][] = [
  ['other evidence instead of the real one', changed(/\/Subtype \/application#2Fjson/, () => packed('{}'))],
  [
    'other evidence under the same name',
    changed(/\/F \(evidence.json\)/, (body) => body.replace(/\/EF <<.*?>>/, '/EF <</F 6 0 R/UF 6 0 R>>')),
  ],
  [
    'a second evidence file next to it',
    inCatalog('/AF [16 0 R 40 0 R]', () => [
      [40, '<</Type /Filespec/F (evidence.json)/EF <</F 41 0 R>>>>'],
      [41, packed('{}')],
    ]),
  ],
  [
    'evidence attached to a page',
    update(() => ({
      objects: [
        [5, '<</Type /Page/Parent 2 0 R/MediaBox [0 0 595 842]/Contents 6 0 R/Annots [40 0 R]>>'],
        [40, '<</Type /Annot/Subtype /FileAttachment/Rect [9 9 9 9]/FS 41 0 R>>'],
        [41, '<</Type /Filespec/F (evidence.json)>>'],
      ],
    })),
  ],
  [
    'evidence displayed under another name',
    changed(/\/F \(evidence.json\)/, (body) => body.replace('/UF (evidence.json)', '/UF (contract.pdf)')),
  ],
  ['a portfolio that shows another file first', inCatalog('/Collection <</Type /Collection/D (other.pdf)>>')],
  ['other metadata', changed(/\/Type \/Metadata/, () => packed('<x:xmpmeta/>'))],
  [
    'an action when the page is opened',
    changed(/\/Contents 6 0 R/, (body) =>
      body.replace(/>>$/, '/AA <</O <</S /URI/URI (https://quill.example/)>>>>>>'),
    ),
  ],
  ['an action when it is printed', inCatalog('/AA <</WP <</S /JavaScript/JS (x)>>>>')],
  ['named destinations', inCatalog('/Dests <</a [5 0 R /Fit]>>')],
  ['other page labels', inCatalog('/PageLabels <</Nums [0 <</S /r>>]>>')],
];

const wrapped: [string, Harm][] = [
  ['in UTF-8', (sealed) => Buffer.from(text(sealed), 'utf8')],
  ['with other line endings', (sealed) => bytesOf(text(sealed).replaceAll('\n', '\r\n'))],
  ['without its padding', (sealed) => bytesOf(text(sealed).replace(/0{64,}>/, '>'))],
  ['in base64', (sealed) => Buffer.from(Buffer.from(sealed).toString('base64'))],
  ['packed', (sealed) => gzipSync(sealed)],
  ['after an email header', (sealed) => bytesOf(`Content-Type: application/pdf\n\n${text(sealed)}`)],
  ['two copies, the first one truncated', (sealed) => bytesOf(text(sealed).slice(0, -9) + text(sealed))],
  [
    'its seal after another lease',
    (sealed) => bytesOf(text(sampleLease(2)) + text(sealed).slice(sampleLease(1).length)),
  ],
  ['its first byte doubled', (sealed) => bytesOf(`%${text(sealed)}`)],
  [
    'missing bytes in the middle',
    (sealed) => {
      const hole = Uint8Array.from(sealed);
      hole.fill(0, 20_000, 20_100);
      return hole;
    },
  ],
  [
    'two of its blocks swapped',
    (sealed) => {
      const file = text(sealed);
      return bytesOf(
        file.slice(0, 4096) + file.slice(8192, 12_288) + file.slice(4096, 8192) + file.slice(12_288),
      );
    },
  ],
];

/** Returns a DER integer with a superfluous leading zero. */
const longer = (signature: Uint8Array, at: number): Uint8Array => {
  const parts = readChildren(readElement(signature, 0x30), 2);
  return sequence(
    ...parts.map(({ bytes, content }, index) =>
      index === at ? element(0x02, Uint8Array.of(0, ...content)) : bytes,
    ),
  );
};
/** Encodes the length of the outermost value in more bytes than necessary. */
const respelt =
  (change: (hex: string) => string): Harm =>
  (sealed) =>
    reencodeSeal(
      sealed,
      () => ({}),
      (hex) => change(hex.toUpperCase()).slice(0, Math.max(hex.length, change(hex).length)),
    );

const encodings: [string, Harm][] = [
  [
    'r with a leading zero',
    (sealed) => reencodeSeal(sealed, ({ signature }) => ({ signature: longer(signature, 0) })),
  ],
  [
    's with a leading zero',
    (sealed) => reencodeSeal(sealed, ({ signature }) => ({ signature: longer(signature, 1) })),
  ],
  [
    'a negative r',
    (sealed) =>
      reencodeSeal(sealed, ({ signature }) => ({
        signature: sequence(
          element(0x02, Uint8Array.of(0xff)),
          readChildren(readElement(signature, 0x30), 2)[1]!.bytes,
        ),
      })),
  ],
  [
    'three numbers instead of two',
    (sealed) =>
      reencodeSeal(sealed, ({ signature }) => ({
        signature: sequence(
          ...readChildren(readElement(signature, 0x30), 2).map(({ bytes }) => bytes),
          integer(1),
        ),
      })),
  ],
  [
    'the signature without its DER header',
    (sealed) =>
      reencodeSeal(sealed, ({ signature }) => ({ signature: readElement(signature, 0x30).content })),
  ],
  ['a length in more bytes than necessary', respelt((hex) => hex.replace(/^3082(....)/, '308300$1'))],
  ['an indefinite length', respelt((hex) => `3080${hex.slice(8)}0000`)],
  ['a length that is too short', respelt((hex) => hex.replace(/^3082..../, '30820100'))],
  ['another content type', respelt((hex) => hex.replace('2A864886F70D010702', '2A864886F70D010703'))],
  [
    'the signer identified by the key',
    (sealed) => reencodeSeal(sealed, () => ({ identity: element(0x80, new Uint8Array(20)) })),
  ],
  [
    'an unsigned attribute twice',
    (sealed) => reencodeSeal(sealed, () => ({ unsigned: [sequence(), sequence()] })),
  ],
  ['an empty unsigned attribute', (sealed) => reencodeSeal(sealed, () => ({ unsigned: [new Uint8Array()] }))],
  [
    'an invalid signer',
    (sealed) => reencodeSeal(sealed, () => ({ identity: octetString(new Uint8Array()) })),
  ],
  [
    'an invalid certificate',
    (sealed) =>
      reencodeSeal(sealed, ({ certificates }) => ({
        certificates: [...certificates, octetString(new Uint8Array(9))],
      })),
  ],
  [
    'half of a certificate',
    (sealed) =>
      reencodeSeal(sealed, ({ certificates }) => ({ certificates: [certificates[0]!.subarray(0, 99)] })),
  ],
];

const named = (family: string, list: [string, Harm][]): Tampering[] =>
  list.map(([name, harm]) => ({ family, name, make: async (file) => harm(file.sealed) }));

export const byStructure: readonly Tampering[] = [
  ...named('tables', tables),
  ...named('shadow', shadows),
  ...named('evidence appended to the file', evidence),
  ...named('wrapped', wrapped),
  ...named('encoding', encodings),
];
