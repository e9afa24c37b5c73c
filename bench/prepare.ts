import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/**
 * `node bench/prepare.ts FOLDER OLD_CHECKOUT [NEW_CHECKOUT]` measures the CPU time that two checkouts of this
 * project need to prepare the PDFs of a folder. Both prepare each file alternately, each in a warmed-up
 * process, and the faster of two runs counts. It measures CPU time instead of wall time, because the machine
 * may be busy.
 */
type Answer = { ms: number; pages: number };
type Normalise = (bytes: Uint8Array) => Promise<{ pages: unknown[] } | { refused: string }>;

const ownRoot = fileURLToPath(new URL('..', import.meta.url));
const [folder = '../shared/corpus/pdf', before = ownRoot, after = ownRoot] = process.argv.slice(2);
const checkout = process.env.PREPARE_WITH;
await (checkout === undefined ? compare([before, after]) : serve(checkout));

async function serve(root: string): Promise<void> {
  const module = (await import(join(root, 'pdf/normalise/normalise-pdf.ts'))) as { normalisePdf: Normalise };
  process.on('message', (file: string) => void prepare(module.normalisePdf, file));
  process.send?.('ready');
}

async function prepare(normalise: Normalise, file: string): Promise<void> {
  const bytes = Uint8Array.from(readFileSync(file));
  const answer: Answer = { ms: Infinity, pages: 0 };
  for (let run = 0; run < 2; run += 1) {
    const began = process.cpuUsage();
    const result = await normalise(bytes);
    const { user, system } = process.cpuUsage(began);
    answer.ms = Math.min(answer.ms, (user + system) / 1000);
    answer.pages = 'pages' in result ? result.pages.length : 0;
  }
  process.send?.(answer);
}

async function compare(roots: readonly string[]): Promise<void> {
  const workers = await Promise.all(
    roots.map(async (root) => {
      const worker = fork(fileURLToPath(import.meta.url), {
        env: { ...process.env, PREPARE_WITH: root },
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      });
      await once(worker, 'message');
      return worker;
    }),
  );
  const rows: Answer[][] = [];
  const files = readdirSync(folder).filter((name) => name.endsWith('.pdf'));
  // The first round warms up the compilers.
  for (const counts of [false, true])
    for (const file of files) {
      const row: Answer[] = [];
      for (const worker of workers) {
        worker.send(join(folder, file));
        row.push(((await once(worker, 'message')) as [Answer])[0]);
      }
      if (counts && row.every(({ pages }) => pages > 0)) rows.push(row);
    }
  for (const worker of workers) worker.kill();
  report(roots, rows);
}

function report(roots: readonly string[], rows: readonly Answer[][]): void {
  console.log('| checkout | files | pages | CPU ms a page | times the first | median of files |');
  console.log('| --- | --: | --: | --: | --: | --: |');
  const sum = (at: number): number => rows.reduce((total, row) => total + row[at]!.ms, 0);
  const pages = rows.reduce((total, row) => total + row[0]!.pages, 0);
  for (const [at, root] of roots.entries()) {
    const ratios = rows.map((row) => row[at]!.ms / row[0]!.ms).sort((a, b) => a - b);
    const cells = [sum(at) / pages, sum(at) / sum(0), ratios[ratios.length >> 1] ?? 0];
    console.log(
      `| ${root} | ${rows.length} | ${pages} | ${cells.map((cell) => cell.toFixed(2)).join(' | ')} |`,
    );
  }
}
