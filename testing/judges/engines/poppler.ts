import { inFile } from '../look-at.ts';
import { readPpm } from '../read-ppm.ts';
import { runTool } from '../run-tool.ts';
import type { Engine, PageReading, Word } from './page-reading.ts';

export const poppler: Engine = {
  name: 'Poppler',
  read: (bytes, pages) =>
    inFile(bytes, async (file) => {
      const text = await runTool('pdftotext', ['-bbox', '-cropbox', '-enc', 'UTF-8', file, '-']);
      const words = readWords(new TextDecoder().decode(text.stdout));
      const readings: PageReading[] = [];
      for (const [index, { scale, userUnit }] of pages.entries()) {
        const page = String(index + 1);
        const only = ['-f', page, '-l', page, '-r', String(72 * scale * userUnit)];
        const { stdout } = await runTool('pdftoppm', ['-cropbox', ...only, file]);
        const found = (words[index] ?? []).map((word) => enlarged(word, userUnit));
        readings.push({ words: found, picture: readPpm(stdout) });
      }
      return readings;
    }),
};

const WORD = /<word xMin="([^"]+)" yMin="([^"]+)" xMax="([^"]+)" yMax="([^"]+)">([^<]*)<\/word>/g;

const readWords = (html: string): Word[][] =>
  html
    .split('<page ')
    .slice(1)
    .map((page) =>
      Array.from(page.matchAll(WORD), ([, left, top, right, bottom, text]) => ({
        left: Number(left),
        top: Number(top),
        right: Number(right),
        bottom: Number(bottom),
        text: fromXml(text ?? '').replace(/[\u200e\u200f\u202a-\u202e]/g, ''),
      })),
    );

/** Poppler measures in user space units. */
const enlarged = ({ text, left, top, right, bottom }: Word, unit: number): Word => ({
  text,
  left: left * unit,
  top: top * unit,
  right: right * unit,
  bottom: bottom * unit,
});

const NAMED: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

export const fromXml = (text: string): string =>
  text.replace(
    /&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi,
    (all, hex?: string, decimal?: string, named?: string) => {
      if (named !== undefined) return NAMED[named] ?? all;
      return String.fromCodePoint(hex === undefined ? Number(decimal) : parseInt(hex, 16));
    },
  );
