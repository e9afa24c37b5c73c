// Injects faults of every kind under load: `npm run torture -- [faults] [seed] [embedded|postgres] [minutes
// at most] [clients] [documents at least]`.
import { torture } from '#testing/torture/torture.ts';

const faults = Number(process.argv[2] ?? 100);
const seed = Number(process.argv[3] ?? Math.floor(Math.random() * 2 ** 31));
const database = process.argv[4] === 'postgres' ? 'postgres' : 'embedded';
const minutes = Number(process.argv[5] ?? Infinity);
const clients = process.argv[6] ? Number(process.argv[6]) : undefined;
const documents = Number(process.argv[7] ?? 0);
const say = (line: string): void => void process.stdout.write(`${line}\n`);
say(`${faults} faults, seed ${seed}, ${database}`);
const { broken, met, refusals, ...report } = await torture({
  faults,
  documents,
  seed,
  database,
  minutes,
  ...(clients && { clients }),
  say,
});
for (const [what, count] of [...Object.entries(report), ...Object.entries(met), ...Object.entries(refusals)])
  say(`${what}: ${count}`);

for (const sentence of broken) say(`BROKEN ${sentence}`);
say(
  broken.length === 0
    ? 'Every invariant held.'
    : `${broken.length} broken. Again: npm run torture -- ${faults} ${seed} ${database}`,
);
process.exit(broken.length === 0 && report.completed > 0 ? 0 : 1);
