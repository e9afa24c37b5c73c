// Takes every file of a folder through the whole workflow and prints the results: `npm run corpus [-- FOLDER
// [--pages 3] [--strangers 4]]`. `--pages` is the number of pages to compare, and with `--strangers 4`
// third-party tools verify every fourth file. With `--prepared`, it only prepares the PDFs and compares the
// words and pictures of all pages.
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { compareFolder, type Preparation } from '#testing/journey/compare-folder.ts';
import type { PageChange } from '#testing/journey/compare-prepared.ts';
import type { Outcome } from '#testing/journey/examine-file.ts';
import { examineFolder, type FileReport } from '#testing/journey/examine-folder.ts';
import { openFileOffice } from '#testing/journey/open-file-office.ts';

const { values, positionals } = parseArgs({
  options: {
    pages: { type: 'string' },
    strangers: { type: 'string', default: '1' },
    prepared: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const folder = positionals[0] ?? '../shared/corpus';
const drawn = values.pages === undefined ? undefined : Number(values.pages);
const strangers = Number(values.strangers);
if (!existsSync(folder)) {
  process.stderr.write(`There is no folder ${folder}.\n`);
  process.exit(1);
}
if (values.prepared) {
  concludePrepared(await compareFolder(folder, (one) => print(preparedRow(one))));
  process.exit();
}
const office = await openFileOffice();
const columns = 'file | pages | outcome | reason or size | changes | pdfsig | qpdf | openssl';
print(`${columns} | poppler ‰ | pdfium ‰ | engines ‰ | words kept | faults`);
const reports = await examineFolder(office, folder, { drawn, strangers, report: (one) => print(row(one)) });
await office.close();
conclude(reports);

function row({ file, outcome, faults }: FileReport): string {
  return [file, ...cells(outcome), faults.join('; ') || '-'].join(' | ');
}

function cells(outcome: Outcome): string[] {
  const unknown = (count: number): string[] => Array.from({ length: count }, () => '-');
  if (outcome.outcome !== 'sealed') return ['-', outcome.outcome, oneLine(outcome.reason), ...unknown(8)];
  const { pages, bytes, changes, judges, poppler, pdfium, engines, words } = outcome;
  const verdicts = [judges.pdfsig, judges.qpdf, judges.openssl].map(
    (complaint) => oneLine(complaint) || 'ok',
  );
  const pixels = [poppler, pdfium].map(
    (change) => `${round(change.sinceBase)}, ${round(change.sinceUpload)}`,
  );
  const kept = `${words.words - words.lost.length}/${words.words}`;
  const lost = words.lost.length === 0 ? kept : `${kept}: ${words.lost.slice(0, 6).join(' ')}`;
  return [
    String(pages),
    'sealed',
    `${Math.ceil(bytes / 1024)} kB`,
    changes.join(' ') || '-',
    ...verdicts,
    ...pixels,
    engines ? `${round(engines.certificate)}, ${round(engines.boxes)}` : '-',
    lost,
  ];
}

function conclude(reports: FileReport[]): void {
  const count = (outcome: string): number => reports.filter((one) => one.outcome.outcome === outcome).length;
  const faulty = reports.filter(({ faults }) => faults.length > 0);
  print('');
  print(
    'Pixels: changed pixels of a thousand outside the fields on the worst page, compared with the base file and with the upload.',
  );
  print(
    'Engines: pixels of a thousand that PDFium and poppler draw differently, on certificate pages and newly in a field.',
  );
  print(
    `${reports.length} files: ${count('sealed')} sealed, ${count('refused')} refused, ${faulty.length} with faults.`,
  );
  for (const { file, faults } of faulty) print(`  ${file}: ${faults.join('; ')}`);
  process.exitCode = reports.length === 0 || faulty.length > 0 ? 1 : 0;
}

function preparedRow(one: Preparation): string {
  const outcome = 'refused' in one ? one.refused : one.changes.map(changeText).join('; ') || 'same';
  return `${one.file} | ${one.ms} ms | ${outcome}`;
}

function changeText({ page, words, pdfium, poppler }: PageChange): string {
  const list = (name: string, some: readonly string[]): string[] =>
    some.length === 0 ? [] : [`${name} ${some.slice(0, 6).join(' ')}`];
  const changed = words
    ? [...list('lost', words.lost), ...list('added', words.added), ...(words.moved ? ['moved words'] : [])]
    : [];
  return [`page ${page}`, ...changed, `PDFium ${round(pdfium)} ‰`, `poppler ${round(poppler)} ‰`].join(', ');
}

function concludePrepared(preparations: readonly Preparation[]): void {
  const compared = preparations.flatMap((one) => ('refused' in one ? [] : [one]));
  const differing = compared.filter(({ changes }) => changes.length > 0);
  const small = preparations.filter(({ bytes }) => bytes < 5_000_000).map(({ ms }) => ms);
  const p95 = small.toSorted((a, b) => a - b)[Math.floor(small.length * 0.95)] ?? 0;
  print('');
  print(`${preparations.length} files: ${compared.length} prepared, ${differing.length} with a difference.`);
  print(`Preparation of files below 5 MB: p95 ${p95} ms.`);
  process.exitCode = compared.length === 0 || differing.length > 0 ? 1 : 0;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function oneLine(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}

function round(share: number | undefined): string {
  return share === undefined ? 'unknown' : String(Math.round(share * 10) / 10);
}
