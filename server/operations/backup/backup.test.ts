import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { describeOnOneDatabase } from '#testing/databases.ts';
import { memoryFileStore } from '#testing/fakes/memory-file-store.ts';
import { unpackDataFolder } from '#testing/kept/pack.ts';
import { longTest } from '#testing/long-test.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { diskFileStore } from '../../adapters/file-store/disk.ts';
import { openLogKey } from '../../adapters/log-key/own-log-key.ts';
import { exportRootKey, renewKey } from '../../adapters/seal-key/manage-authority.ts';
import { openOwnAuthority } from '../../adapters/seal-key/own-authority.ts';
import { openSecondConnection, openDatabase, type Database } from '../../foundation/db/database.ts';
import { migrate } from '../../foundation/db/migrate.ts';
import { acceptSecretKey, checkSecretKey } from '../../foundation/db/secret-key-check.ts';
import { createTables } from '../../foundation/jobs/start-boss.ts';
import { openLog } from '../../evidence/log/open-log.ts';
import type { FileStore } from '../../ports/file-store.ts';
import { checkSealKey } from '../../evidence/record/known-keys.ts';
import { verifyDatabase } from '../../evidence/verification/verify-database.ts';
import { lastBackup } from './last-backup.ts';
import { createBackup } from './make-backup.ts';
import type { Manifest } from './manifest.ts';
import { missingKey } from './refuse-other-folder.ts';
import { checkBackup, checkCopies, placeOthers, restoreBackup } from './restore.ts';

const secretKey = Buffer.alloc(32, 7);
const version = '0.1.0';
const own = { secretKey, version, ownSeal: true };

/** Opens a store that fails at its third file, as if the process were killed. */
function dyingAtTheThird(store: FileStore): FileStore {
  let left = 2;
  return {
    ...store,
    put: async (bytes) => {
      if (left === 0) throw new Error('killed');
      left -= 1;
      return store.put(bytes);
    },
  };
}

describeOnOneDatabase('backup of signed and sealed documents (F-25)', (open) => {
  let dataDir: string;
  let source: Database;
  let files: FileStore;
  const said: string[] = [];
  const say = (line: string): void => void said.push(line);

  beforeAll(async () => {
    dataDir = temporaryFolder();
    unpackDataFolder(version, dataDir);
    files = diskFileStore(join(dataDir, 'files'));
    source = await openDatabase({ dataDir });
    await migrate(source.owner);
    await createTables(source, () => undefined);
  }, 60_000);
  afterAll(() => source.close());

  const backUp = (
    folder: string,
    copies: FileStore = diskFileStore(join(folder, 'files')),
  ): Promise<Manifest> => createBackup(folder, { ...own, database: source, files, copies, dataDir, say });
  const rowsOf = ({ tables }: Manifest) => tables.map(({ name, rows }) => [name, rows]);

  test('an interrupted backup or restore can be resumed, and a backup of the restored server is identical', async () => {
    const [folder, elsewhere] = [temporaryFolder(), temporaryFolder()];
    const copies = diskFileStore(join(folder, 'files'));
    await expect(backUp(folder, dyingAtTheThird(copies))).rejects.toThrow('killed');
    await expect(checkBackup(folder)).rejects.toThrow('no finished backup');
    // /metrics only counts finished backups.
    expect(existsSync(lastBackup(dataDir))).toBe(false);
    const made = await backUp(folder);
    expect(existsSync(lastBackup(dataDir))).toBe(true);
    expect(made.damaged).toEqual([]);
    expect(said.some((line) => /, [1-9]\d* already existed/.test(line))).toBe(true);

    const manifest = await checkBackup(folder);
    const target = await open({ empty: true });
    const store = diskFileStore(join(elsewhere, 'files'));
    await placeOthers(folder, manifest, elsewhere);
    const restore = (into: FileStore): Promise<void> =>
      restoreBackup(folder, manifest, { database: target, files: into, copies, say });
    await expect(restore(dyingAtTheThird(store))).rejects.toThrow('killed');
    await restore(store);
    await restore(store);
    expect(said.at(-1)).toBe('The rows already existed.');

    const found: string[] = [];
    const looked = await verifyDatabase({ db: target.db, files: store }, (line) => void found.push(line));
    expect(found).toEqual([]);
    expect(looked.files).toBeGreaterThan(10);
    const again = await createBackup(temporaryFolder(), {
      ...own,
      database: target,
      files: store,
      dataDir: elsewhere,
      say,
      copies: diskFileStore(join(temporaryFolder(), 'files')),
    });
    expect(rowsOf(again)).toEqual(rowsOf(made));
    // The restore copies counters as rows. Inserting documents must not count them again (0145).
    const counted = 'SELECT * FROM document_counts ORDER BY account_id, month, status';
    const counts = (await target.owner.query(counted)).rows;
    expect(counts.length).toBeGreaterThan(0);
    expect(counts).toEqual((await source.owner.query(counted)).rows);
    expect(again.files).toEqual(made.files);
    expect(again.sequences).toEqual(made.sequences);
    await expect(target.owner.query('DELETE FROM events')).rejects.toThrow();
  }, 60_000);

  test('a restored installation with a new log key can be backed up and restored again', async () => {
    const keys = (names: Record<string, string>) => {
      const folder = temporaryFolder();
      mkdirSync(join(folder, 'keys'));
      for (const [name, text] of Object.entries(names)) writeFileSync(join(folder, 'keys', name), text);
      return folder;
    };
    const manifestOf = (folder: string) => {
      const others = readdirSync(join(folder, 'keys'))
        .sort()
        .map((name) => {
          const bytes = readFileSync(join(folder, 'keys', name));
          return { path: `keys/${name}`, sha256: createHash('sha256').update(bytes).digest('hex') };
        });
      return { others } as Manifest;
    };
    const first = keys({ log: 'the first key', 'log-head': 'the first head', 'log-problem': 'a finding' });
    const once = temporaryFolder();
    await placeOthers(first, manifestOf(first), once);
    for (const name of ['log', 'log-head']) writeFileSync(join(once, 'keys', name), `another ${name}`);
    const twice = temporaryFolder();
    for (const tries of [1, 2])
      await placeOthers(once, manifestOf(once), twice).then(() => expect(tries).toBeLessThan(3));
    const laidAside = readdirSync(join(twice, 'keys')).map((name) =>
      readFileSync(join(twice, 'keys', name), 'utf8'),
    );
    expect(laidAside.sort()).toEqual([
      ...['a finding', 'another log', 'another log-head', 'the first head', 'the first key'],
    ]);
    expect(existsSync(join(twice, 'keys', 'log-problem'))).toBe(false);
  });

  test('a restore merges the log keys of the backup with the existing ones', async () => {
    const [from, into] = [temporaryFolder(), temporaryFolder()];
    for (const folder of [from, into]) mkdirSync(join(folder, 'keys'));
    writeFileSync(join(from, 'keys', 'log-keys'), 'first\n');
    writeFileSync(join(into, 'keys', 'log-keys'), 'first\nlater\n');
    const sha256 = createHash('sha256').update('first\n').digest('hex');
    await placeOthers(from, { others: [{ path: 'keys/log-keys', sha256 }] } as Manifest, into);
    expect(readFileSync(join(into, 'keys', 'log-keys'), 'utf8')).toBe('first\nlater\n');
  });

  longTest(
    'neither restores a backup that Mallory changed nor overwrites a database that has rows',
    async () => {
      const folder = temporaryFolder();
      const manifest = await backUp(folder);
      await expect(backUp(folder)).rejects.toThrow('contains the backup of');
      const target = await open({ empty: true });
      const into = {
        database: target,
        files: diskFileStore(temporaryFolder()),
        copies: diskFileStore(join(folder, 'files')),
        say,
      };
      const [sealed] = (await readFile(join(folder, 'files.txt'), 'utf8')).split('\n');
      const path = join(folder, 'files', sealed!.slice(0, 2), sealed!.slice(2, 4), sealed!);
      const bytes = await readFile(path);
      await writeFile(path, Buffer.concat([bytes, Buffer.from('%')]));
      await expect(restoreBackup(folder, manifest, into)).rejects.toThrow('No row was restored');
      await writeFile(path, bytes);
      await writeFile(join(folder, 'tables/public.events.copy.gz'), 'nothing');
      await expect(checkBackup(folder)).rejects.toThrow('public.events.copy.gz in the backup was changed');
      await expect(restoreBackup(folder, manifest, into)).rejects.toThrow();
      // The restore writes all rows or none, so the interrupted attempt left the database empty.
      expect((await target.owner.query('SELECT 1 FROM accounts')).rowCount).toBe(0);

      const whole = temporaryFolder();
      await backUp(whole);
      const other = { ...manifest, sequences: [] };
      const from = { ...into, copies: diskFileStore(join(whole, 'files')) };
      await restoreBackup(whole, manifest, from);
      await expect(restoreBackup(whole, other, from)).rejects.toThrow('The database is not empty');
    },
    60_000,
  );

  longTest(
    'an unknown table is reported and not restored',
    async () => {
      await source.owner.query('CREATE TABLE strange (n serial, note text)');
      onTestFinished(async () => void (await source.owner.query('DROP TABLE strange')));
      await source.owner.query("INSERT INTO strange (note) VALUES ('of a tool that counts')");
      const folder = temporaryFolder();
      const manifest = await backUp(folder);
      const target = await open({ empty: true });
      const copies = diskFileStore(join(folder, 'files'));
      await restoreBackup(folder, manifest, { database: target, files: memoryFileStore(), copies, say });
      expect(said).toContain(
        'Skipped, because Countersign has no such tables: public.strange, public.strange_n_seq.',
      );
      const events = 'SELECT count(*) FROM events';
      expect((await target.owner.query(events)).rows).toEqual((await source.owner.query(events)).rows);
    },
    60_000,
  );

  test('a backup can be checked even if a file is larger than memory', async () => {
    const folder = temporaryFolder();
    const manifest = await backUp(folder);
    const copies: FileStore = {
      ...diskFileStore(join(folder, 'files')),
      read: () => Promise.reject(new RangeError('File size is greater than 2 GiB')),
    };
    const lines: string[] = [];
    const look = () => checkCopies(folder, manifest, { copies, say: (line) => void lines.push(line) });
    expect([await look(), lines]).toEqual([0, []]);
    const [first] = (await readFile(join(folder, 'files.txt'), 'utf8')).split('\n');
    await writeFile(join(folder, 'files', first!.slice(0, 2), first!.slice(2, 4), first!), 'rot');
    expect([await look(), lines]).toEqual([1, [expect.stringContaining(first!)]]);
  }, 60_000);

  test('a backup can be made while a server is using the embedded database', async () => {
    await expect(openDatabase({ dataDir })).rejects.toThrow('Another Countersign process');
    const beside = await openSecondConnection({ dataDir });
    onTestFinished(() => beside.close());
    expect(beside.ownedAlone).toBe(false);
    const folder = temporaryFolder();
    const copies = diskFileStore(join(folder, 'files'));
    const made = await createBackup(folder, { ...own, database: beside, files, copies, dataDir, say });
    expect(made.files.count).toBeGreaterThan(3);
  }, 60_000);
});

describeOnOneDatabase('a backup with a different DATA_DIR or SECRET_KEY than the server', (open) => {
  async function serverOn(dataDir: string) {
    const database = await open();
    const key = await openOwnAuthority(dataDir, Date.now());
    if ('problem' in key) throw new Error(key.problem);
    await checkSealKey(database.db, key, { now: Date.now(), meantRoot: undefined });
    const backUp = (folder: string, from: string, ownSeal = true): Promise<Manifest> =>
      createBackup(folder, {
        ...own,
        ownSeal,
        database,
        dataDir: from,
        say: () => undefined,
        files: memoryFileStore(),
        copies: diskFileStore(join(folder, 'files')),
      });
    return { database, backUp };
  }

  test('a different SECRET_KEY is refused, because the restored server would not start with it', async () => {
    const [dataDir, folder] = [temporaryFolder(), temporaryFolder()];
    const { backUp, database } = await serverOn(dataDir);
    await checkSecretKey(database.db, {
      secretKey: Buffer.from('a key of another installation'),
      secretKeyGiven: true,
    });
    await expect(backUp(folder, dataDir)).rejects.toThrow(/^SECRET_KEY is not the key/);
    expect(readdirSync(folder)).toEqual([]);
    await acceptSecretKey(database.db, own.secretKey);
    await expect(backUp(folder, dataDir)).resolves.toBeDefined();
  });

  longTest(
    'a different DATA_DIR is refused and leaves nothing, since the sealing key would be missing',
    async () => {
      const [dataDir, another, folder] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
      const { backUp, database } = await serverOn(dataDir);
      await openOwnAuthority(another, Date.now());
      const damaged = temporaryFolder();
      mkdirSync(join(damaged, 'keys'));
      writeFileSync(join(damaged, 'keys', 'seal.pem'), 'half of a key');
      for (const wrong of [join(dataDir, 'nowhere'), temporaryFolder(), another, damaged]) {
        await expect(backUp(folder, wrong)).rejects.toThrow(
          `DATA_DIR (${wrong}) is not the data folder of this server`,
        );
        // A restore makes the same check, for backups made by an earlier version.
        expect(await missingKey(database.db, { dataDir: wrong, ownSeal: true })).toContain('keys/seal.pem');
      }
      expect(await missingKey(database.db, { dataDir, ownSeal: true })).toBeUndefined();
      expect(readdirSync(folder)).toEqual([]);

      const paths = async () => (await backUp(temporaryFolder(), dataDir)).others.map(({ path }) => path);
      expect(await paths()).toContain('keys/seal.pem');
      // A server with a renewed key, or with its root key stored elsewhere, is still the same server.
      await renewKey(dataDir, Date.now());
      await exportRootKey(dataDir, join(temporaryFolder(), 'root-key.pem'), Date.now());
      expect(await paths()).toContain('keys/seal.pem');
    },
  );

  longTest(
    'with an external sealing key, a different DATA_DIR is detected by the log key once a tree head was signed',
    async () => {
      const [dataDir, wrong] = [temporaryFolder(), temporaryFolder()];
      const { database, backUp } = await serverOn(dataDir);
      const signer = await openLogKey(dataDir, 'https://sign.harbour.example');
      await backUp(temporaryFolder(), wrong, false);
      await database.db
        .insertInto('log_waiting')
        .values({ hash: 'ab'.repeat(32) })
        .execute();
      await openLog(database.db, signer, Date.now).grow();
      await expect(backUp(temporaryFolder(), wrong, false)).rejects.toThrow('the key of its log (keys/log)');
      await backUp(temporaryFolder(), dataDir, false);
      // Simulates the state after a restore and before the server starts.
      renameSync(join(dataDir, 'keys', 'log'), join(dataDir, 'keys', 'log.before-restore-12345678'));
      const { others } = await backUp(temporaryFolder(), dataDir, false);
      expect(others.map(({ path }) => path)).toContain('keys/log.before-restore-12345678');
    },
  );
});
