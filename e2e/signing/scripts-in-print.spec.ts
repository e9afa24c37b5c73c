import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { PNG } from 'pngjs';
import { fontFile, postScriptName, type FontName } from '#pdf/fonts/faces.ts';
import { openRenderer } from '#pdf/render/pdfium.ts';
import { composePdf } from '#pdf/stamp/compose-pdf.ts';
import { makePdf } from '#testing/pdfs/make-pdf.ts';

/**
 * Compares each line as we print it, rendered by PDFium, with the same line in Chromium, which determines
 * scripts, directions and joining on its own from the same font files. No line may differ by more than the
 * antialiasing of its edges. There is no space after Han and Hangul, because the two take it from different
 * fonts.
 */
const lines: [name: string, text: string, ...fonts: FontName[]][] = [
  ['Devanagari after Latin', 'Mrs प्रिया शर्मा, Mumbai (क्षत्रिय) 12'],
  ['Arabic', 'Signed by ليلى الأحمد (Harbour) in 2026', 'arabic'],
  ['Latin in Arabic', 'وقّعت ليلى Harbour Ltd. في ٢٠٢٦', 'arabic'],
  ['Hebrew', 'Dr שרה לוי, Quay 4 – שָׁלוֹם', 'hebrew'],
  ['Thai', 'Mr สมชาย น้ำใจ, Bangkok ที่ปรึกษา', 'thai'],
  ['Tamil', 'Ms ஸ்ரீ கௌரி, Chennai நொடி', 'tamil'],
  ['Bengali', 'Mr শ্রী কৌশিক, Kolkata', 'bengali'],
  ['Khmer', 'Mr សុខា ស្រី, Phnom Penh', 'khmer'],
  ['Han', 'Ms 刘德华直Beijing', 'chinese'],
  ['traditional Han', 'Mr 陳國強直骨Taipei', 'chinese-traditional'],
  ['Japanese', 'Ms 直樹さくらタワー骨Tokyo', 'japanese'],
  ['Hangul', 'Mr 김철수훈민정음Seoul', 'korean'],
  ['Cyrillic and Greek', 'Юлія Żółć Ωμέγα Ѣ, Łódź'],
];

const size = 40;
const row = 80;
const width = 1000;

test('each script mixed with Latin is printed as Chromium shows it', async ({ page }) => {
  const printedText = await printed();
  const shownText = await shown();
  for (const [at, [name]] of lines.entries()) {
    expect(differing(inkOf(printedText, at), inkOf(shownText, at)), name).toBeLessThan(0.06);
  }

  async function printed(): Promise<PNG> {
    const height = row * lines.length;
    const pdf = await composePdf({
      base: makePdf({ pages: [{ content: '', mediaBox: [0, 0, width, height] }] }),
      stamps: lines.map(([, text], at) => ({
        page: 0,
        matrix: [1, 0, 0, 1, 10, height - row * (at + 1)],
        width: width - 20,
        height: row,
        kind: 'text',
        text,
        size,
        color: [0, 0, 0],
      })),
      appendix: [],
      attachments: [],
      info: { title: 'Scripts' },
    });
    const renderer = await openRenderer(pdf);
    if ('failed' in renderer) throw new Error(renderer.failed);
    const { rgba, ...measures } = renderer.renderPage(0, 1);
    renderer.close();
    const picture = new PNG(measures);
    picture.data.set(rgba);
    return picture;
  }

  async function shown(): Promise<PNG> {
    await page.setViewportSize({ width, height: row * lines.length });
    await page.route('http://fonts.example/**', async (route) => {
      const name = new URL(route.request().url()).pathname.slice(1) as FontName;
      const headers = { 'access-control-allow-origin': '*' };
      await route.fulfill({ body: await readFile(fontFile(name)), headers, contentType: 'font/ttf' });
    });
    const used = [...new Set<FontName>(['sans', ...lines.flatMap(([, , ...fonts]) => fonts)])];
    const faces = used.map(
      (name) => `@font-face { font-family: ${postScriptName(name)}; src: url(http://fonts.example/${name}) }`,
    );
    const rows = lines.map(([, text, ...fonts]) => {
      const families = ['sans' as const, ...fonts].map(postScriptName).join(', ');
      return `<p dir="auto" style="font-family: ${families}">${text}</p>`;
    });
    await page.setContent(`<!doctype html><meta charset="utf-8"><style>${faces.join('\n')}
      body { margin: 0; font-size: ${size}px; line-height: ${row}px; color: #000; background: #fff }
      p { margin: 0 10px; height: ${row}px; white-space: nowrap }</style>${rows.join('\n')}`);
    await page.evaluate(() => document.fonts.ready);
    const failed = await page.evaluate(() =>
      [...document.fonts].filter((face) => face.status !== 'loaded').map(({ family }) => family),
    );
    expect(failed).toEqual([]);
    return PNG.sync.read(await page.screenshot());
  }
});

/** True if a line's picture has ink at a position. */
type Ink = (x: number, y: number) => boolean;

function inkOf({ width, data }: PNG, line: number): Ink {
  return (x, y) =>
    x >= 0 && x < width && y >= 0 && y < row && data[((line * row + y) * width + x) * 4]! < 128;
}

/** Columns compared at a time. */
const part = 100;
/** Pixels by which a part may be shifted, because a space or a comma may come from either of two fonts. */
const aside = 6;

/** The maximum share of ink in one line that has no ink of the other line nearby. */
function differing(one: Ink, other: Ink): number {
  let worst = 0;
  for (let left = 0; left < width; left += part) {
    let best = 1;
    for (let dx = -aside; dx <= aside && best > 0; dx++) {
      for (let dy = -3; dy <= 3 && best > 0; dy++) {
        best = Math.min(best, Math.max(alone(one, other, left, dx, dy), alone(other, one, left, -dx, -dy)));
      }
    }
    worst = Math.max(worst, best);
  }
  return worst;
}

function alone(one: Ink, other: Ink, left: number, dx: number, dy: number): number {
  let ink = 0;
  let without = 0;
  for (let y = 0; y < row; y++) {
    for (let x = left; x < left + part; x++) {
      if (!one(x, y)) continue;
      ink++;
      if (!near(other, x + dx, y + dy)) without++;
    }
  }
  return ink === 0 ? 0 : without / ink;
}

function near(ink: Ink, x: number, y: number): boolean {
  for (let dy = -1; dy <= 1; dy++) for (let dx = -1; dx <= 1; dx++) if (ink(x + dx, y + dy)) return true;
  return false;
}
