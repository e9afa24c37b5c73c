import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { inFile } from '#testing/judges/look-at.ts';
import { opensslCmsVerify } from '#testing/judges/openssl.ts';
import { qpdfCheck } from '#testing/judges/qpdf.ts';
import { adoptionMs } from './stamp-and-seal/adoption.ts';
import { floorName } from './stamp-and-seal/floor.ts';
import { stacks } from './stamp-and-seal/stacks.ts';
import type { Delivery, Order } from './stamp-and-seal/worker.ts';

/**
 * `node bench/stamp-and-seal.ts [rounds]` measures stamping and sealing, compared with alternative library
 * stacks. Each stack has one warmed-up process, with rounds interleaved so that other load affects all alike.
 * Prints medians with their ratio to ours, by wall time and by CPU time. Before measuring, qpdf and openssl
 * verify each stack's first file of each length. The floor is the time of copying and hashing the file and of
 * one signature.
 */
const rounds = Number(process.argv[2] ?? 11);
const lengths = [1, 10, 100, 500];
const warmRounds = 10;

const workers = new Map<string, ChildProcess>();
for (const stack of Object.keys(stacks)) {
  const worker = fork(new URL('./stamp-and-seal/worker.ts', import.meta.url), [stack]);
  await once(worker, 'message');
  workers.set(stack, worker);
}

console.log(
  `Stamping 4 fields and sealing (PAdES B-B, RSA-2048, chain of 3), median ms of ${rounds} rounds\n`,
);
console.log(
  '| stack | pages | median ms | fastest ms | CPU ms | times ours | in CPU | KB added | qpdf | openssl |',
);
console.log('| --- | --: | --: | --: | --: | --: | --: | --: | --- | --- |');
for (const pages of lengths) await measure(pages);
const adoption = (await adoptionMs(rounds)).toFixed(1);
console.log(`\nOur picture gets its final form once, when it is adopted: ${adoption} ms of processor time.`);
for (const worker of workers.values()) worker.kill();

async function measure(pages: number): Promise<void> {
  const verdicts = new Map<string, string>();
  const times = new Map<string, number[]>();
  const cpu = new Map<string, number[]>();
  const added = new Map<string, number>();
  for (const stack of workers.keys()) {
    verdicts.set(stack, await judge(stack, await ask(stack, { pages, withFile: true })));
    // Warms up like a running server, whose compilers have already processed this length.
    for (let i = 0; i < warmRounds; i++) await ask(stack, { pages, withFile: false });
    times.set(stack, []);
    cpu.set(stack, []);
  }
  for (let round = 0; round < rounds; round++) {
    for (const [stack, durations] of times) {
      const delivery = await ask(stack, { pages, withFile: false });
      durations.push(delivery.ms);
      cpu.get(stack)?.push(delivery.cpu);
      added.set(stack, delivery.added);
    }
  }
  const ownMedian = median([...times.values()][0] ?? []);
  const ourCpu = median([...cpu.values()][0] ?? []);
  for (const [stack, durations] of times) {
    const figures = [
      median(durations),
      Math.min(...durations),
      median(cpu.get(stack) ?? []),
      median(durations) / ownMedian,
      median(cpu.get(stack) ?? []) / ourCpu,
      (added.get(stack) ?? 0) / 1000,
    ];
    const cells = figures.map((figure) => figure.toFixed(1)).join(' | ');
    console.log(`| ${stack} | ${pages} | ${cells} | ${verdicts.get(stack)} |`);
  }
}

async function ask(stack: string, order: Order): Promise<Delivery> {
  const worker = workers.get(stack);
  if (worker === undefined) throw new Error(`no worker for ${stack}`);
  const answer = once(worker, 'message');
  worker.send(order);
  const [delivery] = (await answer) as [Delivery];
  return delivery;
}

async function judge(stack: string, { file = '', rootPem }: Delivery): Promise<string> {
  if (stack === floorName) return '– | –';
  const bytes = Buffer.from(file, 'base64');
  const { clean } = await inFile(bytes, qpdfCheck);
  const { accepted } = await opensslCmsVerify(bytes, rootPem);
  return `${clean ? 'clean' : 'complains'} | ${accepted ? 'accepted' : 'refused'}`;
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
