import {
  dict,
  PdfDict,
  PdfName,
  PdfRef,
  PdfStream,
  textString,
  type PdfObject,
} from '#pdf/objects/objects.ts';
import { openPdf } from '#pdf/read/open-pdf.ts';
import { appendRevision } from '#pdf/stamp/append-revision.ts';
import {
  contextTag,
  integer,
  nullValue,
  objectIdentifier,
  octetString,
  sequence,
  setOf,
} from '#pdf/verify/canonical-der/der.ts';
import { flipSignature, p256Order, reencodeSeal, type SealParts } from '#testing/pki/respell-seal.ts';
import { sampleLease } from '../documents/sample-lease.ts';
import type { Tampering } from './tampering.ts';

/* Mallory has a sealed file but no key. Each of her results is either a changed file, or not sealed by us. */

type Harm = (sealed: Uint8Array) => Uint8Array;

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
const bytesOf = (latin: string): Uint8Array => Uint8Array.from(Buffer.from(latin, 'latin1'));

/** Keeps the length of the file, so that only these bytes differ. */
function replaced(sealed: Uint8Array, from: string | RegExp, to: string): Uint8Array {
  const whole = text(sealed);
  const found = typeof from === 'string' ? from : (from.exec(whole)?.[0] ?? '\u0000');
  if (!whole.includes(found)) throw new Error(`${String(from)} is not in the file`);
  return bytesOf(
    whole.replace(found, () => to.padEnd(found.length).slice(0, Math.max(to.length, found.length))),
  );
}

type Parts = {
  catalog: PdfDict;
  root: PdfRef;
  page: PdfDict;
  pageRef: PdfRef;
  size: number;
  at: (ref: unknown) => unknown;
};

function partsOf(sealed: Uint8Array): Parts {
  const file = openPdf(sealed);
  const catalog = file.object(file.rootRef) as PdfDict;
  const pages = file.resolve(catalog.get('Pages')) as PdfDict;
  const [pageRef] = pages.get('Kids') as PdfRef[];
  const page = file.object(pageRef!) as PdfDict;
  return {
    catalog,
    root: file.rootRef,
    page,
    pageRef: pageRef!,
    size: file.size,
    at: (ref) => file.resolve(ref as never),
  };
}

/** Appends an incremental update that changes or adds these objects. */
function updated(change: (parts: Parts) => [number, PdfObject][], trailer?: (parts: Parts) => PdfDict): Harm {
  return (sealed) => {
    const parts = partsOf(sealed);
    const objects = new Map(change(parts));
    return appendRevision(sealed, objects, trailer && { trailer: trailer(parts) });
  };
}

const inCatalog = (
  entries: (parts: Parts) => [string, PdfObject | undefined][],
  more: (parts: Parts) => [number, PdfObject][] = () => [],
): Harm =>
  updated((parts) => {
    const catalog = new PdfDict([...parts.catalog]);
    for (const [key, value] of entries(parts)) {
      if (value === undefined) catalog.delete(key);
      else catalog.set(key, value);
    }
    return [[parts.root.num, catalog], ...more(parts)];
  });

const onPage = (
  entries: (parts: Parts) => [string, PdfObject][],
  more: (parts: Parts) => [number, PdfObject][] = () => [],
): Harm =>
  updated((parts) => [[parts.pageRef.num, new PdfDict([...parts.page, ...entries(parts)])], ...more(parts)]);

const annotation = (subtype: string, rect: number[], entries: [string, PdfObject][] = []): Harm =>
  onPage(
    ({ size }) => [['Annots', [new PdfRef(size)]]],
    ({ size }) => [
      [
        size,
        new PdfDict([
          ['Type', new PdfName('Annot')],
          ['Subtype', new PdfName(subtype)],
          ['Rect', rect],
          ...entries,
        ]),
      ],
    ],
  );

const action = dict({ S: new PdfName('JavaScript'), JS: textString('app.alert(1)') });

const revisions: [string, Harm][] = [
  [
    'another text on page 1',
    updated(({ page, at }) => [[firstContent(page, at), new PdfStream(new PdfDict(), Buffer.from('q Q'))]]),
  ],
  ['a rotated page', onPage(() => [['Rotate', 180]])],
  ['a cropped page', onPage(() => [['CropBox', [0, 0, 100, 100]]])],
  ['a larger page', onPage(() => [['MediaBox', [0, 0, 2000, 2000]]])],
  ['other fonts on a page (shadow)', onPage(() => [['Resources', dict({})]])],
  ...[
    'FreeText',
    'Square',
    'Stamp',
    'Highlight',
    'Ink',
    'Redact',
    'Text',
    'Link',
    'FileAttachment',
    'Widget',
  ].map((subtype): [string, Harm] => [`a ${subtype} on page 1`, annotation(subtype, [72, 72, 300, 200])]),
  ['a hidden note', annotation('FreeText', [0, 0, 0, 0], [['F', 2]])],
  ['a note outside of the page', annotation('FreeText', [-500, -500, -400, -400])],
  ['a script that runs on opening', inCatalog(() => [['OpenAction', action]])],
  [
    'named scripts',
    inCatalog(() => [['Names', dict({ JavaScript: dict({ Names: [textString('a'), action] }) })]]),
  ],
  [
    'its evidence removed',
    inCatalog(() => [
      ['Names', undefined],
      ['AF', undefined],
    ]),
  ],
  ['its list of files shortened', inCatalog(() => [['AF', []]])],
  ['the seal’s permissions removed', inCatalog(() => [['Perms', undefined]])],
  ['its form removed', inCatalog(() => [['AcroForm', undefined]])],
  [
    'a form that redraws its fields',
    inCatalog(() => [['AcroForm', dict({ Fields: [], NeedAppearances: true })]]),
  ],
  ['layers', inCatalog(() => [['OCProperties', dict({ OCGs: [], D: dict({}) })]])],
  ['another language', inCatalog(() => [['Lang', textString('xx')]])],
  [
    'no tags',
    inCatalog(() => [
      ['StructTreeRoot', undefined],
      ['MarkInfo', undefined],
    ]),
  ],
  ['other viewer preferences', inCatalog(() => [['ViewerPreferences', dict({ HideMenubar: true })]])],
  ['another version', inCatalog(() => [['Version', new PdfName('2.0')]])],
  ['an outline', inCatalog(() => [['Outlines', dict({ Type: new PdfName('Outlines'), Count: 0 })]])],
  [
    'extensions',
    inCatalog(() => [
      ['Extensions', dict({ MALL: dict({ BaseVersion: new PdfName('1.7'), ExtensionLevel: 1 }) })],
    ]),
  ],
  [
    'one page fewer',
    updated(({ catalog, at }) => [
      [(catalog.get('Pages') as PdfRef).num, fewer(at(catalog.get('Pages')) as PdfDict)],
    ]),
  ],
  [
    'a page twice',
    updated(({ catalog, at }) => [
      [(catalog.get('Pages') as PdfRef).num, twice(at(catalog.get('Pages')) as PdfDict)],
    ]),
  ],
  [
    'its pages in another order',
    updated(({ catalog, at }) => [
      [(catalog.get('Pages') as PdfRef).num, turned(at(catalog.get('Pages')) as PdfDict)],
    ]),
  ],
  ['an unused object', updated(({ size }) => [[size, textString('hidden')]])],
  ['an unused stream', updated(({ size }) => [[size, new PdfStream(new PdfDict(), Buffer.from('hidden'))]])],
  ['an empty update', updated(() => [])],
  [
    'another title',
    updated(
      ({ size }) => [[size, dict({ Title: textString('Sale') })]],
      ({ size }) => dict({ Info: new PdfRef(size) }),
    ),
  ],
  [
    'a second signature',
    updated(({ size }) => [
      [size, dict({ Type: new PdfName('Sig'), ByteRange: [0, 10, 20, 30], Contents: textString('x') })],
    ]),
  ],
  [
    'a timestamp without a form field',
    inCatalog(
      ({ size }) => [['AcroForm', dict({ Fields: [new PdfRef(size)] })]],
      ({ size }) => [
        [
          size,
          dict({ Type: new PdfName('DocTimeStamp'), ByteRange: [0, 1, 2, 3], Contents: textString('x') }),
        ],
      ],
    ),
  ],
  [
    'long-term validation data with an unrelated certificate',
    inCatalog(
      ({ size }) => [['DSS', dict({ Certs: [new PdfRef(size)] })]],
      ({ size }) => [[size, new PdfStream(new PdfDict(), Buffer.from('certificate'))]],
    ),
  ],
];

function firstContent(page: PdfDict, at: Parts['at']): number {
  const contents = page.get('Contents');
  const list =
    contents instanceof PdfRef
      ? Array.isArray(at(contents))
        ? (at(contents) as PdfRef[])
        : [contents]
      : (contents as PdfRef[]);
  return list[0]!.num;
}
const kidsOf = (pages: PdfDict): PdfObject[] => pages.get('Kids') as PdfObject[];
const withKids = (pages: PdfDict, kids: PdfObject[]): PdfDict =>
  new PdfDict([...pages, ['Kids', kids], ['Count', kids.length]]);
const fewer = (pages: PdfDict): PdfDict => withKids(pages, kidsOf(pages).slice(0, -1));
const twice = (pages: PdfDict): PdfDict => withKids(pages, [kidsOf(pages)[0]!, ...kidsOf(pages)]);
const turned = (pages: PdfDict): PdfDict => withKids(pages, kidsOf(pages).toReversed());

const around: [string, Harm][] = [
  ...[
    '\n',
    ' ',
    '\u0000',
    '%',
    '% comment\n',
    '%%EOF\n',
    'x',
    '\u0000'.repeat(4096),
    'startxref\n0\n%%EOF\n',
    '<?xml?>',
    'PK\u0003\u0004',
  ].map((tail): [string, Harm] => [
    `behind it ${JSON.stringify(tail.slice(0, 24))}`,
    (sealed) => bytesOf(text(sealed) + tail),
  ]),
  ...['\n', '\ufeff', '% x\n', 'MZ', '%PDF-1.4\n', '<html>'].map((head): [string, Harm] => [
    `before it ${JSON.stringify(head)}`,
    (sealed) => bytesOf(Buffer.from(head).toString('latin1') + text(sealed)),
  ]),
  ['two copies of the file', (sealed) => bytesOf(text(sealed) + text(sealed))],
  ['the lease after it', (sealed) => bytesOf(text(sealed) + text(sampleLease(1)))],
  ['the lease before it', (sealed) => bytesOf(text(sampleLease(1)) + text(sealed))],
  [
    'wrapped in a stream of another file',
    (sealed) =>
      appendRevision(
        sampleLease(1),
        new Map([[openPdf(sampleLease(1)).size, new PdfStream(new PdfDict(), Buffer.from(sealed))]]),
      ),
  ],
];

const cuts: [string, Harm][] = [1, 2, 7, 30, 200, 1000, 5000, 9000].map((less) => [
  `its last ${less} bytes cut off`,
  (sealed) => sealed.subarray(0, -less),
]);

type Range = [number, number, number, number];
const range =
  (change: (given: Range) => (number | string)[]): Harm =>
  (sealed) => {
    const found = /\/ByteRange \[(\d+) (\d+) (\d+) (\d+)\s*\]/.exec(text(sealed))!;
    return replaced(
      sealed,
      found[0],
      `/ByteRange [${change(found.slice(1).map(Number) as Range).join(' ')}]`,
    );
  };

const ranges: [string, Harm][] = [
  ['a range that begins later', range(([a, b, c, d]) => [a + 1, b - 1, c, d])],
  ['a range that ends earlier', range(([a, b, c, d]) => [a, b, c, d - 1])],
  ['a range with a wider gap', range(([a, b, c, d]) => [a, b - 9, c, d])],
  ['a range that ends after the file', range(([a, b, c, d]) => [a, b, c, d + 9])],
  ['a second range that starts later', range(([a, b, c, d]) => [a, b, c + 5, d - 5])],
  ['ranges that overlap', range(([a, b, , d]) => [a, b, b - 100, d])],
  ['a negative range', range(([a, b, c]) => [a, b, c, -1])],
  ['an empty range', range(() => [0, 0, 0, 0])],
  ['three numbers', range(([a, b, c]) => [a, b, c])],
  ['five numbers', range(([, b, c]) => [0, b, c, 1, 1])],
  ['a fraction', range(([a, b, c]) => [a, b, c, '9.5'])],
  ['a range with another key', range(() => ['null'])],
  ['no range', (sealed) => replaced(sealed, '/ByteRange', '/ByteRanje')],
];

const contents: [string, Harm][] = [
  [
    'lowercase digits',
    (sealed) =>
      reencodeSeal(
        sealed,
        () => ({}),
        (hex) => hex.toLowerCase(),
      ),
  ],
  [
    'one lowercase digit',
    (sealed) =>
      reencodeSeal(
        sealed,
        () => ({}),
        (hex) => hex.replace(/[A-F]/, (letter) => letter.toLowerCase()),
      ),
  ],
  [
    'an empty signature value',
    (sealed) => replaced(sealed, /\/Contents <[0-9A-F]{20}/, '/Contents <00000000000000000000'),
  ],
  ['a space in the signature', (sealed) => replaced(sealed, /\/Contents <[0-9A-F]{4}/, '/Contents <3 08')],
  [
    'a letter that is not a hexadecimal digit',
    (sealed) => replaced(sealed, /\/Contents <[0-9A-F]{4}/, '/Contents <30G2'),
  ],
  ['no contents', (sealed) => replaced(sealed, '/Contents <', '/Contentz <')],
  ['bytes in the padding after the signature', (sealed) => replaced(sealed, /00000000>/, '00000BAD>')],
];

const other = (type: string): Uint8Array => objectIdentifier(type);
const unsigned = (type: string, value: Uint8Array) => () => ({
  unsigned: [sequence(other(type), setOf(value))],
});
const cms: [string, (parts: SealParts) => Partial<SealParts>][] = [
  [
    'the other signature of the pair',
    ({ signature }) => ({ signature: flipSignature(signature, p256Order) }),
  ],
  ['the root omitted', ({ certificates }) => ({ certificates: certificates.slice(0, -1) })],
  ['only the last certificate', ({ certificates }) => ({ certificates: certificates.slice(-1) })],
  ['no certificate', () => ({ certificates: [] })],
  ['its certificates in reverse order', ({ certificates }) => ({ certificates: certificates.toReversed() })],
  ['a certificate twice', ({ certificates }) => ({ certificates: [...certificates, certificates[0]!] })],
  [
    'NULL behind SHA-256',
    () => ({ digestAlgorithm: sequence(other('2.16.840.1.101.3.4.2.1'), nullValue()) }),
  ],
  [
    'NULL behind the SHA-256 of the signer',
    () => ({ signerDigestAlgorithm: sequence(other('2.16.840.1.101.3.4.2.1'), nullValue()) }),
  ],
  ['SHA-1 for SHA-256', () => ({ digestAlgorithm: sequence(other('1.3.14.3.2.26')) })],
  ['SHA-512 of the signer', () => ({ signerDigestAlgorithm: sequence(other('2.16.840.1.101.3.4.2.3')) })],
  ['the algorithm of RSA', () => ({ signatureAlgorithm: sequence(other('1.2.840.113549.1.1.11')) })],
  [
    'NULL behind the algorithm',
    () => ({ signatureAlgorithm: sequence(other('1.2.840.10045.4.3.2'), nullValue()) }),
  ],
  ['another version', () => ({ version: integer(3) })],
  ['an empty signature', () => ({ signature: new Uint8Array() })],
  ['r and s equal to one', () => ({ signature: sequence(integer(1), integer(1)) })],
  ['r and s equal to zero', () => ({ signature: sequence(integer(0), integer(0)) })],
  ['a signature with trailing bytes', ({ signature }) => ({ signature: Uint8Array.of(...signature, 0) })],
  ['attributes in reverse order', ({ attributes }) => ({ attributes: turnedAttributes(attributes) })],
  [
    'another signer identifier',
    ({ identity }) => ({
      identity: Uint8Array.from(identity, (byte, at) => (at === identity.length - 1 ? byte ^ 1 : byte)),
    }),
  ],
  ['an invalid timestamp token', unsigned('1.2.840.113549.1.9.16.2.14', octetString(new Uint8Array(300)))],
  ['a countersignature', unsigned('1.2.840.113549.1.9.6', octetString(new Uint8Array(300)))],
  ['an archive timestamp', unsigned('0.4.0.1733.2.4', octetString(new Uint8Array(9)))],
  ['revocation values', unsigned('1.2.840.113549.1.9.16.2.24', sequence())],
  ['an unsigned attribute', unsigned('1.2.3.4', sequence(contextTag(0, integer(1))))],
];

/** Moves the last attribute to the front of the set. */
function turnedAttributes(attributes: Uint8Array): Uint8Array {
  const changed = Uint8Array.from(attributes);
  changed.set([changed[changed.length - 1]!, changed[changed.length - 2]!], changed.length - 2);
  changed[changed.length - 1]! ^= 1;
  return changed;
}

const words: [string, string | RegExp, string][] = [
  ['the version in its header', '%PDF-1.7', '%PDF-1.4'],
  ['the time of the seal', '/M (D:2026', '/M (D:2025'],
  ['the reason of the seal', 'Trail ', 'Trial '],
  ['the name of the seal', '/Name (Countersign', '/Name (Countersigm'],
  ['the type of the seal', 'ETSI.CAdES.detached', 'adbe.pkcs7.detached'],
  ['the filter of the seal', 'Adobe.PPKLite', 'Adobe.PPKLitf'],
  ['the permission level of the seal', /\/P 1\b/, '/P 3'],
  ['the transform method of the seal', 'DocMDP', 'DocMDQ'],
  ['the name of the evidence', 'evidence.json', 'evidense.json'],
  ['the offset of the table', /startxref\n\d/, 'startxref\n9'],
  ['the end-of-file marker', '%%EOF', '%%EOG'],
  ['a letter of the lease', 'Lease', 'Lfase'],
  ['an object number', /\n7 0 obj/, '\n8 0 obj'],
  ['a generation number', /\n7 0 obj/, '\n7 1 obj'],
];

const named = (family: string, list: [string, Harm][]): Tampering[] =>
  list.map(([name, harm]) => ({ family, name, make: async (file) => harm(file.sealed) }));

export const withoutKey: readonly Tampering[] = [
  ...named('revision', revisions),
  ...named('around', around),
  ...named('cut', cuts),
  ...named('range', ranges),
  ...named('contents', contents),
  ...named(
    'cms',
    cms.map(
      ([name, change]) => [name, (sealed: Uint8Array) => reencodeSeal(sealed, change)] as [string, Harm],
    ),
  ),
  ...named(
    'words',
    words.map(
      ([name, from, to]) => [name, (sealed: Uint8Array) => replaced(sealed, from, to)] as [string, Harm],
    ),
  ),
];
