import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';
import { acceptAccount, forgeArchive, type ForgedRow, type Tables } from '#testing/archives/pack-archive.ts';
import { grace, linus } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import {
  addEvent,
  dataOfEvent,
  editRows,
  inOrderOfExport,
  rowsOfDocument,
} from '#testing/archives/forged-rows.ts';
import { longTest } from '#testing/long-test.ts';
import { openDoor } from '#testing/open-door.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { withdrawKey } from '#server/adapters/seal-key/manage-authority.ts';
import { revocationLists } from '#server/adapters/seal-key/own-lists.ts';
import { serialOf } from '#server/adapters/seal-key/withdrawn.ts';
import { sha256 } from '../../foundation/crypto/sha256.ts';
import { welcome } from '../../accounts/sign-in/known-person.ts';
import { verifyDatabase } from '../../evidence/verification/verify-database.ts';
import { exportAccount } from './export-account.ts';
import { importAccount } from './import-account.ts';

const banker = { name: 'Bill Banker', email: 'ceo@bigbank.example' };

/**
 * Mallory has an account at an installation that the target trusts. She edits its archive before the import.
 */
describeOnOneDatabase('forged archives', (open) => {
  let source: Office;
  let there: Office;
  let victim: Desk;
  let archive: Buffer;
  let foreign: Buffer;
  let mallory: Desk;
  const id = { completed: '', sent: '', sealing: '', draft: '', ended: '', foreign: '', group: randomUUID() };

  beforeAll(async () => {
    source = await openOffice(await open());
    mallory = await source.desk({ firstName: 'Mallory', email: 'mallory@reef.example' });
    id.completed = (await mallory.signed(sampleLease(1), [grace, linus], withText)).id;
    id.sent = (await mallory.sent(sampleLease(2), [grace, linus])).id;
    await mallory.signer(grace.email).sign();
    id.sealing = (await mallory.sent(sampleLease(3), [banker])).id;
    id.ended = (await mallory.sent(sampleLease(4), [banker])).id;
    id.draft = (await mallory.prepare(sampleLease(5), [banker])).id;
    await source.settled();
    const words = { name: 'Loan', description: 'For a year', category: 'Legal', documentId: id.draft };
    await mallory.post('/api/templates', words);
    archive = await buffer(exportAccount(source.product.services, mallory.accountId));
    const own = await openOffice(await open());
    const forger = await own.desk({ email: 'mallory@reef.example' });
    id.foreign = (await forger.signed(sampleLease(6), [banker])).id;
    foreign = await buffer(exportAccount(own.product.services, forger.accountId));
    there = await openOffice(await open());
    victim = await there.desk({ firstName: 'Bill', lastName: 'Banker', email: banker.email });
  });

  const importing = () => ({
    ...there.product.services,
    now: there.now(),
    roots: source.ports.key.chain.slice(-1),
  });
  const forged = (change: (tables: Tables) => void) => forgeArchive(archive, change);

  describe('archives that are rejected as a whole', () => {
    const kinds: [string, (tables: Tables) => void][] = [
      ['a folder inside itself', circle],
      ['no owner', (tables) => tables.set('users', [])],
      ['a row of another account', strangeRow],
      ['an owner with an invalid address', (tables) => editAll(tables, 'users', { email: 'nobody' })],
      ['a duplicate group', groupTwice],
    ];

    test.each(kinds)('rejects an archive with %s', async (_, forge) => {
      const zip = forged(forge);
      const trial = await importAccount({ ...importing(), isTrial: true }, zip);
      const outcome = await importAccount(importing(), zip);
      expect(outcome.faults).not.toEqual([]);
      expect(trial.faults).toEqual(outcome.faults);
      for (const fault of outcome.faults) expect(fault).toMatch(/^[A-Z\d].*\.$/s);
      expect(outcome.faults.join()).not.toMatch(/ at .*\.ts|Error|duplicate key|syntax/);
      const { db } = there.product.services;
      const account = db.selectFrom('accounts').select('id').where('id', '=', mallory.accountId);
      expect(await account.execute()).toEqual([]);
    });

    function circle(tables: Tables): void {
      const folder = { account_id: mallory.accountId, id: randomUUID(), name: 'Round', private_to: null };
      tables.set('folders', [...tables.rows('folders'), { ...folder, parent_id: folder.id }]);
    }

    function strangeRow(tables: Tables): void {
      const row = { account_id: victim.accountId, id: randomUUID(), email: 'x@reef.example', name: 'X' };
      tables.set('contacts', [...tables.rows('contacts'), { ...row, company: '', note: '' }]);
    }

    function groupTwice(tables: Tables): void {
      const row = { account_id: mallory.accountId, id: id.group, name: 'Office' };
      tables.set('member_groups', [row, row]);
    }

    function editAll(tables: Tables, table: string, change: ForgedRow): void {
      tables.set(
        table,
        tables.rows(table).map((row) => ({ ...row, ...change })),
      );
    }
  });

  longTest(
    'no document is imported that was sealed with a stolen key but is missing from the log',
    async () => {
      const thief = await openOffice(await open(), { ports: { key: there.ports.key } });
      const desk = await thief.desk({ email: 'thief@reef.example' });
      const { id: stolen } = await desk.signed(sampleLease(1), [banker]);
      const zip = await buffer(exportAccount(thief.product.services, desk.accountId));
      const why = `The document ${stolen} cannot be imported: its seal is under a trusted root, but no trusted log contains it.`;
      for (const isTrial of [true, false])
        expect(await importAccount({ ...importing(), isTrial }, zip)).toMatchObject({
          faults: [],
          sealed: 0,
          leftOut: 1,
          notes: expect.arrayContaining([`The document ${stolen} was left out. ${why}`]) as string[],
        });
      const { db } = there.product.services;
      expect(await db.selectFrom('documents').select('id').where('id', '=', stolen).execute()).toEqual([]);
    },
  );

  test('an honest archive is accepted with the log key of its source, but not with another one', async () => {
    const [logKeys, others] = [
      await source.product.services.log.trustedKeys(),
      await there.product.services.log.trustedKeys(),
    ];
    const trial = (keys: typeof logKeys) =>
      importAccount({ ...importing(), isTrial: true, logKeys: keys }, archive);
    expect(await trial(logKeys)).toMatchObject({ faults: [], sealed: 1 });
    const { sealed, notes } = await trial(others);
    expect([sealed, notes.filter((note) => note.includes('no trusted log contains it')).length]).toEqual([
      0, 1,
    ]);
  });

  longTest(
    'no document is imported that a thief sealed with a certificate that has since been revoked',
    async () => {
      const { dataDir } = source.product.services.config;
      const at = there.now();
      const trial = async (lists: readonly Uint8Array[]) =>
        importAccount({ ...importing(), isTrial: true, lists }, archive);
      expect(await trial(await revocationLists(dataDir, at))).toMatchObject({ sealed: 1 });
      const serial = serialOf(source.ports.key.chain[0]!);
      await withdrawKey(dataDir, source.now(), { serial, since: at - 86_400_000 });
      const { sealed, notes } = await trial(await revocationLists(dataDir, at));
      expect([sealed, notes.join()]).toEqual([0, expect.stringContaining('of its seal was revoked.')]);
    },
  );

  describe('an import that relies only on proof', () => {
    let hers: Desk;
    let outcome: Awaited<ReturnType<typeof importAccount>>;
    const member = randomUUID();

    beforeAll(async () => {
      const zip = forged((tables) => {
        inventActs(tables, id.sent, 'sent');
        inventActs(tables, id.sealing, 'sealing');
        declineFor(tables, id.ended);
        bringForeign(tables);
        addTail(tables);
        swapDraftBase(tables);
        addPeople(tables);
        openDoors(tables);
        inventHistory(tables);
      });
      const trial = await importAccount({ ...importing(), isTrial: true }, zip);
      outcome = await importAccount(importing(), zip);
      expect(trial).toEqual(outcome);
      await there.settled();
      there.wait(60_000);
      await there.settled();
      const email = 'mallory@reef.example';
      hers = await acceptAccount(there, { ...mallory, email });
    });

    test('the import report counts drafts, sealed documents and files sealed elsewhere', () => {
      expect(outcome).toMatchObject({ faults: [], sealed: 1, sealedElsewhere: 1, drafts: 4, leftOut: 0 });
      expect(outcome.notes.join('\n')).toMatch(/as files only.*\n.*invitations/s);
    });

    test('no invented action in an open document is imported, and nothing is sealed', async () => {
      for (const document of [id.sent, id.sealing, id.ended]) {
        const { status, recipients, fileNotes } = await hers.read(document);
        expect(status).toBe('draft');
        expect(recipients.map((one) => [one.status, one.openedAt, one.actedAt])).toEqual(
          recipients.map(() => ['waiting', null, null]),
        );
        expect(fileNotes?.map(({ code }) => code)).toEqual(['imported-as-draft', 'answers-not-imported']);
        expect(fileNotes?.[1]?.words).toEqual(recipients.map(({ name }) => name));
        expect(await typesOf(document)).toEqual(['document_imported']);
        expect((await hers.ask(`/api/documents/${document}/download`)).status).toBe(409);
        expect((await hers.ask(`/api/documents/${document}/certificate`)).status).toBe(409);
      }
      const text = JSON.stringify((await hers.ask(`/api/documents/${id.sealing}/trail`)).body);
      expect(text).not.toMatch(/Banker|194\.25|2025/);
    });

    test('a file under an unknown root is imported as sealed elsewhere, and its trail is not called intact', async () => {
      const document = await hers.read(id.foreign);
      expect(document).toMatchObject({ sealedElsewhere: true, recipients: [], signatureFields: [] });
      expect(document).toMatchObject({ sentAt: null, completedAt: null });
      const trail = (await hers.ask(`/api/documents/${id.foreign}/trail`)).body;
      expect(trail).toMatchObject({ sealedElsewhere: true, matchesSealedFile: false });
      expect(await typesOf(id.foreign)).toEqual(['document_imported']);
      for (const path of ['evidence', 'bundle'])
        expect((await hers.ask(`/api/documents/${id.foreign}/${path}`)).body).toMatchObject({
          code: 'sealed-elsewhere',
        });
      const { bytes } = await hers.ask(`/api/documents/${id.foreign}/download`);
      expect(sha256(bytes)).toBe(document.sealedSha256);
      // The pages of this document were never prepared on this server, so no draft or template can be made
      // from it.
      const words = { name: 'Loan', description: 'Again', category: 'Legal', documentId: id.foreign };
      for (const copied of [
        await hers.post(`/api/documents/${id.foreign}/duplicate`),
        await hers.post('/api/templates', words),
      ])
        expect(copied.body).toMatchObject({ code: 'sealed-elsewhere' });
    });

    test('an honest sealed document keeps everything that its file proves, but no events after the seal', async () => {
      const trail = (await hers.ask(`/api/documents/${id.completed}/trail`)).body;
      expect(trail).toMatchObject({ intact: true, matchesSealedFile: true, sealedElsewhere: false });
      const types = await typesOf(id.completed);
      expect(types.filter((type) => type === 'document_signed')).toHaveLength(2);
      expect(types.slice(-2)).toEqual(['all_signed', 'document_imported']);
      const { recipients } = await hers.read(id.completed);
      expect(recipients.map(({ consentWithdrawn }) => consentWithdrawn)).toEqual([false, false]);
    });

    test('a user whom the archive lists as a member stays in their own account and gets no email', async () => {
      const { db } = there.product.services;
      const row = await db
        .selectFrom('users')
        .select(['issuer', 'subject'])
        .where('id', '=', victim.userId)
        .executeTakeFirstOrThrow();
      const person = {
        ...row,
        email: banker.email,
        emailVerified: true,
        firstName: 'Bill',
        lastName: 'Banker',
      };
      const entered = await welcome(db, person as Parameters<typeof welcome>[1], there.now(), openDoor);
      expect(entered.accountId).toBe(victim.accountId);
      const accounts = (await victim.ask<{ id: string }[]>('/api/accounts')).body;
      expect(accounts.map((account) => account.id)).toEqual([victim.accountId]);
      expect(there.post.to(banker.email)).toEqual([]);
      const members = (await hers.ask<{ email: string; lastSeenAt: unknown }[]>('/api/team/members')).body;
      expect(members.map(({ email }) => email)).toEqual(['mallory@reef.example']);
      const invited = (await hers.ask<{ email: string; expired: boolean }[]>('/api/team/invitations')).body;
      expect(invited).toMatchObject([{ email: banker.email, role: 'admin', expired: true }]);
    });

    test('no email block, plan, enabled key, webhook, origin or log entry is imported', async () => {
      const { db } = there.product.services;
      const own = { column: 'account_id', value: mallory.accountId } as const;
      const count = async (
        table: 'mail_blocks' | 'embedding_origins' | 'mails' | 'bulk_sends' | 'form_entries',
      ) =>
        (await db.selectFrom(table).select('account_id').where(own.column, '=', own.value).execute()).length;
      for (const table of [
        'mail_blocks',
        'embedding_origins',
        'mails',
        'bulk_sends',
        'form_entries',
      ] as const)
        expect(await count(table), table).toBe(0);
      const account = db.selectFrom('accounts').select(['plan', 'plan_until']);
      expect(await account.where('id', '=', mallory.accountId).execute()).toEqual([
        { plan: 'free', plan_until: null },
      ]);
      expect((await hers.ask('/api/webhooks')).body).toMatchObject([{ on: false }]);
      expect((await hers.ask('/api/keys')).body).toMatchObject({ keys: [{ state: 'revoked' }] });
      const heads = db.selectFrom('log_heads').select('checkpoint').where('checkpoint', 'like', '%forged%');
      expect(await heads.execute()).toEqual([]);
    });

    test('the audit trail of the account contains only the import', async () => {
      const { body } =
        await hers.ask<{ type: string; actor: string; altered: boolean }[]>('/api/audit?limit=100');
      const ofAccount = body.filter(({ type }) =>
        ['account_imported', 'signed_in', 'plan_changed'].includes(type),
      );
      expect(ofAccount.map(({ type }) => type)).toEqual(['account_imported']);
      expect(body.filter(({ altered }) => altered)).toEqual([]);
      expect(JSON.stringify(body)).not.toContain(banker.name);
    });

    test('the database check reports no error, and no email mentions an invented action', async () => {
      const found: string[] = [];
      await verifyDatabase(there.product.services, (sentence) => void found.push(sentence));
      expect(found).toEqual([]);
      const subjects = there.post.to('mallory@reef.example').map(({ subject }) => subject);
      expect(subjects).toEqual(['You’re invited to join an account']);
    });

    test('a draft whose base file was replaced is prepared from the new file, and its trail records that file as the upload', async () => {
      const { bytes } = await hers.ask(`/api/documents/${id.draft}/file`);
      const original = await hers.ask(`/api/documents/${id.draft}/original`);
      expect(sha256(original.bytes)).toBe(sha256(sampleLease(8)));
      const trail = (await hers.ask(`/api/documents/${id.draft}/trail`)).body['events'] as [{ data: object }];
      const named = { originalSha256: sha256(original.bytes), baseSha256: sha256(bytes) };
      expect(trail[0].data).toMatchObject({ as: 'draft', ...named });
    });

    const typesOf = async (document: string): Promise<string[]> => {
      const trail = (await hers.ask(`/api/documents/${document}/trail`)).body;
      return (trail['events'] as { type: string }[]).map(({ type }) => type);
    };

    function inventActs(tables: Tables, document: string, status: string): void {
      const [template] = rowsOfDocument(tables, 'events', id.completed).filter(
        (row) => row['type'] === 'document_signed',
      );
      for (const recipient of rowsOfDocument(tables, 'recipients', document)) {
        const actor = { kind: 'recipient', id: recipient['id'] as string } as const;
        for (const type of ['document_opened', 'consent_given', 'document_signed'] as const)
          addEvent(
            tables,
            document,
            { type, actor, data: dataOfEvent(template!) },
            {
              actor: banker.name,
              actorEmail: banker.email,
              ip: '194.25.0.68',
            },
          );
        const [like] = tables.rows('signatures');
        const row = { ...like, document_id: document, recipient_id: recipient['id'], ip: '194.25.0.68' };
        tables.set('signatures', inOrderOfExport([...tables.rows('signatures'), row]));
      }
      addEvent(tables, document, { type: 'all_signed', actor: { kind: 'system', id: null }, data: {} }, {});
      editRows(tables, 'recipients', document, (row) => ({ ...row, ...banker, status: 'signed' }));
      editRows(tables, 'documents', document, (row) => ({
        ...row,
        status,
        updated_at: '2025-06-01T00:00:00Z',
      }));
    }

    function declineFor(tables: Tables, document: string): void {
      const [recipient] = rowsOfDocument(tables, 'recipients', document);
      const actor = { kind: 'recipient', id: recipient!['id'] as string } as const;
      addEvent(tables, document, { type: 'document_declined', actor, data: {} }, { reason: 'Never.' });
      editRows(tables, 'recipients', document, (row) => ({ ...row, status: 'declined' }));
      editRows(tables, 'documents', document, (row) => ({ ...row, status: 'declined' }));
    }

    function bringForeign(tables: Tables): void {
      forgeArchive(foreign, (theirs) => {
        for (const table of [
          'documents',
          'recipients',
          'fields',
          'field_values',
          'signatures',
          'events',
          'event_values',
        ]) {
          const rows = theirs.rows(table).map((row) => ({ ...row, account_id: mallory.accountId }));
          const placed = rows.map((row) =>
            table === 'documents' ? { ...row, created_by: mallory.userId } : row,
          );
          tables.set(table, inOrderOfExport([...tables.rows(table), ...placed], table));
        }
        for (const row of theirs.rows('documents'))
          for (const column of ['original_sha256', 'base_sha256', 'sealed_sha256'])
            tables.file(theirs.bytes(String(row[column])));
        for (const row of theirs.rows('signatures'))
          if (typeof row['image_sha256'] === 'string') tables.file(theirs.bytes(row['image_sha256']));
      });
    }

    /** Adds an unproved event after the seal. */
    function addTail(tables: Tables): void {
      const [recipient] = rowsOfDocument(tables, 'recipients', id.completed);
      const actor = { kind: 'recipient', id: recipient!['id'] as string } as const;
      const at = addEvent(tables, id.completed, { type: 'consent_withdrawn', actor, data: {} }, {});
      editRows(tables, 'recipients', id.completed, (row) =>
        row['id'] === recipient!['id'] ? { ...row, consent_withdrawn_at: at } : row,
      );
    }

    function swapDraftBase(tables: Tables): void {
      const base_sha256 = tables.file(sampleLease(8));
      editRows(tables, 'documents', id.draft, (row) => ({ ...row, base_sha256 }));
    }

    function addPeople(tables: Tables): void {
      const [owner] = tables.rows('users');
      const stranger = { ...owner, id: member, subject: victim.userId, email: banker.email };
      const seen = { last_seen_at: '2030-01-01T00:00:00Z', created_at: '2029-01-01T00:00:00Z' };
      tables.set('users', [
        owner!,
        { ...stranger, ...seen, role: 'owner', first_name: 'Bill', last_name: 'Banker' },
      ]);
      const [template] = tables.rows('templates');
      tables.set('templates', [{ ...template, created_by: member, private: true }]);
    }

    function openDoors(tables: Tables): void {
      const at = '2026-01-01T00:00:00Z';
      const own = { account_id: mallory.accountId, created_at: at };
      const scopes = ['documents:write'];
      tables.set('mail_blocks', [{ ...own, address: banker.email }]);
      tables.set('embedding_origins', [
        { ...own, id: randomUUID(), origin: 'https://www.bigbank.example', created_by: mallory.userId },
      ]);
      tables.set('webhook_endpoints', [
        {
          ...own,
          id: randomUUID(),
          created_by: mallory.userId,
          url: 'https://elsewhere.example/in',
          kinds: ['document.completed'],
          state: 'on',
          disabled_reason: null,
          secret: 'known',
        },
      ]);
      const key = { ...own, id: randomUUID(), user_id: mallory.userId, name: 'Mine', mode: 'live', scopes };
      tables.set('api_keys', [{ ...key, revoked_at: null, expires_at: null }]);
      const [account] = tables.rows('accounts');
      tables.set('accounts', [{ ...account, plan: 'business', plan_until: '2099-01-01T00:00:00Z' }]);
    }

    function inventHistory(tables: Tables): void {
      const own = { account_id: mallory.accountId };
      const event = { ...own, id: randomUUID(), type: 'signed_in', occurred_at: '2025-01-01T00:00:00Z' };
      tables.set('account_events', [{ ...event, user_id: member, name: banker.name, email: banker.email }]);
      tables.set('log_heads', [
        { size: 1, checkpoint: 'forged', key: 'x', signed_at: '2025-01-01T00:00:00Z' },
      ]);
      const mails = tables
        .rows('mails')
        .map((row) => ({ ...row, to_address: banker.email, state: 'accepted' }));
      tables.set('mails', mails);
    }
  });

  const withText = (ids: string[]) => [
    ...ids.map((recipientId, at) => ({
      type: 'signature' as const,
      page: 1,
      x: 20,
      y: 20 + at * 60,
      width: 150,
      height: 40,
      recipientId,
    })),
    {
      type: 'text' as const,
      page: 1,
      x: 20,
      y: 200,
      width: 150,
      height: 30,
      recipientId: ids[0]!,
      label: 'Sum',
    },
  ];
});
