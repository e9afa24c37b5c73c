import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { openDatabase, type Database } from '#server/foundation/db/database.ts';
import { migrate } from '#server/foundation/db/migrate.ts';
import { freePort } from '#testing/servers/free-port.ts';
import { findPostgres, runStatement, startPostgres } from '#testing/postgres.ts';
import { fillAccount } from '#testing/fill-account.ts';
import { middleOf, serveDocuments } from './list-documents/serve-documents.ts';
import { median } from './quantile.ts';

/**
 * `node bench/list-documents.ts [seconds]` measures requests per second of the document list with 1 000 and
 * with 100 000 documents in the account, on the embedded database and on PostgreSQL. Both accounts are in one
 * database and measured alternately, so that other load on the machine affects both. The ratio is the result.
 */
const seconds = Number(process.argv[2] ?? 3);
const turns = 3;
const sizes = [1_000, 100_000];
const queries = {
  'first page': '/api/documents',
  'page in the middle': '/api/documents?cursor={middle}',
  'completed only': '/api/documents?status=completed',
  'search, many hits': '/api/documents?q=lease',
  'search, by title': '/api/documents?q=lease&sort=title',
  'by size, one folder': '/api/documents?folder=top&sort=-size',
  'one recipient': '/api/documents?recipient=grace1%40',
};

console.log(`Document list, 50 rows a page, 10 connections, median of ${turns} turns of ${seconds} s\n`);
console.log('| database | query | documents | requests/s | p99 ms | of the speed with 1 000 |');
console.log('| --- | --- | --: | --: | --: | --: |');

const folder = await mkdtemp(join(tmpdir(), 'countersign-bench-'));
await benchmark('embedded', await openDatabase({ dataDir: folder }), folder);
const postgres = findPostgres();
if (postgres) {
  const cluster = await startPostgres(postgres);
  await runStatement(cluster.url('postgres'), 'CREATE DATABASE bench');
  await benchmark(
    'PostgreSQL',
    await openDatabase({ databaseUrl: cluster.url('bench'), dataDir: folder }),
    folder,
  );
  await cluster.stop();
} else {
  console.log('\nPostgreSQL is not installed here, so its half was not measured.');
}
await rm(folder, { recursive: true, force: true });

async function benchmark(name: string, database: Database, dataDir: string): Promise<void> {
  await migrate(database.owner);
  await database.grant();
  const port = await freePort();
  const { app, accounts } = await serveDocuments(database, { dataDir, port }, sizes.length);
  for (const [index, size] of sizes.entries()) await fillAccount(database.owner, accounts[index]!, size);
  await app.listen({ port, host: '127.0.0.1' });
  for (const [query, path] of Object.entries(queries)) {
    const measured = sizes.map(() => [] as autocannon.Result[]);
    for (let turn = 0; turn < turns; turn += 1) {
      for (const [index, account] of accounts.entries()) {
        const url = `http://127.0.0.1:${port}${path.replace('{middle}', await middleOf(database, account.accountId))}`;
        const headers = { cookie: account.cookie };
        measured[index]!.push(await autocannon({ url, headers, connections: 10, duration: seconds }));
      }
    }
    printRows(name, query, measured);
  }
  await app.close();
  await database.close();
}

function printRows(name: string, query: string, measured: autocannon.Result[][]): void {
  const speeds = measured.map((results) => median(results.map(({ requests }) => requests.average)));
  for (const [index, size] of sizes.entries()) {
    const results = measured[index]!;
    const failed = results.some(({ non2xx, errors }) => non2xx + errors > 0) ? ' (with errors)' : '';
    const p99 = median(results.map(({ latency }) => latency.p99));
    const ratio = (speeds[index]! / speeds[0]!).toFixed(2);
    console.log(
      `| ${name} | ${query} | ${size} | ${speeds[index]!.toFixed(0)}${failed} | ${p99} | ${ratio} |`,
    );
  }
}
