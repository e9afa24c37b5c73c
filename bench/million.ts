// npm run bench:million [-- LARGEST [embedded|postgres [ROUNDS]]] measures lists, search, filters, dashboard
// and audit log of an account with 1 000 documents and of one with a million documents and ten million
// events, in one database, alternately. It also prints the query plans of the large account.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, type Database } from '#server/foundation/db/database.ts';
import { migrate } from '#server/foundation/db/migrate.ts';
import { freePort } from '#testing/servers/free-port.ts';
import { findPostgres, runStatement, startPostgres } from '#testing/postgres.ts';
import { middleOf, serveDocuments, type SignedInAccount } from './list-documents/serve-documents.ts';
import { fill } from './million/fill.ts';
import { recordPlans, printPlans } from './million/plans.ts';
import { quantile } from './quantile.ts';

const largest = Number(process.argv[2] ?? 1_000_000);
const embedded = process.argv[3] === 'embedded';
const sizes = [1_000, ...(largest > 100_000 ? [100_000] : []), largest];
/** Requests of each kind to each account. The warm-up has a tenth as many. */
const rounds = Number(process.argv[4] ?? 100);
const day = (ago: number): string =>
  encodeURIComponent(new Date(Date.now() - ago * 86_400_000).toISOString());
const queries: Record<string, string> = {
  'first page': '/api/documents?',
  'page in the middle': '/api/documents?cursor={middle}',
  'by title': '/api/documents?sort=title',
  'by size': '/api/documents?sort=-size',
  'completed only': '/api/documents?status=completed',
  'completed, by title': '/api/documents?status=completed&sort=title',
  'one owner': '/api/documents?owner={owner}',
  'a month of last year': `/api/documents?from=${day(430)}&to=${day(400)}`,
  'top folder, by size': '/api/documents?folder=top&sort=-size',
  'search, many hits': '/api/documents?q=lease',
  'search, many hits, by title': '/api/documents?q=lease&sort=title',
  // For these requests and two below the large account has more results. For all others both accounts return
  // the same number.
  'search, 235 hits beside one': '/api/documents?q=firm+1234',
  'search, 25 hits in each': '/api/documents?q=heron+quay',
  'search, one hit': '/api/documents?q=no.+77&sort=title&limit=5',
  'search, nothing found': '/api/documents?q=zzzz',
  'recipient, many hits': '/api/documents?recipient=harbour',
  'recipient, 1 000 hits beside 100': '/api/documents?recipient=person7%40',
  'recipient, nobody': '/api/documents?recipient=mallory',
  'recipient and words, 250 hits beside 25': '/api/documents?recipient=person7%40&q=lease',
  'recipient, 25 hits in each': '/api/documents?recipient=quill',
  'recipient and words, about 6 in each': '/api/documents?recipient=quill&q=lease',
  dashboard: '/api/dashboard/stats',
  'audit, first page': '/api/audit?limit=50',
  'audit, one kind': '/api/audit?limit=50&type=document_signed',
  'audit, a month of last year': `/api/audit?limit=50&from=${day(430)}&to=${day(400)}`,
  'audit, a person': '/api/audit?limit=50&person=person7%40',
  'audit, nobody': '/api/audit?limit=50&person=mallory',
};

const dataDir = await mkdtemp(join(tmpdir(), 'countersign-million-'));
const binaries = findPostgres();
if (embedded) await measure(() => openDatabase({ dataDir }));
else if (binaries) {
  // A tenth of the database, as docs/operations.md recommends for so many documents.
  const cluster = await startPostgres(binaries, { sharedBuffers: '1GB' });
  await runStatement(cluster.url('postgres'), 'CREATE DATABASE bench');
  await measure(() => openDatabase({ databaseUrl: cluster.url('bench'), dataDir }));
  await cluster.stop();
} else console.log('PostgreSQL is not installed here.');
await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });

async function measure(open: () => Promise<Database>): Promise<void> {
  const database = await open();
  await migrate(database.owner);
  await database.grant();
  const port = await freePort();
  const { app, accounts } = await serveDocuments(database, { dataDir, port }, sizes.length);
  const began = performance.now();
  await fill(
    database.owner,
    accounts.map((owner, at) => ({ owner, count: sizes[at]! })),
  );
  console.log(`filled in ${Math.round((performance.now() - began) / 1000)} s\n`);
  await app.listen({ port, host: '127.0.0.1' });
  const ask = asker(`http://127.0.0.1:${port}`);
  const shown = sizes.map((size) => size.toLocaleString('en').replaceAll(',', ' '));
  console.log(
    `| query | ${shown.map((size) => `${size}: median, p95 ms`).join(' | ')} | p95 of the largest beside 1 000 |`,
  );
  console.log(`| --- | ${sizes.map(() => '--:').join(' | ')} | --: |`);
  for (const [name, path] of Object.entries(queries)) {
    const paths = await Promise.all(accounts.map((account) => pathOf(database, account, path)));
    const times = sizes.map((): number[] => []);
    for (let round = -rounds / 10; round < rounds; round += 1) {
      for (const [at, account] of accounts.entries()) {
        const took = await ask(account, paths[at]!);
        if (round >= 0) times[at]!.push(took);
      }
    }
    const p95 = times.map((all) => quantile(all, 0.95));
    const cells = times.map((all, at) => `${quantile(all, 0.5).toFixed(1)}, ${p95[at]!.toFixed(1)}`);
    console.log(`| ${[name, ...cells, (p95.at(-1)! / p95[0]!).toFixed(2)].join(' | ')} |`);
  }
  await app.close();
  await explain(database, open);
}

/** Prints the indexes used by each request to the largest account. */
async function explain(filled: Database, open: () => Promise<Database>): Promise<void> {
  const { rows } = await filled.owner.query<{ name: string }>('SELECT current_database() AS name');
  await printPlans(filled.owner, rows[0]!.name).catch((error: Error) =>
    console.log(`No plans: ${error.message}`),
  );
  await filled.close();
  const database = await open();
  const { take } = recordPlans(database.pool);
  const port = await freePort();
  const { app } = await serveDocuments(database, { dataDir, port }, 0);
  await app.listen({ port, host: '127.0.0.1' });
  const largestAccount = await ownerOfMost(database, app);
  const ask = asker(`http://127.0.0.1:${port}`);
  console.log('\nPlans, largest account:\n');
  for (const [name, path] of Object.entries(queries)) {
    const fullPath = await pathOf(database, largestAccount, path);
    await ask(largestAccount, fullPath);
    take();
    await ask(largestAccount, fullPath);
    console.log(`- ${name}`);
    const printedPlans = take().filter(
      (plan) => !/sessions|preferences|accounts_pkey|users_pkey/.test(plan) && plan !== '',
    );
    for (const plan of printedPlans) console.log(`  - ${plan}`);
  }
  await app.close();
  await database.close();
}

async function ownerOfMost(
  { owner }: Database,
  { sessions }: Awaited<ReturnType<typeof serveDocuments>>['app'],
): Promise<SignedInAccount> {
  const { rows } = await owner.query<{ account_id: string; created_by: string }>(
    `SELECT account_id, created_by FROM documents WHERE account_id =
       (SELECT account_id FROM document_counts GROUP BY 1 ORDER BY sum(count) DESC LIMIT 1) LIMIT 1`,
  );
  const account = { accountId: rows[0]!.account_id, userId: rows[0]!.created_by };
  return { ...account, cookie: `sid=${await sessions.begin(account, undefined)}` };
}

function asker(baseUrl: string) {
  return async ({ cookie }: SignedInAccount, path: string): Promise<number> => {
    const began = performance.now();
    const answer = await fetch(baseUrl + path, { headers: { cookie } });
    await answer.arrayBuffer();
    const took = performance.now() - began;
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return took;
  };
}

async function pathOf(
  database: Database,
  { accountId, userId }: SignedInAccount,
  path: string,
): Promise<string> {
  const filled = path.replace('{owner}', userId);
  return filled.includes('{middle}')
    ? filled.replace('{middle}', await middleOf(database, accountId))
    : filled;
}
