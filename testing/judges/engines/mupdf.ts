import { existsSync } from 'node:fs';
import { readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { inFile } from '../look-at.ts';
import { readPpm } from '../read-ppm.ts';
import { runTool } from '../run-tool.ts';
import { joinLetters } from './page-reading.ts';
import type { Engine, PageReading, Word } from './page-reading.ts';
import { fromXml } from './poppler.ts';

export const mupdf: Engine = {
  name: 'MuPDF',
  read: (bytes, pages) =>
    inFile(bytes, async (file) => {
      const text = await runTool('mutool', ['draw', '-q', '-F', 'stext', '-o', '-', file]);
      const words = readWords(new TextDecoder().decode(text.stdout));
      const readings: PageReading[] = [];
      for (const [index, { scale }] of pages.entries()) {
        const picture = join(dirname(file), 'page.ppm');
        const how = ['-q', '-F', 'pnm', '-c', 'rgb', '-r', String(72 * scale), '-o', picture];
        const { stderr } = await runTool('mutool', ['draw', ...how, file, String(index + 1)]);
        if (!existsSync(picture) || (await stat(picture)).size < 100)
          throw new Error(`MuPDF draws nothing of page ${index + 1}: ${stderr}`);
        readings.push({ words: words[index] ?? [], picture: readPpm(await readFile(picture)) });
        await rm(picture);
      }
      return readings;
    }),
};

const LETTER = /<char quad="([^"]+)"[^>]* c="([^"]*)"/g;

const readWords = (xml: string): Word[][] =>
  xml
    .split('<page ')
    .slice(1)
    .map((page) =>
      page
        .split('<line ')
        .slice(1)
        .flatMap((line) => joinLetters(readLetters(line))),
    );

const readLetters = (line: string): Word[] =>
  Array.from(line.matchAll(LETTER), ([, quad, text]) => {
    const corners = (quad ?? '').split(' ').map(Number);
    const [xs, ys] = [0, 1].map((axis) => corners.filter((_, at) => at % 2 === axis));
    return {
      text: fromXml(text ?? ''),
      left: Math.min(...xs!),
      top: Math.min(...ys!),
      right: Math.max(...xs!),
      bottom: Math.max(...ys!),
    };
  });
