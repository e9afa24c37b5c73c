import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { dict, latin1Bytes, name, ref, stream } from '#pdf/objects/objects.ts';
import type { PdfObject } from '#pdf/objects/objects.ts';
import { makePdf } from './make-pdf.ts';
import { ownFont } from './own-font.ts';

type Hostile = {
  content: string;
  resources?: Record<string, PdfObject>;
  objects?: Record<number, PdfObject>;
};

const TITLE = 'BT /F1 24 Tf 60 760 Td (Contract) Tj ET\n';
const RENT = 'BT /F1 14 Tf 60 700 Td (The rent is 1200 EUR per month.) Tj ET\n';
const CLAUSE = 'BT /F1 14 Tf 60 640 Td (Clause 7: 9900 EUR today) Tj ET\n';

/** Returns one page with a title, the rent, and the hostile content. */
export function hostilePdf({ content, resources, objects }: Hostile): Uint8Array {
  return makePdf({
    pages: [{ content: TITLE + RENT + content, ...(resources === undefined ? {} : { resources }) }],
    ...(objects === undefined ? {} : { objects }),
  });
}

/** Like `hostilePdf`, but with an embedded font, so that all programs draw identical glyphs. */
const hostilePdfInOwnFont = (hostile: Hostile): Uint8Array =>
  hostilePdf({ ...hostile, objects: { ...hostile.objects, ...ownFont(3) } });

/** Returns a file whose page content is split into streams at arbitrary bytes. */
function splitPdf([content, cuts]: [string, number[]]): Uint8Array {
  const whole = TITLE + RENT + content;
  const ends = [...new Set(cuts.map((cut) => cut % whole.length))].toSorted((a, b) => a - b);
  const parts = [...ends, whole.length].map((end, at) => whole.slice(ends[at - 1] ?? 0, end));
  return makePdf({
    pages: [{ entries: { Contents: parts.map((_, at) => ref(1000 + at)) } }],
    objects: Object.fromEntries(parts.map((part, at) => [1000 + at, stream({}, latin1Bytes(part))])),
  });
}

const digits = fc.stringMatching(/^[0-9]{1,3}$/);
const oddNumber = fc.oneof(
  fc
    .array(fc.constantFrom('7', '0', '5', '-', '+', '.', '-', '.'), { minLength: 2, maxLength: 7 })
    .map((parts) => parts.join('')),
  fc
    .tuple(digits, fc.constantFrom('e2', 'E1', 'e-1', 'x', ',5', '#2B', '_0', "'", 'Td', 'd'))
    .map((parts) => parts.join('')),
  fc.constantFrom(
    '--600',
    '600-9',
    '6-0-0',
    '+.',
    '-.',
    '600.0.0',
    '4294967896',
    '99999999999',
    '0.00000000000600',
  ),
);

const hexDigits = fc.array(fc.constantFrom('3', '4', '4', '3', 'Z', ' ', 'g', '\n', '%', '-'), {
  minLength: 4,
  maxLength: 16,
});
const literal = fc.array(
  fc.constantFrom('9', '1', '0', '\\', '(', ')', '\r', '\n', '\\n', '\\061', '\\461', '\\\r\n', 'E'),
  { minLength: 3, maxLength: 12 },
);
const word = fc.constantFrom(
  'foo',
  'ETq',
  'QBT',
  'TjET',
  '}',
  '{',
  ')',
  '>',
  ']',
  '>>',
  'q1',
  'Tj5',
  'BX',
  'EX',
  'null',
  'true',
  'ID',
  'EI',
  'd1',
  '9 w',
  '/N',
  '(x)',
  '[1]',
  '<<',
  '[',
  '<</A 1>>',
  '%c\r',
);

const show = (text: string): string => `BT /F1 14 Tf 60 640 Td ${text} Tj ET`;
const boxAt = (y: number): string => `BT /F1 14 Tf 60 ${y} Td (Below: 42 EUR) Tj ET`;

/** Operators of a page, malformed in different ways. */
const contents: Record<string, fc.Arbitrary<string>> = {
  'numbers of a place': oddNumber.map((odd) => `BT /F1 14 Tf 60 ${odd} Td (Clause 7: 9900 EUR today) Tj ET`),
  'numbers of a matrix': oddNumber.map(
    (odd) => `BT /F1 14 Tf 1 0 0 1 60 ${odd} Tm (Clause 7: 9900 EUR) Tj ET`,
  ),
  'numbers of a size': oddNumber.map((odd) => `BT /F1 ${odd} Tf 60 640 Td (Clause 7) Tj ET`),
  'numbers of a transformation': oddNumber.map((odd) => `q 1 0 0 1 0 ${odd} cm ${CLAUSE}Q`),
  'numbers of a rectangle': oddNumber.map((odd) => `${CLAUSE}1 g 50 630 ${odd} 30 re f`),
  'hexadecimal strings': hexDigits.map((odd) => show(`<${odd.join('')}>`)),
  'hexadecimal strings without an end': hexDigits.map((odd) => `${show(`<${odd.join('')}`)} ${boxAt(600)}`),
  'literal strings': literal.map((odd) => `${show(`(${odd.join('')})`)} ${boxAt(600)}`),
  'words between operands': fc
    .tuple(word, word)
    .map(([one, two]) => `BT /F1 14 Tf 60 ${one} 640 Td (Clause) ${two} Tj (9900) Tj ET ${boxAt(600)}`),
  'words between operators': fc
    .tuple(word, word)
    .map(([one, two]) => `BT /F1 14 Tf ${one} 60 640 Td (Clause) Tj ${two} (9900) Tj ET ${boxAt(600)}`),
  'words in arrays': fc
    .tuple(word, word)
    .map(
      ([one, two]) => `BT /F1 14 Tf 60 640 Td [(Clause) ${one} -200 (7) ${two} (9900)] TJ ET ${boxAt(600)}`,
    ),
  'operands of a wrong count': fc
    .tuple(
      fc.constantFrom('Td', 'Tf', 'Tm', 'TL', 'Tz', 'rg', 'k', 'cm', 're', 'l', 'Tr', 'gs', 'd'),
      fc.array(fc.constantFrom('1', '5', '/F1', '(x)', '[]', '0'), { maxLength: 7 }),
    )
    .map(
      ([operator, operands]) =>
        `BT /F1 14 Tf 60 640 Td ${operands.join(' ')} ${operator} (Clause 7) Tj ET ${boxAt(600)}`,
    ),
  'text modes': fc
    .constantFrom('0', '1', '2', '3', '4', '5', '6', '7', '8', '-1', '2.5', '99', '1e0')
    .map(
      (mode) =>
        `q BT ${mode} Tr /F1 14 Tf 60 640 Td (Clause 7: 9900 EUR) Tj ET 0.5 g 50 630 300 30 re f Q ${boxAt(600)}`,
    ),
  'states inside of text': fc
    .constantFrom(
      'q 0 -30 Td (one) Tj Q',
      'q 0 -30 Td Q',
      'q (one) Tj Q',
      'q 1 0 0 rg Q',
      'q 1 0 0 1 60 610 Tm Q',
      'Q q',
    )
    .map((inside) => `q BT /F1 14 Tf 60 640 Td (Clause) Tj ${inside} (9900) Tj ET Q ${boxAt(580)}`),
  'operators inside of a path': fc
    .constantFrom('q 1 0 0 1 0 -40 cm', 'q', '1 g', '1 0 0 1 0 -40 cm', 'BT ET', boxAt(600), '/P BMC EMC')
    .map((inside) => `q ${CLAUSE} 0.5 g 60 560 100 20 re ${inside} f Q`),
  clipping: fc
    .constantFrom(
      'W n',
      '10 10 m W n',
      'W 0 0 600 620 re n',
      '0 0 600 650 re W W* n',
      '0 0 600 630 re W f',
      '5 5 l W n',
    )
    .map((clip) => `q ${clip} ${CLAUSE} ${boxAt(600)} Q`),
  'texts in texts': fc
    .constantFrom('BT', 'ET', 'ET ET', 'BT BT', 'ET BT', '')
    .map((inside) => `BT /F1 14 Tf 60 640 Td (Clause) Tj ${inside} 0 -20 Td (9900) Tj ET ${boxAt(560)}`),
  'inline images': fc
    .tuple(
      fc.constantFrom('\nEI\n', ' EI ', '\nEI Q BT /F1 9 Tf 60 640 Td (9900) Tj ET q\n', '\0EI\0', ''),
      fc.constantFrom(
        '/W 60 /H 2 /BPC 8 /CS /G',
        '/Width 60 /Height 2 /BitsPerComponent 8 /ColorSpace /DeviceGray',
        '/W 60 /H 2 /IM true',
        '/W 6-0 /H 2 /BPC 8 /CS /G',
      ),
      fc.constantFrom('', '/F /AHx', '/F /Fl', '/F [/A85]'),
    )
    .map(([inside, entries, filter]) => inlineImage(inside, entries, filter)),
};

/** An image whose data contains `inside` and has the length that it claims. */
function inlineImage(inside: string, entries: string, filter: string): string {
  const data = (inside + '\x20'.repeat(120)).slice(0, 120);
  const bytes = Buffer.from(data, 'latin1');
  const packed: Record<string, string> = {
    '/F /AHx': `${bytes.toString('hex')}>`,
    '/F /Fl': deflateSync(bytes).toString('latin1'),
    '/F [/A85]': `${'z'.repeat(30)}~>`,
  };
  return `q 200 0 0 20 60 560 cm BI ${entries} ${filter} ID ${packed[filter] ?? data}\nEI Q ${CLAUSE}`;
}

const box: fc.Arbitrary<PdfObject> = fc.oneof<fc.Arbitrary<PdfObject>[]>(
  fc.constant([0, 0, 595, 842]),
  fc.array(fc.constantFrom(0, 0, 595, 842, 100), { maxLength: 6 }),
  fc.constantFrom<PdfObject>([595, 842, 0, 0], [0, 0, name('x'), 9], name('Box'), null),
);
const matrix: fc.Arbitrary<PdfObject> = fc.oneof<fc.Arbitrary<PdfObject>[]>(
  fc.array(fc.constantFrom(1, 0, 0, 1, 20), { maxLength: 8 }),
  fc.constantFrom<PdfObject>([1, 0, 0, 1, 0, -30], [1, 0, name('x'), 1, 0, 0], name('M'), null),
);

const form = (entries: Record<string, PdfObject>, content: string): PdfObject =>
  stream(
    {
      Type: name('XObject'),
      Subtype: name('Form'),
      Resources: dict({ Font: dict({ F1: ref(3) }) }),
      ...entries,
    },
    latin1Bytes(content),
  );

const type3 = (glyph: string, fontBox: PdfObject, fontMatrix: PdfObject): PdfObject[] => [
  dict({
    Type: name('Font'),
    Subtype: name('Type3'),
    FontBBox: fontBox,
    FontMatrix: fontMatrix,
    CharProcs: dict({ a: ref(1001) }),
    Encoding: dict({ Type: name('Encoding'), Differences: [97, name('a')] }),
    FirstChar: 97,
    LastChar: 97,
    Widths: [9000],
    Resources: dict({ Font: dict({ F1: ref(3) }) }),
  }),
  stream({}, latin1Bytes(glyph)),
];

const brokenProfile = fc.oneof(
  fc.constantFrom('bogus', ''),
  fc
    .tuple(fc.nat({ max: 400 }), fc.string({ maxLength: 20 }))
    .map(([zeros, text]) => '\0'.repeat(zeros) + text),
);

/** Faulty dictionaries around content, and malformed content wherever a file can contain content. */
const structures: Record<string, fc.Arbitrary<Uint8Array>> = {
  'streams that are cut anywhere': fc
    .tuple(fc.constant(CLAUSE), fc.array(fc.nat({ max: 400 }), { minLength: 1, maxLength: 4 }))
    .map(splitPdf),
  'boxes and matrices of forms': fc.tuple(box, matrix).map(([bbox, mat]) =>
    hostilePdf({
      content: '/X Do',
      resources: { XObject: dict({ X: ref(1000) }) },
      objects: {
        1000: form(
          { ...(bbox === null ? {} : { BBox: bbox }), ...(mat === null ? {} : { Matrix: mat }) },
          CLAUSE,
        ),
      },
    }),
  ),
  'boxes and matrices of patterns': fc.tuple(box, matrix).map(([bbox, mat]) =>
    hostilePdfInOwnFont({
      content: '/Pattern cs /P scn 0 0 595 680 re f',
      resources: { Pattern: dict({ P: ref(1000) }) },
      objects: {
        1000: stream(
          {
            PatternType: 1,
            PaintType: 1,
            TilingType: 1,
            XStep: 595,
            YStep: 842,
            ...(bbox === null ? {} : { BBox: bbox }),
            ...(mat === null ? {} : { Matrix: mat }),
            Resources: dict({ Font: dict({ F1: ref(3) }) }),
          },
          latin1Bytes(CLAUSE),
        ),
      },
    }),
  ),
  'glyphs of Type 3 fonts': fc
    .tuple(
      fc.constantFrom(
        '',
        '9000 0 d0',
        '9000 0 0 0 9000 1000 d1',
        '9000 0 0 0 0 0 d1',
        '9000 0 0 0 10 10 d1',
        '1 g 9000 0 d0',
        'q Q 9000 0 0 0 9 9 d1',
        '9000 d0',
        '9000 0 0 0 9-9 9 d1',
      ),
      fc.constantFrom('1 g', '0 g', '1 0 0 rg', '1 1 1 RG', '', '0 0 0 0 k'),
      fc.constantFrom(
        'BT /F1 1000 Tf (Buyer pays 9900) Tj ET',
        '0 0 900 900 re f',
        '100 w 0 0 900 900 re S',
        '/F1 9-00 Tf',
      ),
      fc.constantFrom<PdfObject>([0, 0, 9000, 1000], [0, 0, 0, 0], [0, 0, 10]),
      fc.constantFrom<PdfObject>([0.001, 0, 0, 0.001, 0, 0], [0.001, 0, 0, 0.001]),
    )
    .map(([first, color, drawing, fontBox, fontMatrix]) => {
      const [font, glyph] = type3(`${first} ${color} ${drawing}`, fontBox, fontMatrix);
      return hostilePdf({
        content: 'BT /T 14 Tf 60 600 Td (a) Tj ET',
        resources: { Font: dict({ F1: ref(3), T: ref(1000) }) },
        objects: { 1000: font!, 1001: glyph! },
      });
    }),
  'profiles of colors': fc
    .tuple(brokenProfile, fc.constantFrom(1, 3, 4, 2), fc.constantFrom(undefined, 'DeviceRGB', 'DeviceGray'))
    .map(([profile, count, alternate]) =>
      hostilePdf({
        content: `/CS cs ${'1 '.repeat(Math.max(1, count - 1))}${count > 1 ? '0 ' : ''}scn ${CLAUSE}`,
        resources: { ColorSpace: dict({ CS: [name('ICCBased'), ref(1000)] }) },
        objects: {
          1000: stream(
            { N: count, Alternate: alternate === undefined ? undefined : name(alternate) },
            latin1Bytes(profile.replace(/[^\0-\xff]/g, '?')),
          ),
        },
      }),
    ),
  'calibrated colors': fc
    .tuple(fc.constantFrom(0.01, 0.5, 1, 2.2, 50, 200, -1), fc.constantFrom(0.03, 0.5, 0.97), fc.boolean())
    .map(([gamma, value, grey]) =>
      hostilePdf({
        content: `/CS cs ${grey ? value : `${value} ${value} ${value}`} scn ${CLAUSE}`,
        resources: {
          ColorSpace: dict({
            CS: [
              name(grey ? 'CalGray' : 'CalRGB'),
              dict({ WhitePoint: [0.9505, 1, 1.089], Gamma: grey ? gamma : [gamma, gamma, gamma] }),
            ],
          }),
        },
      }),
    ),
  'malformed content in a form': oddContent().map((odd) =>
    hostilePdf({
      content: '/X Do',
      resources: { XObject: dict({ X: ref(1000) }) },
      objects: { 1000: form({ BBox: [0, 0, 595, 842] }, odd) },
    }),
  ),
  'malformed content in a pattern': oddContent().map((odd) =>
    hostilePdfInOwnFont({
      content: '/Pattern cs /P scn 0 0 595 680 re f',
      resources: { Pattern: dict({ P: ref(1000) }) },
      objects: {
        1000: stream(
          {
            PatternType: 1,
            PaintType: 1,
            TilingType: 1,
            XStep: 595,
            YStep: 842,
            BBox: [0, 0, 595, 842],
            Resources: dict({ Font: dict({ F1: ref(3) }) }),
          },
          latin1Bytes(odd),
        ),
      },
    }),
  ),
  'malformed content in a soft mask': oddContent().map((odd) =>
    hostilePdfInOwnFont({
      content: `q /B gs ${CLAUSE} Q`,
      resources: { ExtGState: dict({ B: dict({ SMask: dict({ S: name('Alpha'), G: ref(1000) }) }) }) },
      objects: { 1000: form({ BBox: [0, 0, 595, 842] }, `0 0 200 842 re f ${odd}`) },
    }),
  ),
  'malformed content in an appearance': oddContent().map((odd) =>
    makePdf({
      pages: [{ content: TITLE + RENT, entries: { Annots: [ref(1001)] } }],
      objects: {
        1000: form({ BBox: [0, 0, 595, 842] }, odd),
        1001: dict({
          Type: name('Annot'),
          Subtype: name('FreeText'),
          Rect: [0, 0, 595, 842],
          F: 4,
          AP: dict({ N: ref(1000) }),
        }),
      },
    }),
  ),
};

function oddContent(): fc.Arbitrary<string> {
  return fc.oneof(
    contents['numbers of a place']!,
    contents['hexadecimal strings']!,
    contents['words between operators']!,
  );
}

/** Generators of hostile files, by the kind of malformed content. */
export const hostileKinds: Record<string, fc.Arbitrary<Uint8Array>> = {
  ...Object.fromEntries(
    Object.entries(contents).map(([kind, content]) => [
      kind,
      content.map((made) => hostilePdf({ content: made })),
    ]),
  ),
  ...structures,
};
