// npm run bench:journeys measures complete journeys per second, four at a time, from the upload to the
// sender's download of the sealed file, with two signers. It uses the real server, with the embedded database
// and with a PostgreSQL server. Also prints the CPU time per journey of the server itself, of its database
// and of the PDF workers.
import { readFile } from 'node:fs/promises';
import { corpus, hasCorpus } from '#testing/corpus.ts';
import { outboxMails } from '#testing/crash/outbox-mails.ts';
import { withServer } from '#testing/crash/with-server.ts';
import { outboxOf } from '#testing/confirm-address.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { findPostgres, startPostgres } from '#testing/postgres.ts';
import { ada, signUp } from '#testing/sign-up.ts';
import { walk, type Load, type World } from './journeys/walk.ts';
import { commandOf, family, seconds } from './processes.ts';

/** Number of measured journeys per load. A warm-up of as many journeys as run concurrently precedes them. */
const count = Number(process.argv[2] ?? 24);
const atOnce = 4;
const loads: Load[] = [
  { name: 'one page, no fields', bytes: sampleLease(1), fields: false },
  { name: 'one page, two signatures', bytes: sampleLease(1), fields: true },
  ...(hasCorpus
    ? [
        {
          name: '14 pages of 1 MB, two signatures',
          bytes: await readFile(new URL('comments.pdf', corpus)),
          fields: true,
        },
      ]
    : []),
];

type Work = { server: number; database: number; pdf: number };

async function measure(what: string, settings: Record<string, string>): Promise<void> {
  await withServer({ PLANS: 'off', ...settings }, async (server, dataDir) => {
    await server.start();
    const cookie = await signUp(server.baseUrl, ada, { mailbox: outboxOf(dataDir) });
    const world: World = { baseUrl: server.baseUrl, cookie, mails: outboxMails(dataDir) };
    for (const load of loads) {
      await walkAll(world, load, atOnce);
      const [before, began] = [work(), performance.now()];
      await walkAll(world, load, count);
      const [after, took] = [work(), (performance.now() - began) / 1000];
      const each = (key: keyof Work): string => ((after[key] - before[key]) / count).toFixed(2);
      const cells = [(count / took).toFixed(2), each('server'), each('database'), each('pdf')];
      console.log(`| ${[what, load.name, ...cells].join(' | ')} |`);
    }
  });
}

let people = 0;
async function walkAll(world: World, load: Load, journeys: number): Promise<void> {
  let left = journeys;
  const walker = async (): Promise<void> => {
    for (; left > 0;) {
      left -= 1;
      await walk(world, load, (people += 1));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, walker));
}

/**
 * Returns the CPU seconds so far of everything that this process has started. Database backends come and go
 * and are counted when they have ended. Other ended children of the server were its workers.
 */
function work(): Work {
  const found: Work = { server: 0, database: 0, pdf: 0 };
  for (const pid of family(process.pid).slice(1)) {
    const kind = kindOf(pid);
    const own = seconds(pid, { endedToo: false });
    found[kind] += own;
    found[kind === 'server' ? 'pdf' : kind] += seconds(pid) - own;
  }
  return found;
}

function kindOf(pid: number): keyof Work {
  const line = commandOf(pid);
  if (line.includes('postgres')) return 'database';
  return line.includes('server/main.ts') ? 'server' : 'pdf';
}

console.log(`${count} journeys of each, ${atOnce} at once; processor time in seconds for one journey\n`);
console.log('| database | file | journeys a second | server | database | PDF workers |');
console.log('| --- | --- | --: | --: | --: | --: |');
await measure('embedded', {});
const binaries = findPostgres();
if (binaries) {
  const postgres = await startPostgres(binaries);
  await measure('PostgreSQL server', { DATABASE_URL: postgres.url('postgres') });
  await postgres.stop();
}
