import bidiFactory from 'bidi-js';
import fc from 'fast-check';
import * as harfbuzz from 'harfbuzzjs';
import { describe, expect, test } from 'vitest';
import type { FontName } from '../fonts/faces.ts';
import { analyseParagraph } from './analyse-paragraph.ts';
import { openFace } from './open-face.ts';
import { shapeLine } from './shape-line.ts';
import type { ShapedLine } from './shape-line.ts';

/** The expected parts of a line from left to right, each with its script and font. */
type Stretch = [text: string, script: string, font: FontName, direction?: 'rtl'];

const lines: Record<string, Stretch[]> = {
  'Devanagari after Latin': [
    ['Mrs ', 'Latn', 'sans'],
    ['प्रिया शर्मा, ', 'Deva', 'sans'],
    ['Mumbai', 'Latn', 'sans'],
  ],
  'Devanagari in brackets': [
    ['signed (', 'Latn', 'sans'],
    ['क्षत्रिय', 'Deva', 'sans'],
    [') here', 'Latn', 'sans'],
  ],
  Arabic: [
    ['Signed by ', 'Latn', 'sans'],
    ['ليلى الأحمد', 'Arab', 'arabic', 'rtl'],
    [' ', 'Arab', 'arabic'],
    ['in 2026', 'Latn', 'sans'],
  ],
  Hebrew: [
    ['Dr ', 'Latn', 'sans'],
    ['שרה לוי', 'Hebr', 'hebrew', 'rtl'],
  ],
  Thai: [
    ['Mr ', 'Latn', 'sans'],
    ['สมชาย น้ำใจ', 'Thai', 'thai'],
  ],
  Tamil: [
    ['Ms ', 'Latn', 'sans'],
    ['ஸ்ரீ கௌரி', 'Taml', 'tamil'],
  ],
  Bengali: [
    ['Mr ', 'Latn', 'sans'],
    ['শ্রী কৌশিক, ', 'Beng', 'bengali'],
    ['Kolkata', 'Latn', 'sans'],
  ],
  Han: [
    ['Ms ', 'Latn', 'sans'],
    ['刘德华', 'Hani', 'chinese'],
  ],
  'traditional Han': [
    ['Mr ', 'Latn', 'sans'],
    ['陳國強', 'Hani', 'chinese-traditional'],
  ],
  Hangul: [
    ['Mr ', 'Latn', 'sans'],
    ['김철수', 'Hang', 'korean'],
  ],
  Japanese: [
    ['Ms ', 'Latn', 'sans'],
    ['山田', 'Hani', 'japanese'],
    ['さくら', 'Hira', 'japanese'],
  ],
  'Cyrillic and Greek': [
    ['Mr ', 'Latn', 'sans'],
    ['Юлія ', 'Cyrl', 'sans'],
    ['Ωμέγα', 'Grek', 'sans'],
  ],
  Khmer: [
    ['Mr ', 'Latn', 'sans'],
    ['សុខា ស្រី', 'Khmr', 'khmer'],
  ],
};

describe('a line in several scripts is shaped as HarfBuzz shapes each part separately', () => {
  test.each(Object.entries(lines))('%s', (_, stretches) => {
    const text = stretches.map(([part]) => part).join('');
    const shaped = shapeLine(analyseParagraph(text, 'sans'));
    let at = 0;
    const alone = stretches.flatMap((stretch) => {
      at += stretch[0].length;
      return shapedAlone(text, at - stretch[0].length, stretch);
    });
    expect(glyphsOf(shaped)).toEqual(alone);
    expect(shaped.runs.map((run) => [text.slice(run.start, run.end), run.script, run.font])).toEqual(
      stretches.map(([part, script, font]) => [part, script, font]),
    );
  });

  test('a run of common characters follows the preceding text', () => {
    expect(scripts('१, 2 (3) x')).toEqual(['Deva:१, 2 (3) ', 'Latn:x']);
    expect(scripts('12 आज')).toEqual(['Deva:12 आज']);
    expect(scripts('12.50')).toEqual(['Zyyy:12.50']);
  });

  test('direction controls have no glyphs', () => {
    const line = shapeLine(analyseParagraph('a \u2068ليلى\u2069\u200e b\u061c', 'sans'));
    expect(line.runs.flatMap(({ glyphs }) => glyphs.map((glyph) => glyph.text)).join('')).toBe('a ىليل b');
  });
});

describe('the direction of a line', () => {
  const levelsOf = (text: string, base?: 'rtl') =>
    analyseParagraph(text, 'sans', undefined, base).rightToLeft;

  test('a line follows its first letter, and on a right-to-left page the direction of its sentence', () => {
    expect(levelsOf('ada@harbour.example: دُعي')).toBe(false);
    expect(levelsOf('ada@harbour.example: دُعي', 'rtl')).toBe(true);
    expect(levelsOf('ada@harbour.example, 12:05', 'rtl')).toBe(false);
    expect(levelsOf('\u2068Ada\u2069', 'rtl')).toBe(false);
  });
});

describe('Han characters have the shapes of their language', () => {
  test.each([
    ['刘德华', 'chinese'],
    ['陳國強', 'chinese-traditional'],
    ['直樹さん', 'japanese'],
    ['渡辺', 'japanese'],
    ['𠮷野', 'japanese'],
    ['葛\u{e0100}城', 'japanese'],
    ['金哲洙 님', 'korean'],
  ])('%s: %s', (text, font) => expect(fonts(text)).toEqual([font]));

  test("text without a clear script uses the font of the file's language", () => {
    const { runs } = shapeLine(analyseParagraph('山田', 'sans', 'japanese'));
    expect(runs.map((run) => run.font)).toEqual(['japanese']);
  });
});

describe('handwriting faces that lack letters', () => {
  test.each([
    ['Юлия', 'dancing-script', ['marck-script']],
    ['Юлія', 'caveat', ['caveat']],
    ['Γρηγόρης Ωμέγας', 'great-vibes', ['mynerve']],
    ['Nguyễn', 'marck-script', ['dancing-script']],
    ['Łukasz', 'marck-script', ['marck-script']],
    ['山田', 'caveat', ['chinese']],
  ] as const)('%s in %s', (text, face, expected) => {
    const { runs } = shapeLine(analyseParagraph(text, face));
    expect([...new Set(runs.map((run) => run.font))]).toEqual(expected);
  });
});

test('emoji, supplementary Han characters and symbols are printed', () => {
  for (const text of [
    'Lease 🎉 👩‍👩‍👧 🇩🇪 1️⃣ ❤️',
    '𠮷野家 𡈽',
    '☐ ✓ → ∑ 𝐀',
    'ಕನ್ನಡ മലയാളം ਪੰਜਾਬੀ ଓଡ଼ିଆ සිංහල ລາວ မြန်မာ አማርኛ',
  ]) {
    expect(analyseParagraph(text, 'sans').unshapeable, text).toEqual([]);
    const { runs } = shapeLine(analyseParagraph(text, 'sans'));
    expect(runs.flatMap(({ glyphs }) => glyphs.flatMap(({ shape }) => idsOf(shape)))).not.toContain(0);
  }
});

describe('clusters wider than the maximum glyph width', () => {
  const text = Array(20).fill('😀').join('\u200d');

  test('a wide cluster becomes several glyphs, each with its part of the text', () => {
    const { runs } = shapeLine(analyseParagraph(text, 'sans'));
    const glyphs = runs.flatMap((run) => run.glyphs);
    expect(glyphs.length).toBeGreaterThan(1);
    expect(glyphs.map((glyph) => glyph.text).join('')).toBe(text);
    expect(glyphs.map(({ at }) => text.slice(at, at + 2))).toEqual(glyphs.map(() => '😀'));
    for (const { shape, text: own } of glyphs) {
      expect(idsOf(shape)).toHaveLength([...own].length);
    }
  });

  test('a wide right-to-left cluster also becomes several glyphs', () => {
    const { runs } = shapeLine(analyseParagraph(`\u202e${text}\u202c`, 'sans'));
    expect(runs.map((run) => run.rightToLeft)).toEqual([true]);
    const glyphs = runs.flatMap((run) => run.glyphs);
    expect(glyphs.length).toBeGreaterThan(1);
    expect(
      glyphs
        .toReversed()
        .map((glyph) => glyph.text)
        .join(''),
    ).toBe(text);
    for (const { shape, text: own } of glyphs) {
      expect(idsOf(shape)).toHaveLength([...own].length);
    }
  });
});

const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();
const snippets = [
  ...[
    'abc',
    'Grace',
    'प्रिया',
    'क्ष',
    'ليلى',
    'بيت',
    'שרה',
    'น้ำใจ',
    'ஸ்ரீ',
    '刘',
    '김',
    'さくら',
    'ー',
    'Юлія',
    'Ωμ',
  ],
  ...[
    ' ',
    ', ',
    '12',
    '١٢',
    '(',
    ')',
    '「',
    '」',
    '·',
    '\u0301',
    '<',
    '>',
    '@',
    '😀',
    '\u2068',
    '\u2069',
    '\u200f',
  ],
];

test('in any mix of scripts, every run has one script, the runs cover the line, and their order follows UAX #9', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...snippets), { maxLength: 14 }), (parts) => {
      const text = parts.join('');
      const paragraph = analyseParagraph(text, 'sans');
      const { runs } = shapeLine(paragraph);
      for (const run of runs) {
        expect(new Set(paragraph.scripts.slice(run.start, run.end))).toEqual(new Set([run.script]));
      }
      const order = runs.flatMap((run) => {
        const places = Array.from({ length: run.end - run.start }, (_, index) => run.start + index);
        return run.rightToLeft ? places.reverse() : places;
      });
      const { levels, paragraphs } = bidi.getEmbeddingLevels(text);
      const expected = bidi.getReorderedIndices(text, { levels, paragraphs });
      expect(order).toEqual(expected.filter((at) => !/[\u200f\u2066-\u2069]/.test(text[at]!)));
    }),
    { numRuns: 1500, seed: 20_261_122 },
  );
});

function scripts(text: string): string[] {
  return shapeLine(analyseParagraph(text, 'sans')).runs.map(
    (run) => `${run.script}:${text.slice(run.start, run.end)}`,
  );
}

const fonts = (text: string): string[] => [
  ...new Set(shapeLine(analyseParagraph(text, 'sans')).runs.map((run) => run.font)),
];

const idsOf = (shape: ShapedLine['runs'][number]['glyphs'][number]['shape']): number[] =>
  typeof shape === 'number' ? [shape] : shape.parts.map(({ id }) => id);

const glyphsOf = (line: ShapedLine): string[] =>
  line.runs.flatMap(({ font, glyphs }) =>
    glyphs.flatMap(({ shape }) => idsOf(shape).map((id) => `${font} ${id}`)),
  );

function shapedAlone(text: string, at: number, [part, script, font, direction]: Stretch): string[] {
  const buffer = new harfbuzz.Buffer();
  buffer.addText(text, at, part.length);
  buffer.setScript(script);
  buffer.setLanguage('und');
  buffer.setDirection(direction === 'rtl' ? harfbuzz.Direction.RTL : harfbuzz.Direction.LTR);
  harfbuzz.shape(openFace(font).shaper, buffer);
  return buffer.getGlyphInfos().map(({ codepoint }) => `${font} ${codepoint}`);
}
