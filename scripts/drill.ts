// Runs backup, restore, move, key changes and upgrade, each killed in the middle and restarted: `npm run
// drill [-- PULLS [SEED]]`.
import { drill } from '#testing/drill/drill.ts';

const pulls = Number(process.argv[2] ?? 4);
const seed = Number(process.argv[3] ?? Math.floor(Math.random() * 2 ** 31));
const say = (line: string): void => void process.stdout.write(`${line}\n`);
say(`${pulls} kills of each command, seed ${seed}`);
const { faults, documents, judged } = await drill({ pulls, seed, say });
for (const fault of faults) say(`FAULT ${fault}`);
say(`${documents} documents, ${judged} sealed files verified, ${faults.length} faults.`);
process.exitCode = faults.length === 0 && judged > 0 ? 0 : 1;
