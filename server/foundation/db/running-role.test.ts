import pg from 'pg';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Readiness } from '#contract/operations/support.ts';
import { grace, linus } from '#testing/cast.ts';
import { prepare } from '#testing/database-templates.ts';
import { describeOnServer, type TestDatabase } from '#testing/databases.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { canOnlyAddToTrail } from './running-role.ts';

const notAllowed = { code: '42501' };

describeOnServer('the running role on PostgreSQL (T-03)', (open) => {
  let database: TestDatabase;
  let office: Office;
  beforeAll(async () => {
    // A copied test database would already have the rights.
    database = await open({ empty: true });
    await prepare(database);
    office = await openOffice(database);
    const ada = await office.desk();
    const { id } = await ada.sent(sampleLease(1), [grace, linus]);
    await ada.signer(grace.email).sign();
    await ada.signer(linus.email).sign();
    await office.settled();
    // A document can be completed and sealed with these rights.
    expect((await ada.read(id)).status).toBe('completed');
  });

  describe.each(['events', 'event_values'])('%s', (table) => {
    test.each([
      ['an entry changed', `UPDATE ${table} SET seq = seq`],
      ['an entry deleted', `DELETE FROM ${table}`],
      ['the table emptied', `TRUNCATE ${table}`],
      ['its triggers disabled', `ALTER TABLE ${table} DISABLE TRIGGER ALL`],
      ['a trigger dropped', `DROP TRIGGER ${table}_only_grow ON ${table}`],
      ['a rule that redirects writes', `CREATE RULE nothing AS ON INSERT TO ${table} DO INSTEAD NOTHING`],
      [
        'an additional trigger',
        `CREATE TRIGGER t BEFORE INSERT ON ${table} EXECUTE FUNCTION count_documents()`,
      ],
      ['the table dropped', `DROP TABLE ${table}`],
      ['the table renamed', `ALTER TABLE ${table} RENAME TO forgotten`],
      ['its owner changed', `ALTER TABLE ${table} OWNER TO CURRENT_USER`],
      ['more rights granted', `GRANT ALL ON ${table} TO CURRENT_USER`],
    ])('the running role cannot have %s', async (_, statement) => {
      const { rows: before } = await database.pool.query(`SELECT * FROM ${table} ORDER BY 1, 2, 3, 4`);
      // PostgreSQL ignores some of these statements with a warning instead of an error.
      await database.pool.query(statement).catch((error: unknown) => expect(error).toMatchObject(notAllowed));
      expect(await canOnlyAddToTrail(database.db)).toBe(true);
      expect((await database.pool.query(`SELECT * FROM ${table} ORDER BY 1, 2, 3, 4`)).rows).toEqual(before);
      const { rows } = await database.owner.query(
        'SELECT tgenabled FROM pg_trigger WHERE tgrelid = $1::regclass',
        [table],
      );
      expect(rows.every((row: { tgenabled: string }) => row.tgenabled === 'O')).toBe(true);
    });
  });

  test.each([
    ['disable triggers for the session', "SET session_replication_role = 'replica'"],
    [
      'replace the function of a trigger',
      `CREATE OR REPLACE FUNCTION refuse_trail_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN OLD; END'`,
    ],
    ['create a table that hides the trail', 'CREATE TABLE pg_temp.x (n int); CREATE SCHEMA hidden'],
    ['record a migration as run', "INSERT INTO migrations (name, sha256) VALUES ('9999', '')"],
  ])('the running role cannot %s', async (_, statement) => {
    await expect(database.pool.query(statement)).rejects.toMatchObject(notAllowed);
  });

  test('the readiness endpoint reports the protection', async () => {
    const { body } = await readiness(office);
    expect(body.trail).toBe('only-grows');
  });

  test('the running role gets rights on tables that a later version adds', async () => {
    const newer = await open();
    await newer.owner.query('CREATE TABLE letters (body text)');
    await expect(newer.pool.query('SELECT * FROM letters')).rejects.toMatchObject(notAllowed);
    await newer.grant();
    await newer.pool.query("INSERT INTO letters VALUES ('Dear Grace')");
  });

  test('revokes additional rights on the audit trail from the role', async () => {
    const loose = await open();
    const { rows } = await loose.pool.query<{ role: string }>('SELECT current_user AS role');
    await loose.owner.query(`GRANT ALL ON events TO ${rows[0]!.role}`);
    expect(await canOnlyAddToTrail(loose.db)).toBe(false);
    await loose.grant();
    expect(await canOnlyAddToTrail(loose.db)).toBe(true);
  });
});

describeOnServer('a database user without the right to create roles', (open) => {
  test('the server starts anyway and warns the operator', async () => {
    const database = await open({ empty: true });
    const url = await asUser(database, 'plain');
    const { rows } = await database.owner.query<{ name: string }>('SELECT current_database() AS name');
    await database.owner.query(
      `GRANT CREATE ON DATABASE ${rows[0]!.name} TO plain; GRANT CREATE ON SCHEMA public TO plain`,
    );
    const plain = await openDatabase({ databaseUrl: url, dataDir: '' });
    onTestFinished(() => plain.close());
    await migrate(plain.owner);
    await plain.grant();
    const office = await openOffice(plain);
    expect(await readiness(office)).toMatchObject({ status: 200, body: { trail: 'guarded-by-triggers' } });
    await office.close();
  });

  test('uses a role that an administrator has created', async () => {
    const database = await open();
    const { rows } = await database.pool.query<{ role: string }>('SELECT current_user AS role');
    const url = await asUser(database, 'member');
    await database.owner.query(
      `GRANT ${rows[0]!.role} TO member; GRANT ALL ON SCHEMA public, pgboss TO member`,
    );
    const running = await openDatabase({ databaseUrl: url, dataDir: '' });
    onTestFinished(() => running.close());
    expect(await canOnlyAddToTrail(running.db)).toBe(true);
  });
});

describeOnServer('separate owner and runtime database users', (open) => {
  test('the runtime user can run the whole product, and can only append to the audit trail', async () => {
    const owned = await open();
    const databaseUrl = await asUser(owned, 'runner');
    const running = await openDatabase({ databaseUrl, ownerUrl: owned.location.databaseUrl, dataDir: '' });
    onTestFinished(() => running.close());
    const office = await openOffice(running);
    const ada = await office.desk();
    const { id } = await ada.signed(sampleLease(1), [grace]);
    expect((await ada.read(id)).status).toBe('completed');
    expect((await running.pool.query('SELECT session_user AS who')).rows).toEqual([{ who: 'runner' }]);
    await expect(running.pool.query('RESET ROLE; DELETE FROM events')).rejects.toMatchObject(notAllowed);
    expect(await canOnlyAddToTrail(running.db)).toBe(true);
    await office.close();
  });

  test('if one database user is both the table owner and the running role, the owner’s rights are kept', async () => {
    const { location, owner } = await open();
    const same = await openDatabase({ ...location, ownerUrl: location.databaseUrl });
    onTestFinished(() => same.close());
    expect(await canOnlyAddToTrail(same.db)).toBe(false);
    await owner.query('ALTER TABLE events DISABLE TRIGGER ALL');
  });
});

/** Returns the URL of the same database for an unprivileged user. */
async function asUser({ owner, location }: TestDatabase, name: string): Promise<string> {
  await owner.query(`CREATE ROLE ${name} LOGIN`);
  onTestFinished(() => dropUser(location.databaseUrl!, name));
  const url = new URL(location.databaseUrl!);
  url.username = name;
  return url.href;
}

async function dropUser(databaseUrl: string, name: string): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    await client.query(`DROP OWNED BY ${name} CASCADE; DROP ROLE ${name}`);
  } finally {
    await client.end();
  }
}

async function readiness(office: Office): Promise<{ status: number; body: Readiness }> {
  const answer = await office.product.app.inject('/api/ready');
  return { status: answer.statusCode, body: answer.json<Readiness>() };
}
