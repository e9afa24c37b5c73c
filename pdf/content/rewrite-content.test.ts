import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { latin1Bytes, latin1Text } from '../objects/objects.ts';
import type { Reader } from './number-words.ts';
import { rewriteContent } from './rewrite-content.ts';
import type { ContentContext, ContentKind } from './content-context.ts';

const context = (kind: ContentKind, reader: Reader = 'pdfium'): ContentContext => ({
  kind,
  reader,
  layerOf: (property) => ({ shown: property !== 'Hidden', printed: property !== 'Screen' }),
  componentsOf: (space) => (space === 'Spot' ? 1 : undefined),
  readImage: (_entries, rest) => {
    const end = latin1Text(rest).indexOf('EI');
    return {
      length: end + 2,
      data: { filter: undefined, parms: null, bytes: rest.subarray(0, 2) },
      ambiguous: false,
    };
  },
});

const rewrite = (content: string, kind: ContentKind = 'page', reader?: Reader) => {
  const { bytes, ...found } = rewriteContent(latin1Bytes(content), context(kind, reader));
  return { text: latin1Text(bytes).trim().replaceAll('\n', ' '), ...found };
};

const written = (content: string, kind?: ContentKind): string => rewrite(content, kind).text;

describe('tokens in canonical form', () => {
  test.each([
    ['numbers', '+1 -02.50 .5 7. -0 0.00000000012345 cm', '1 -2.5 0.5 7 0 0.0000000001 cm'],
    ['literal strings become hexadecimal', '(a\\(\\101\\\n\\7771\\r(b)) Tj', '<61284' + '1FF310D286229> Tj'],
    ['a line break in a string is kept', '(a\rb\nc) Tj', '<610D620A63> Tj'],
    ['an odd digit is followed by 0', '<48 6> Tj', '<4860> Tj'],
    ['other characters in hexadecimal strings are removed', '<39 3939Z3030> Tj', '<3939393030> Tj'],
    ['names', '/A#42#20 gs', '/AB#20 gs'],
    ['comments and white space are removed', 'q % Q Q Q\nQ\0\f% end', 'q Q'],
    ['arrays', '[(a)-3<62>]TJ [] 0 d', '[<61> -3 <62> ] TJ [] 0 d'],
    ['dictionaries', '/P<</MCID 0/T(x)>>BDC EMC', '/P <</MCID 0/T <78>>> BDC EMC'],
    [
      'an inline image is written in hexadecimal digits',
      'BI /Width 2 /H 1/BPC 8/CS/G ID ab\nEI q',
      'BI /W 2 /H 1 /BPC 8 /CS /G /F [/AHx] ID 6162> EI q Q',
    ],
  ])('%s', (_, content, expected) => {
    expect(written(content)).toBe(expected);
  });
});

describe('operands of operators', () => {
  test.each([
    ['an unknown operator is removed with its operands', '1 2 foo 0 g', '0 g'],
    ['an operator with too few operands is removed', 'BT /F1 Tf (a) Tj 0 g ET', 'BT <61> Tj 0 g ET'],
    ['an operator with operands of the wrong type is removed', '(a) 0 Td /X 5 Tj', ''],
    ['of too many operands, the last ones are used', '9 60 700 Td', '60 700 Td'],
    ['compatibility brackets are removed', 'BX foo EX 0 g', '0 g'],
    ['an undefined rendering mode', '9 Tr 3 Tr 2.7 Tr', '3 Tr 2 Tr'],
    [
      'a color with as many components as its space',
      '1 sc /Spot cs 1 0 scn 1 scn /P scn',
      '1 sc /Spot cs 1 scn',
    ],
    [
      'words in the array of a TJ are removed, but not its strings',
      '[(a) 0 Tc -9 (b)] TJ',
      '[<61> 0 -9 <62> ] TJ',
    ],
    ['a number directly followed by an operator', '1 0 0 rg 5w 2 w', '1 0 0 rg 2 w'],
  ])('%s', (_, content, expected) => {
    expect(written(content)).toBe(expected);
  });
});

describe('closing of open constructs', () => {
  test.each([
    ['open states', 'q q Q', 'q q Q Q'],
    ['open text and marks', '/P BMC BT', '/P BMC BT ET EMC'],
    ['an extra Q and an extra EMC', 'q Q Q EMC 0 g', 'q Q 0 g'],
    ['a string without an end', '0 g (abc', '0 g'],
    ['an array without an end', '0 g [1 2', '0 g'],
    ['an array without an end includes what follows', 'q 0 g [ (a) BT (b) Tj ET Q', 'q 0 g Q'],
    ['a dictionary without an end', '0 g /P << foo 1 g', '0 g 1 g'],
    ['a text object inside another', 'BT BT ET', 'BT ET BT ET'],
    ['a path that is never painted', '0 0 m 5 5 l', ''],
    ['a path is not interrupted by other operators', '0 0 9 9 re 1 0 0 rg f', '1 0 0 rg 0 0 9 9 re f'],
    ['a path clips even if it begins after W', 'W 0 0 9 9 re n', '0 0 9 9 re W n'],
    ['painting and clipping require a path', 'f W n 0 0 9 9 re W n', '0 0 9 9 re W n'],
    ['a line requires a starting point', '5 5 l S 0 0 m 5 5 l S', '0 0 m 5 5 l S'],
  ])('%s', (_, content, expected) => {
    expect(written(content)).toBe(expected);
  });
});

describe('optional content', () => {
  test.each([
    ['shown', '/OC /Shown BDC 0 0 9 9 re f EMC', '0 0 9 9 re f'],
    [
      'hidden',
      "/OC /Hidden BDC 0 0 9 9 re f BT (a) Tj (b) ' ET /X Do EMC (c) Tj",
      '0 0 9 9 re n BT T* ET <63> Tj',
    ],
  ])('%s', (_, content, expected) => {
    expect(written(content)).toBe(expected);
  });
});

describe('glyphs of Type 3 fonts', () => {
  test.each([
    ['without d0 and d1 are stencils', '1 g 0 0 9 9 re f', '0 0 -1 -1 10 10 d1 0 0 9 9 re f'],
    ['of d1 set no colors', '9 0 0 0 1 1 d1 1 0 0 rg 0 0 9 9 re f', '9 0 -1 -1 10 10 d1 0 0 9 9 re f'],
    ['of d0 keep their colors', '9 0 d0 1 0 0 rg 0 0 9 9 re f', '9 0 d0 1 0 0 rg 0 0 9 9 re f'],
    ['of d0 without colors are stencils', '9 0 d0 0 0 9 9 re f', '9 0 -1 -1 10 10 d1 0 0 9 9 re f'],
    ['begin with exactly one d0 or d1', 'q 9 0 d0 Q 9 0 0 0 1 1 d1 1 g', '9 0 d0 q Q 1 g'],
  ])('%s', (_, content, expected) => {
    expect(written(content, 'glyph')).toBe(expected);
  });

  test('d0 and d1 are not operators outside glyphs', () => {
    expect(written('9 0 d0 9 0 0 0 1 1 d1 0 g')).toBe('0 g');
  });
});

describe('reports of tokens that programs read differently', () => {
  test.each([
    ['a malformed number', '60 7-0-0 Td', '7-0-0'],
    ['a malformed string', '<3Z> Tj', '<3Z>'],
    ['an unknown operator', 'ETq', 'ETq'],
  ])('%s', (_, content, token) => {
    expect(rewrite(content).irregular).toContain(token);
  });

  test('text after a Q inside a text object has no agreed position', () => {
    expect(rewrite('BT 9 9 Td q 5 5 Td (a) Tj Q (b) Tj ET').unclear).toHaveLength(1);
    expect(rewrite('BT 9 9 Td q 5 5 Td (a) Tj Q 1 0 0 1 9 9 Tm (b) Tj ET').unclear).toEqual([]);
    expect(rewrite('BT 9 9 Td q 0 g Q (b) Tj ET').unclear).toEqual([]);
    expect(rewrite('BT 9 9 Td ET q 5 5 Td (a) Tj Q (b) Tj').unclear).toHaveLength(1);
    expect(rewrite('q BT 9 9 Td (a) Tj ET Q BT 9 9 Td (b) Tj ET').unclear).toEqual([]);
  });

  test('uses the interpretation of the given program', () => {
    const readings = (['pdfium', 'pdfjs', 'mupdf', 'poppler'] as const).map(
      (reader) => rewrite('9 60 7-0-0 Td <3Z> Tj ETq', 'page', reader).text,
    );
    expect(readings).toEqual([
      '60 7 Td <30> Tj',
      '60 700 Td <30> Tj q Q',
      '9 60 Td <30> Tj',
      '0 0 Td <30> Tj',
    ]);
  });
});

describe('duplicate keys of inline images', () => {
  const image = 'BI /W 2 /Width 9 /Height 9 /H 1 /BPC 8 /BPC 4 /CS /G ID ab\nEI';

  test.each([
    ['pdfium', 'BI /W 2 /H 1 /BPC 4'],
    ['pdfjs', 'BI /W 2 /H 1 /BPC 4'],
    ['mupdf', 'BI /W 9 /H 9 /BPC 4'],
    ['poppler', 'BI /W 9 /H 9 /BPC 8'],
  ] as const)('duplicate keys are reported and have the value that %s uses', (reader, expected) => {
    const { text, irregular } = rewrite(image, 'page', reader);
    expect(text).toContain(expected);
    expect(irregular).toContain('/Width of an inline image');
  });
});

test('rewriting canonical content again does not change it', () => {
  const pieces = [
    'q',
    'Q',
    'BT',
    'ET',
    '(a) Tj',
    '<4Z> Tj',
    '1 0 0 rg',
    '7-0-0 5 Td',
    '[(a) 1] TJ',
    '<<',
    ']',
    '/N',
    '0 0 m 1 1 l',
    'f',
    '>>',
    '(',
    '--5',
    '%',
    '\n',
    'foo',
    '1e5',
    '/P BMC',
    'EMC',
  ];
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 4 }))), (parts) => {
      const once = rewriteContent(latin1Bytes(parts.join(' ').replace(/[^\0-\xff]/g, '?')), context('page'));
      const twice = rewriteContent(once.bytes, context('page'));
      expect(latin1Text(twice.bytes)).toBe(latin1Text(once.bytes));
      expect(twice.irregular).toEqual([]);
    }),
  );
});

describe('hostile content is processed in linear time', () => {
  const long = 50_000;
  test.each([
    ['brackets', '['.repeat(long)],
    ['dictionaries', '<<'.repeat(long)],
    ['graphics states and texts', `${'q '.repeat(long)}BT ${'(a) Tj '.repeat(long)}`],
    ['marks and paths', `${'/OC /Hidden BDC '.repeat(long)}${'0 0 9 9 re f '.repeat(long)}`],
    ['a word', 'Q'.repeat(long)],
    ['a number', `${'-'.repeat(long)}5 ${'0'.repeat(long)}5 Td`],
  ])('%s', { timeout: 20_000 }, (_, content) => {
    for (const reader of ['pdfium', 'pdfjs', 'mupdf', 'poppler'] as const)
      expect(rewriteContent(latin1Bytes(content), context('page', reader)).bytes).toBeInstanceOf(Uint8Array);
  });

  test('a number with more characters than PDFium reads is rejected', () => {
    expect(written(`${'0'.repeat(300)}700 5 Td 5 ${'0'.repeat(90)}7 Td`)).toBe('5 7 Td');
  });
});
