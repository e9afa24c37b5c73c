// Kills the server this many times under load (kill -9): `npm run crash -- 50 [seed]`.
import { crashRounds } from '#testing/crash/crash-rounds.ts';

const rounds = Number(process.argv[2] ?? 50);
const seed = Number(process.argv[3] ?? Math.floor(Math.random() * 2 ** 31));
const say = (line: string): void => void process.stdout.write(`${line}\n`);
say(`${rounds} rounds, seed ${seed}`);
const { faults, ...report } = await crashRounds(rounds, seed, say);
for (const [what, count] of Object.entries(report)) say(`${what}: ${count}`);
for (const fault of faults) say(`FAULT ${fault}`);
say(
  faults.length === 0
    ? 'Everything that was acknowledged still exists.'
    : `${faults.length} faults, seed ${seed}`,
);
process.exitCode = faults.length === 0 && report.completed > 0 ? 0 : 1;
