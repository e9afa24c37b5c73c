import type { HanFace } from '../fonts/faces.ts';

/** Kana, and the variation selectors in registered Japanese names. */
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}\u{e0100}-\u{e01ef}]/u;
const HANGUL = /\p{Script=Hangul}/u;
const HAN = /\p{Script=Han}/gu;

/**
 * Chooses the typeface for Han text, because the same code point has different strokes in each region. Kana,
 * hangul and characters that are in only one region's standard reveal the language. Otherwise the preferred
 * typeface is used.
 */
export function chooseHan(text: string, wished: HanFace = 'chinese'): HanFace {
  if (KANA.test(text)) return 'japanese';
  if (HANGUL.test(text)) return 'korean';
  const han = text.match(HAN);
  if (!han) return wished;
  const order: HanFace[] = [wished, 'chinese', 'chinese-traditional', 'japanese', 'korean'];
  return order.find((face) => han.every((char) => commonIn(face).has(char))) ?? wished;
}

/**
 * Chooses the typeface for Han text in a whole file. Any of its texts may decide, or else its languages or the
 * addresses of its people, in order of importance.
 */
export function hanFaceOfFile(texts: readonly string[], languages: readonly string[] = []): HanFace {
  const all = texts.join('\n');
  const spoken = languages.flatMap((language) => faceOfLanguage(language) ?? [])[0];
  const mail = byMail.find(([address]) => address.test(all))?.[1];
  return chooseHan(all, spoken ?? mail);
}

const faceOfLanguage = (language: string): HanFace | undefined =>
  byLanguage.find(([tags]) => tags.test(language))?.[1];

const byLanguage: [RegExp, HanFace][] = [
  [/^ja\b/i, 'japanese'],
  [/^ko\b/i, 'korean'],
  [/^zh-(?:hant|tw|hk|mo)\b/i, 'chinese-traditional'],
  [/^zh\b/i, 'chinese'],
];

const byMail: [RegExp, HanFace][] = [
  [/@[\w.-]+\.jp\b/i, 'japanese'],
  [/@[\w.-]+\.kr\b/i, 'korean'],
  [/@[\w.-]+\.(?:tw|hk|mo)\b/i, 'chinese-traditional'],
];

/** Han characters of each region's common standard, as bytes of its encoding: first and last row and column. */
const standards: Record<HanFace, { encoding: string; rows: [number, number]; places: [number, number][] }> = {
  chinese: { encoding: 'gbk', rows: [0xb0, 0xf7], places: [[0xa1, 0xfe]] }, // GB 2312
  'chinese-traditional': {
    encoding: 'big5',
    rows: [0xa4, 0xf9],
    places: [
      [0x40, 0x7e],
      [0xa1, 0xfe],
    ],
  },
  japanese: { encoding: 'euc-jp', rows: [0xb0, 0xf4], places: [[0xa1, 0xfe]] }, // JIS X 0208
  korean: { encoding: 'euc-kr', rows: [0xca, 0xfd], places: [[0xa1, 0xfe]] }, // KS X 1001
};

const known = new Map<HanFace, ReadonlySet<string>>();

function commonIn(face: HanFace): ReadonlySet<string> {
  let common = known.get(face);
  if (!common) {
    const { encoding, rows, places } = standards[face];
    const bytes: number[] = [];
    for (let row = rows[0]; row <= rows[1]; row++) {
      for (const [first, last] of places) {
        for (let place = first; place <= last; place++) bytes.push(row, place);
      }
    }
    const text = new TextDecoder(encoding).decode(Uint8Array.from(bytes));
    common = new Set(text.match(HAN) ?? []);
    known.set(face, common);
  }
  return common;
}
