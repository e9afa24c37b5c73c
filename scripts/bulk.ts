// Runs a bulk send with this many rows while the server is repeatedly killed: `npm run bulk -- 1000 [kills]
// [seed]`.
import { bulkRounds } from '#testing/crash/bulk-rounds.ts';

const rows = Number(process.argv[2] ?? 1000);
const kills = Number(process.argv[3] ?? 3);
const seed = Number(process.argv[4] ?? Math.floor(Math.random() * 2 ** 31));
const say = (line: string): void => void process.stdout.write(`${line}\n`);
say(`${rows} rows, ${kills} kills, seed ${seed}`);
const { faults, ...report } = await bulkRounds(rows, kills, seed, say);
for (const [what, count] of Object.entries(report)) say(`${what}: ${String(count)}`);
for (const fault of faults) say(`FAULT ${fault}`);
say(faults.length === 0 ? 'Each row is one document and one mail.' : `${faults.length} faults, seed ${seed}`);
process.exitCode = faults.length === 0 ? 0 : 1;
