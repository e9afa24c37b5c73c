import { randomUUID } from 'node:crypto';
import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { expect, test } from 'vitest';
import { diskFileStore } from '#server/adapters/file-store/disk.ts';
import { openDatabase, type DatabaseOptions } from '#server/foundation/db/database.ts';
import { grace } from '#testing/cast.ts';
import { describeOnServer } from '#testing/databases.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { longRun } from '#testing/long-run.ts';
import { openOffice } from '#testing/open-office.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { checkExport } from './check-export.ts';
import { exportAccount } from './export-account.ts';
import { openArchive } from './read-archive.ts';
import { openZip } from './write-zip.ts';

/** `npm run take-along` uses five hundred. */
const count = Number(process.env['TAKE_ALONG'] ?? (longRun ? 40 : 0));
const say = (line: string): void => {
  if (process.env['TAKE_ALONG']) process.stderr.write(`${line}\n`);
};

/** Paths of an archive, and of the root certificate under which its documents are sealed. */
type Taken = [archive: string, root: string];
type Place = Pick<DatabaseOptions, 'databaseUrl'> & { dataDir: string };

/** In the long run, there are more entries than a plain ZIP file can count. */
const entriesOfMany = longRun || count > 0 ? 66_000 : 300;

test('reads all entries of a large archive', async () => {
  const zip = openZip(new Date(0));
  const names = Array.from(
    { length: entriesOfMany },
    (_, at) => `files/${at.toString(16).padStart(64, '0')}`,
  );
  for (const name of names) {
    zip.begin(name, 'packed');
    zip.write(Buffer.from(name));
    zip.end();
  }
  const entries = zip.entries.slice(-1);
  const head = { format: 'countersign-export', version: 1, accountId: randomUUID(), madeAt: '', missing: [] };
  zip.begin('manifest.json', 'text');
  zip.write(Buffer.from(JSON.stringify({ ...head, entries })));
  zip.end();
  zip.close();
  const archive = await openArchive(Buffer.concat(zip.drain()));
  expect(archive.names.size).toBe(entriesOfMany + 1);
  expect((await archive.file(names.at(-1)!.slice(6))).toString()).toBe(names.at(-1));
  archive.close();
});

if (count > 0)
  describeOnServer('an account moves from one database to the other and back', (open) => {
    test(
      `sealed documents are the same after moving ${count} documents with an interrupted import`,
      async () => {
        const [from, there, back] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
        const database = await open();
        const files = diskFileStore(join(from, 'files'));
        const office = await openOffice(database, { ports: { files }, settings: { PLANS: 'off' } });
        // Paid plans are not imported, so the archives would differ.
        const ada = await office.desk({ plan: 'free' });
        for (let made = 0; made < count; made += 1) {
          const lease = sampleLease(1 + (made % 3));
          // An account may send at most 250 emails a day to one address (S-15).
          const signer = { ...grace, email: `grace-${Math.floor(made / 200)}@harbour.example` };
          await ada.sent(lease, [signer]);
          const signed = await ada.signer(signer.email).sign();
          expect(signed.status).toBe(200);
          // Otherwise the email about this completed document could be mistaken for the next one's.
          await office.settled();
          office.post.mails.length = 0;
          if ((made + 1) % 50 === 0) say(`${made + 1} documents signed`);
        }
        await office.settled();
        const first = join(from, 'account.zip');
        const root = join(from, 'root.pem');
        await writeFile(root, office.ports.key.rootPem);
        await timed('export from a PostgreSQL server', () =>
          pipeline(exportAccount(office.product.services, ada.accountId), createWriteStream(first)),
        );
        await office.close();
        say(`the archive has ${((await stat(first)).size / 1e6).toFixed(1)} MB`);
        expect(await checkExport(first)).toMatchObject({ documents: count, seals: count, faults: [] });

        const embedded: Place = { dataDir: there };
        await killed(embedded, [first, root]);
        await timed('import into an empty embedded database', () => taken(embedded, [first, root]));
        const second = await exported(embedded, ada.accountId, 'export from the embedded database');
        const server: Place = {
          databaseUrl: (await open({ empty: true })).location.databaseUrl,
          dataDir: back,
        };
        await timed('import into an empty PostgreSQL server', () => taken(server, [second, root]));
        const third = await exported(server, ada.accountId, 'export from there');
        for (const archive of [second, third])
          expect(await checkExport(archive)).toMatchObject({ documents: count, seals: count, faults: [] });
        expect(await sealedOf(third)).toEqual(await sealedOf(first));
        // A repeated import changes nothing.
        expect(await taken(server, [second, root])).toContain('already exists here');
      },
      240_000 + 6_000 * count,
    );
  });

async function timed<T>(what: string, act: () => Promise<T>): Promise<T> {
  const begun = performance.now();
  const done = await act();
  say(`${what}: ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  return done;
}

/** Runs `npm run import` in a separate process. */
function importing({ databaseUrl, dataDir }: Place, [file, root]: Taken) {
  const settings = { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
  const child = spawn(process.execPath, ['scripts/import-account.ts', file, '--trust-root', root], {
    cwd: join(import.meta.dirname, '../../..'),
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  return { child, ended, lines: createInterface({ input: child.stdout }) };
}

/** Returns the last line that the process printed, and prints its peak memory. */
async function taken(place: Place, archive: Taken): Promise<string> {
  const { child, ended, lines } = importing(place, archive);
  let last = '';
  let most = 0;
  for await (const line of lines) {
    last = line;
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
    most = Math.max(most, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0));
  }
  expect(await ended).toBe(0);
  say(`  at most ${Math.round(most / 1024)} MB`);
  return last;
}

/** Kills the process while it imports files, before it writes any row. */
async function killed(place: Place, archive: Taken): Promise<void> {
  const { child, ended, lines } = importing(place, archive);
  for await (const line of lines) if (/^\d+ documents$/.test(line)) child.kill('SIGKILL');
  expect(await ended).toBeNull();
}

async function exported(place: Place, accountId: string, what: string): Promise<string> {
  const database = await openDatabase(place);
  const archive = join(place.dataDir, 'account.zip');
  const files = diskFileStore(join(place.dataDir, 'files'));
  await timed(what, () =>
    pipeline(
      exportAccount({ db: database.db, files, clock: Date.now }, accountId),
      createWriteStream(archive),
    ),
  );
  await database.close();
  return archive;
}

/** Returns everything in an archive that its documents' seals prove, by hash or in rows. */
async function sealedOf(file: string): Promise<unknown> {
  const archive = await openArchive(file);
  const rows: Record<string, unknown[]> = {};
  for (const table of ['fields', 'field_values', 'signatures'] as const)
    for await (const row of archive.rows(table)) (rows[table] ??= []).push(row);
  const files = archive.manifest.entries.map(({ name }) => name).filter((name) => name.startsWith('files/'));
  archive.close();
  return { rows, files: files.toSorted() };
}
