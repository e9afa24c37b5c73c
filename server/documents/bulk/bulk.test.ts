import type { Kysely } from 'kysely';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import type { CurrentUser } from '#contract/accounts/account.ts';
import type { NewApp } from '#contract/accounts/apps.ts';
import type { NewKeyAnswer } from '#contract/accounts/api-keys.ts';
import type { BulkDetail, BulkPreview, BulkView } from '#contract/documents/bulk.ts';
import type { FieldInput } from '#contract/documents/field.ts';
import type { TemplateView } from '#contract/documents/templates.ts';
import { readCsv } from '#core/csv/read-csv.ts';
import { refuse } from '#core/refusal.ts';
import { scopes } from '#core/permission/scope.ts';
import type { PlanName } from '#core/plan/plans.ts';
import { grace, linus } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { longTest } from '#testing/long-test.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import type { NoticeView } from '#contract/accounts/notices.ts';
import { newId } from '../../foundation/db/new-id.ts';
import { burstLimits } from '../../foundation/http/burst-limiter.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import { deleteRowValues } from './delete-old-rows.ts';
import { sendBulk } from './send-bulk.ts';

const head = 'Signer 1 Email,Signer 1 Name,Signer 2 Email,Title,Message,Berth,Color';

describeOnOneDatabase('bulk send', (open) => {
  let office: Office;
  beforeAll(async () => {
    office = await openOffice(await open());
  });

  test('a preview checks every row as sending would, reports line and reason, and writes nothing', async () => {
    const { ada, template } = await prepared(office);
    const csv = [
      head,
      `${grace.email},Grace,${linus.email},Berth 1,Hello,14,red`,
      `${grace.email},Grace,,Berth 2,,,`,
      `${grace.email},Grace,nobody,Berth 3,,,`,
      `${grace.email.toUpperCase()},Grace,${linus.email},berth 1,Another word,14,`,
      `"=HYPERLINK(""x"")",Grace,${linus.email},Berth 5,,,`,
      `${grace.email},Grace,${linus.email},Berth 6,,not a number,`,
    ].join('\r\n');
    const { status, body } = await preview(ada, template, csv);
    expect(status).toBe(200);
    expect(body).toMatchObject({ rows: 6, good: 2, wrong: 4, repeated: 1, documentsLeft: null });
    expect(body.problems.map(({ line, code }) => [line, code])).toEqual([
      [3, 'recipient-address-invalid'],
      [4, 'recipient-address-invalid'],
      [6, 'recipient-address-invalid'],
      [7, 'field-incomplete'],
    ]);
    expect(body.problems[0]!.detail).toContain('Signer 2');
    expect(body.first.map(({ line, repeats }) => [line, repeats])).toEqual([
      [2, null],
      [5, 2],
    ]);
    expect([body.filled, body.unknown]).toEqual([['Berth'], [{ name: 'Color', nearest: null }]]);
    expect((await ada.ask<BulkView[]>('/api/bulk')).body).toEqual([]);
    const sample = await ada.ask(`/api/templates/${template.id}/bulk/sample`);
    expect(sample.bytes.toString('utf8')).toBe(
      '\ufeffSigner 1 Email,Signer 1 Name,Signer 2 Email,Signer 2 Name,Title,Message,External ID,Berth\r\n',
    );
  });

  longTest('checking many files in a short time throttles only that account', async () => {
    const { ada, template } = await prepared(office);
    const { most } = burstLimits.bulkFile;
    for (let file = 0; file < most; file += 1)
      expect((await preview(ada, template, manyRows(1))).status).toBe(200);
    expect(await preview(ada, template, manyRows(1))).toMatchObject({ status: 429 });
    expect(await start(ada, template, manyRows(1))).toMatchObject({
      status: 429,
      body: { code: 'too-many-requests' },
    });
    const other = await prepared(office);
    expect((await preview(other.ada, other.template, manyRows(1))).status).toBe(200);
  });

  test('each valid row is sent once, repeating the request starts nothing, and the result file contains no formulas', async () => {
    const { ada, template } = await prepared(office);
    const csv = [
      head,
      `${grace.email},Grace,${linus.email},Berth 1,Welcome,14`,
      `${grace.email},Grace,not an address,'=1+1,,`,
      `${linus.email},,${grace.email},,,`,
      `${linus.email},,${grace.email},,,`,
    ].join('\n');
    const begun = await start(ada, template, csv);
    expect(begun.status).toBe(201);
    const again = await start(ada, template, csv, { id: begun.body.id });
    expect(again.body.id).toBe(begun.body.id);
    await office.settled();
    const { body: bulk } = await ada.ask<BulkDetail>(`/api/bulk/${begun.body.id}`);
    expect(bulk).toMatchObject({ state: 'done', counts: { sent: 2, refused: 1, skipped: 1, waiting: 0 } });
    expect(bulk.finishedAt).not.toBeNull();

    const result = await ada.ask(`/api/bulk/${bulk.id}/answers?format=csv`);
    expect(result.bytes.toString('utf8')).toContain(`"'=1+1"`);
    const [names, ...rows] = readCsv(result.bytes.toString('utf8'), { maxRows: 9, maxCells: 99 }).rows.map(
      ({ cells }) => cells,
    );
    const of = (row: string[] | undefined, name: string) => row?.[names!.indexOf(name)];
    expect(rows.map((row) => of(row, 'Result'))).toEqual(['sent', 'refused', 'sent', 'skipped']);
    const first = await ada.read(of(rows[0], 'Document')!);
    expect(first).toMatchObject({ title: 'Berth 1', status: 'sent', message: 'Welcome' });
    expect(first.signatureFields.find(({ label }) => label === 'Berth')?.properties?.value).toBe('14');
    expect((await ada.read(of(rows[2], 'Document')!)).title).toBe('Berth lease');
    const mail = office.post.to(grace.email).find(({ subject }) => subject.includes('Berth 1'));
    expect(mail?.text).toContain('> Welcome');
    const signed = await ada.signer(linus.email).sign();
    expect(signed.status).toBe(200);
  });

  longTest(
    'the sender is notified of the end with the numbers, unless they turned that off or canceled',
    async () => {
      const { ada, template } = await prepared(office);
      const news = async () =>
        (await ada.ask<NoticeView[]>('/api/notices')).body.filter(({ kind }) => kind === 'bulk-ended');
      const csv = [head, `${linus.email},,${grace.email},,,`, `nobody,,${grace.email},,,`].join('\n');
      const begun = await start(ada, template, csv);
      await office.settled();
      const expected = { id: begun.body.id, state: 'done', sent: 1, total: 1, fileName: 'berths.csv' };
      expect(await news()).toMatchObject([{ document: null, bulk: expected, read: false }]);

      const off = await start(ada, template, manyRows(30));
      await ada.post(`/api/bulk/${off.body.id}/cancel`);
      await ada.patch('/api/user/preferences', { notifications: { 'bulk-ended': { inApp: false } } });
      await start(ada, template, manyRows(1));
      await office.settled();
      expect(await news()).toHaveLength(1);
    },
  );

  test('thirty days after the end, names and addresses are deleted and all numbers remain', async () => {
    const { ada, template } = await prepared(office);
    const row = `${linus.email},Linus Okafor,${grace.email},Berth of Linus,Dear Linus,14`;
    const { body } = await start(
      ada,
      template,
      [head, row, `nobody.in.particular,,${grace.email},,,`].join('\n'),
    );
    const waiting = await start(ada, template, manyRows(30));
    await ada.post(`/api/bulk/${waiting.body.id}/pause`);
    await office.settled();
    const { db } = office.ports.database;
    const look = async () => (await ada.ask<BulkDetail>(`/api/bulk/${body.id}`)).body;
    const result = async () =>
      (await ada.ask(`/api/bulk/${body.id}/answers?format=csv`)).bytes.toString('utf8');
    const before = await look();
    expect([before.problems.length, before.rowsDeletedAt]).toEqual([1, null]);
    await deleteRowValues({ db }, office.now() + 29 * 86_400_000);
    expect(await look()).toEqual(before);

    const then = office.now() + 31 * 86_400_000;
    expect(await deleteRowValues({ db }, then)).toBeGreaterThan(0);
    expect(await deleteRowValues({ db }, then)).toBe(0);
    const after = await look();
    expect(after).toMatchObject({ counts: before.counts, problems: [], state: 'done' });
    expect(after.rowsDeletedAt).not.toBeNull();
    const kept = await db.selectFrom('bulk_rows').selectAll().where('bulk_id', '=', body.id).execute();
    expect(JSON.stringify(kept)).not.toMatch(/Linus|okafor|harbour|nobody|berth/i);
    const rows = readCsv(await result(), { maxRows: 9, maxCells: 99 }).rows.map(({ cells }) => cells);
    expect(rows.slice(1).map((cells) => cells.slice(1, 3))).toEqual([
      ['sent', ''],
      ['refused', 'recipient-address-invalid'],
    ]);
    const still = await db
      .selectFrom('bulk_rows')
      .select('cells')
      .where('bulk_id', '=', waiting.body.id)
      .execute();
    expect(JSON.stringify(still)).toContain('okafor.example');
  });

  test('a bulk send can be paused, resumed and canceled, and a finished one does not change', async () => {
    const { ada, template } = await prepared(office);
    const begun = await start(ada, template, manyRows(30));
    const act = (what: string) => ada.post<BulkDetail>(`/api/bulk/${begun.body.id}/${what}`);
    const paused = await act('pause');
    expect(paused.body.state).toBe('paused');
    const { sent, waiting } = paused.body.counts;
    expect(waiting).toBeGreaterThan(0);
    await office.settled();
    expect((await ada.ask<BulkDetail>(`/api/bulk/${begun.body.id}`)).body.counts).toMatchObject({
      sent,
      waiting,
    });
    expect((await act('resume')).body.state).toBe('running');
    const over = await act('cancel');
    expect(over.body.state).toBe('cancelled');
    expect(over.body.counts.sent + over.body.counts.cancelled).toBe(30);
    await office.settled();
    const { body } = await ada.ask<BulkDetail>(`/api/bulk/${begun.body.id}`);
    expect(body.counts).toEqual(over.body.counts);
    expect(await act('resume')).toMatchObject({ status: 409, body: { code: 'bulk-ended' } });
  });

  test('the monthly limit is shown in advance, checked at the start, and pauses a running bulk send', async () => {
    const { ada, template } = await prepared(office, 'free');
    const looked = await preview(ada, template, manyRows(3));
    expect(looked.body).toMatchObject({ good: 3, documentsLeft: 2 });
    expect(await start(ada, template, manyRows(3))).toMatchObject({
      status: 403,
      body: { code: 'plan-limit-documents' },
    });
    const begun = await start(ada, template, manyRows(2));
    await ada.post(`/api/bulk/${begun.body.id}/pause`);
    await office.settled();
    const before = (await ada.ask<BulkDetail>(`/api/bulk/${begun.body.id}`)).body.counts;
    for (let left = before.waiting; left > 0; left -= 1) await ada.upload(sampleLease(1));
    await ada.post(`/api/bulk/${begun.body.id}/resume`);
    await office.settled();
    const { body } = await ada.ask<BulkDetail>(`/api/bulk/${begun.body.id}`);
    const expected = before.waiting === 0 ? ['done', null] : ['paused', 'plan-limit-documents'];
    expect([body.state, body.pausedBy]).toEqual(expected);
    expect(body.counts).toEqual(before);
    const { body: news } = await ada.ask<NoticeView[]>('/api/notices?limit=1');
    expect(news).toMatchObject([{ kind: 'bulk-ended', bulk: { id: begun.body.id, state: body.state } }]);
  });

  test('after another member resumes a bulk send, each audit trail names who started it and who sent it', async () => {
    const { ada, template } = await prepared(office);
    const hana = await office.colleague(ada, { role: 'member', firstName: 'Hana', lastName: 'Sato' });
    const begun = await start(hana, template, manyRows(2));
    await hana.post(`/api/bulk/${begun.body.id}/pause`);
    await office.settled();
    const sentBy = async () => {
      const { body } = await ada.ask<{ id: string }[]>('/api/documents?sort=created');
      const trails = body.map(({ id }) => ada.ask<{ events: TrailLine[] }>(`/api/documents/${id}/trail`));
      const events = (await Promise.all(trails)).flatMap((trail) => trail.body.events);
      return events.filter(({ type }) => type === 'document_sent');
    };
    const before = (await sentBy()).length;
    await ada.post(`/api/bulk/${begun.body.id}/resume`);
    await office.settled();
    const sent = await sentBy();
    expect(sent).toHaveLength(2);
    const resumed = { actor: 'Ada Moreau', data: { through: 'bulk-send', startedBy: 'Hana Sato' } };
    expect(sent.slice(before)).toMatchObject(sent.slice(before).map(() => resumed));
    for (const { data } of sent.slice(0, before)) expect(data.startedBy).toBeUndefined();
  });

  longTest(
    'in a bulk send by a program, each audit trail names the key, and revoking the key pauses the rest',
    async () => {
      const { ada, template } = await prepared(office);
      const wanted = { name: 'Payroll', mode: 'live', scopes: [...scopes] };
      const { body: made } = await ada.post<NewKeyAnswer>('/api/keys', wanted);
      const program = ada.program(made.secret);
      const begun = await start(program, template, manyRows(3));
      await program.post(`/api/bulk/${begun.body.id}/pause`);
      await program.post(`/api/bulk/${begun.body.id}/resume`);
      await office.settled();
      const keys = async () => {
        const { body } = await ada.ask<{ id: string }[]>('/api/documents?sort=created');
        const trails = body.map(({ id }) => ada.ask<{ events: TrailLine[] }>(`/api/documents/${id}/trail`));
        const events = (await Promise.all(trails)).flatMap((trail) => trail.body.events);
        return events.filter(({ type }) => type === 'document_sent').map(({ data }) => data.apiKey);
      };
      expect(await keys()).toEqual(['Payroll', 'Payroll', 'Payroll']);

      const { db } = office.ports.database;
      const key = { accountId: await accountOf(ada), id: begun.body.id };
      const asIfWaiting = async () => {
        await db.updateTable('bulk_sends').set({ state: 'running' }).where('id', '=', key.id).execute();
        const last = { state: 'waiting', document_id: null };
        await db
          .updateTable('bulk_rows')
          .set(last)
          .where('bulk_id', '=', key.id)
          .where('line', '=', 4)
          .execute();
      };
      await asIfWaiting();
      expect((await ada.delete(`/api/keys/${made.key.id}`)).status).toBe(204);
      const job = { attempt: 1, signal: new AbortController().signal };
      await sendBulk(office.product.services, key, job);
      const { body: stopped } = await ada.ask<BulkDetail>(`/api/bulk/${key.id}`);
      expect(stopped).toMatchObject({ state: 'paused', pausedBy: 'not-permitted', counts: { waiting: 1 } });
      // The same applies to a disconnected app, because audit trails refer to its connection.
      const connection = await connectedApp(db, ada);
      const from = { ip: '192.0.2.1', userAgent: 'Payroll', key: 'Payroll' };
      await db
        .updateTable('bulk_sends')
        .set({ state: 'running', paused_by: null, started_from: { ...from, keyId: connection } })
        .where('id', '=', key.id)
        .execute();
      expect((await ada.delete(`/api/connections/${connection}`)).status).toBe(204);
      await sendBulk(office.product.services, key, job);
      const { body: out } = await ada.ask<BulkDetail>(`/api/bulk/${key.id}`);
      expect(out).toMatchObject({ state: 'paused', pausedBy: 'not-permitted', counts: { waiting: 1 } });
      await ada.post(`/api/bulk/${key.id}/resume`);
      await office.settled();
      expect((await keys()).toSorted()).toEqual(['Payroll', 'Payroll', 'Payroll', undefined]);
    },
  );

  test("rows wait while the account's mail is paused, and no row is abandoned", async () => {
    const { ada, template } = await prepared(office);
    const at = new Date(office.now());
    const bounced = Array.from({ length: 10 }, (_, index) => ({
      account_id: ada.accountId,
      id: newId(office.now()),
      document_id: newId(office.now()),
      kind: 'invitation',
      to_name: '',
      to_address: `gone.${index}@elsewhere.example`,
      state: 'bounced',
      reply: '550 No such user',
      created_at: at,
      due_at: at,
    }));
    await office.ports.database.db.insertInto('mails').values(bounced).execute();
    const begun = await start(ada, template, manyRows(2));
    await office.settled();
    const { body } = await ada.ask<BulkDetail>(`/api/bulk/${begun.body.id}`);
    expect(body).toMatchObject({
      state: 'paused',
      pausedBy: 'mail-paused',
      counts: { waiting: 2, failed: 0 },
    });
    await office.ports.database.db.deleteFrom('mails').where('account_id', '=', ada.accountId).execute();
    await ada.post(`/api/bulk/${begun.body.id}/resume`);
    await office.settled();
    const { body: after } = await ada.ask<BulkDetail>(`/api/bulk/${begun.body.id}`);
    expect(after).toMatchObject({ state: 'done', counts: { sent: 2, failed: 0 } });
  });

  test('rows wait while the preflight is unavailable, and are sent afterwards', async () => {
    const { ada, template } = await prepared(office);
    const { sealable } = office.product.services;
    const { check } = sealable;
    sealable.check = () => Promise.resolve(refuse('preflight-unavailable', 'Try again in an hour.'));
    onTestFinished(() => void (sealable.check = check));
    const begun = await start(ada, template, manyRows(2));
    await office.settled();
    const { body } = await ada.ask<BulkDetail>(`/api/bulk/${begun.body.id}`);
    const waiting = { state: 'paused', pausedBy: 'preflight-unavailable', counts: { waiting: 2, failed: 0 } };
    expect(body).toMatchObject(waiting);
    sealable.check = check;
    await ada.post(`/api/bulk/${begun.body.id}/resume`);
    await office.settled();
    const { body: after } = await ada.ask<BulkDetail>(`/api/bulk/${begun.body.id}`);
    expect(after).toMatchObject({ state: 'done', counts: { sent: 2, failed: 0 } });
  });

  test('during an outage each row has its own attempts before it is abandoned', async () => {
    const { ada, template } = await prepared(office);
    const begun = await start(ada, template, manyRows(30));
    await ada.post(`/api/bulk/${begun.body.id}/pause`);
    await office.settled();
    const key = { accountId: ada.accountId, id: begun.body.id };
    const running = office.ports.database.db.updateTable('bulk_sends').set({ state: 'running' });
    await running.where('id', '=', key.id).execute();
    const { services } = office.product;
    const away = (): Promise<never> => Promise.reject(new Error('The files are away.'));
    const broken = { ...services, sealable: { ...services.sealable, check: away } };
    const failed: number[] = [];
    for (let attempt = 1; attempt <= 8; attempt += 1) {
      const job = { attempt, signal: new AbortController().signal };
      await expect(sendBulk(broken, key, job)).rejects.toThrow('The files are away.');
      failed.push((await ada.ask<BulkDetail>(`/api/bulk/${key.id}`)).body.counts.failed);
    }
    expect(failed).toEqual([0, 0, 0, 1, 1, 1, 1, 2]);
  });

  longTest('changing or deleting the template does not affect waiting rows', async () => {
    const { ada, template } = await prepared(office);
    const begun = await start(ada, template, manyRows(4));
    await ada.delete(`/api/templates/${template.id}`);
    await office.settled();
    const { body } = await ada.ask<BulkDetail>(`/api/bulk/${begun.body.id}`);
    expect(body).toMatchObject({ state: 'done', counts: { sent: 4 } });
  });

  test('Mallory cannot find another account’s bulk send, and unreadable files are refused as a whole', async () => {
    const { ada, template } = await prepared(office);
    const begun = await start(ada, template, manyRows(1));
    const mallory = await office.desk({
      firstName: 'Mallory',
      lastName: 'Quill',
      email: 'mallory@elsewhere.example',
    });
    const paths = ['', '/answers', '/pause', '/resume', '/cancel'].map(
      (end) => `/api/bulk/${begun.body.id}${end}`,
    );
    for (const path of paths) {
      const method = path.endsWith(begun.body.id) || path.endsWith('answers') ? 'GET' : 'POST';
      expect((await mallory.ask(path, { method })).status).toBe(404);
    }
    expect((await preview(mallory, template, manyRows(1))).status).toBe(404);
    expect((await start(mallory, template, manyRows(1))).status).toBe(404);
    const none = 'Name,Title\nGrace,Berth 1';
    expect(await preview(ada, template, none)).toMatchObject({
      status: 422,
      body: { code: 'bulk-file-unreadable' },
    });
    expect(await preview(ada, template, head)).toMatchObject({
      status: 422,
      body: { code: 'bulk-file-unreadable' },
    });
    expect(await preview(ada, template, manyRows(2001))).toMatchObject({
      status: 422,
      body: { code: 'bulk-file-too-long' },
    });
    const wrong = `${head}\nnobody,,nobody,,,`;
    expect(await start(ada, template, wrong)).toMatchObject({
      status: 422,
      body: { code: 'bulk-nothing-to-send' },
    });
    expect((await ada.ask('/api/bulk/none')).status).toBe(404);
  });
});

type TrailLine = { type: string; data: { apiKey?: string; startedBy?: string } };
const accountOf = async (desk: Desk) => (await desk.ask<CurrentUser>('/api/auth/user')).body.accountId;

/** Returns a connected app after its user has consented. */
async function connectedApp(db: Kysely<Schema>, { accountId, userId, ask }: Desk): Promise<string> {
  const body = { name: 'Payroll', redirectUris: ['https://payroll.example/back'], confidential: false };
  const { app } = (await ask<NewApp>('/api/apps', { method: 'POST', body })).body;
  const [id, created_at] = [newId(Date.now()), new Date()];
  const granted = { grant_id: id, scopes: JSON.stringify(scopes) };
  await db
    .insertInto('connections')
    .values({ account_id: accountId, user_id: userId, app_id: app.id, id, created_at, ...granted })
    .execute();
  return id;
}

/**
 * Creates a template for two signers with one signature each, and a number field 'Berth' for the first one.
 */
async function prepared(
  office: Office,
  plan: PlanName = 'business',
): Promise<{ ada: Desk; template: TemplateView }> {
  const ada = await office.desk({ firstName: 'Ada', lastName: 'Moreau', email: 'ada@harbour.example', plan });
  const place = { page: 1, x: 20, width: 150, height: 40 };
  const fields = (ids: string[]): FieldInput[] => [
    { ...place, type: 'signature', y: 20, recipientId: ids[0] },
    { ...place, type: 'signature', y: 80, recipientId: ids[1] },
    { ...place, type: 'number', y: 140, recipientId: ids[0], label: 'Berth', required: false },
  ];
  const document = await ada.prepare(sampleLease(1), [{ ...grace }, { ...linus }], fields);
  const words = { name: 'Berth lease', description: 'One berth for one year' };
  const made = await ada.post<TemplateView>('/api/templates', { ...words, documentId: document.id });
  return { ada, template: made.body };
}

function manyRows(count: number): string {
  const rows = Array.from(
    { length: count },
    (_, at) => `one.${at}@okafor.example,,two.${at}@okafor.example,,,`,
  );
  return [head, ...rows].join('\n');
}

function preview(desk: Desk, { id }: TemplateView, csv: string) {
  return desk.post<BulkPreview>(`/api/templates/${id}/bulk/preview`, { csv });
}

function start(desk: Desk, { id }: TemplateView, csv: string, change: object = {}) {
  const body = { id: newId(Date.now()), csv, fileName: 'berths.csv', ignoreColumns: ['Color'], ...change };
  return desk.post<BulkDetail>(`/api/templates/${id}/bulk`, body);
}
