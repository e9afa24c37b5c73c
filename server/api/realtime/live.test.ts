import { beforeAll, describe, expect, test } from 'vitest';
import { grace, linus } from '#testing/cast.ts';
import { describeOnEveryDatabase, describeOnServer } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { listenLive, type LiveListener } from '#testing/live-listener.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { recordAccountEvent } from '../../records/account-event-store.ts';
import { openDatabase } from '../../foundation/db/database.ts';
import { inTransaction } from '../../foundation/db/transaction.ts';
import { readHint } from './hint.ts';
import { openReaders, type Reader } from './readers.ts';

const mallory = { firstName: 'Mallory', lastName: 'Quill', email: 'mallory@elsewhere.example' };

async function listening(office: Office): Promise<Office> {
  await office.product.app.listen({ port: 0, host: '127.0.0.1' });
  return office;
}

const follow = (office: Office, desk: Desk): Promise<LiveListener> =>
  listenLive(office.product.app, '/api/live', { cookie: desk.cookie });

async function sendLease(
  office: Office,
  ada: Desk,
  recipients: Parameters<Desk['prepare']>[1] = [grace],
  body = {},
): Promise<string> {
  const { id } = await ada.prepare(sampleLease(1), recipients);
  await ada.send(id, body);
  await office.settled();
  return id;
}

describeOnEveryDatabase('live updates', (open) => {
  let office: Office;
  let ada: Desk;
  let stream: LiveListener;
  beforeAll(async () => {
    office = await listening(await openOffice(await open()));
    ada = await office.desk();
    stream = await follow(office, ada);
  });

  test('a member is notified of their recipients’ actions, and other accounts are not', async () => {
    const other = await follow(office, await office.desk(mallory));
    const id = await sendLease(office, ada);
    await stream.untilTopic('documents');
    await stream.untilTopic(`document:${id}`);
    stream.forget();
    await ada.signer(grace.email).opened();
    await stream.untilTopic(`document:${id}`);
    await stream.untilTopic('notices');
    stream.forget();
    await ada.signer(grace.email).sign();
    await stream.untilTopic(`document:${id}`);
    expect(other.heard).toEqual([]);
    await other.leave();
  });

  test('a member is notified of a plan change', async () => {
    stream.forget();
    await office.ports.database.db
      .updateTable('accounts')
      .set({ plan: 'pro' })
      .where('id', '=', ada.accountId)
      .execute();
    await stream.untilTopic('account');
  });

  test('members are notified of changes to templates, contacts, folders and documents, and of account events', async () => {
    const ask = (path: string, body: object) => ada.post<{ id: string }>(path, body);
    await ask('/api/templates', { name: 'Berth lease', description: 'One berth for one year' });
    await stream.untilTopic('templates');
    await ask('/api/contacts', { name: 'Hana Sato', email: 'hana@harbour.example' });
    await stream.untilTopic('contacts');
    const { body: folder } = await ask('/api/folders', { name: 'Leases' });
    await stream.untilTopic('folders');
    const { body: document } = await ada.upload(sampleLease());
    await stream.untilTopic('documents');
    stream.forget();
    await ask('/api/documents/move', { ids: [document.id], folderId: folder.id });
    await stream.untilTopic('documents');
    await inTransaction(office.ports.database.db, (tx) =>
      recordAccountEvent(tx, ada.accountId, { type: 'session_ended' }, office.now()),
    );
    await stream.untilTopic('audit');
  });

  test('a signer is notified when another one has signed', async () => {
    await sendLease(office, ada, [grace, linus]);
    const path = `/api/sign/${ada.signer(linus.email).token}/live`;
    const signer = await listenLive(office.product.app, path);
    await signer.untilEvent('changed'); // from the earlier invitation
    signer.forget();
    await ada.signer(grace.email).opened();
    await ada.signer(grace.email).sign();
    await signer.untilEvent('changed');
    await signer.leave();
  });

  test('a signer is notified when their turn comes and when the document ends', async () => {
    const recipients = [
      { ...grace, order: 1 },
      { ...linus, order: 2 },
    ];
    const id = await sendLease(office, ada, recipients, { signingOrder: 'sequential' });
    const path = `/api/sign/${ada.signer(grace.email).token}/live`;
    const signer = await listenLive(office.product.app, path);
    await signer.untilEvent('changed'); // from the earlier invitation
    signer.forget();
    await ada.post(`/api/documents/${id}/void`, { reason: 'Withdrawn' });
    await signer.untilEvent('changed');
    await signer.leave();
  });

  test('a stream behind a link requires the link’s codes', async () => {
    await sendLease(office, ada, [{ ...grace, accessCode: '4711-berth' }]);
    const url = `/api/sign/${ada.signer(grace.email).token}/live`;
    const answer = await office.product.app.inject(url);
    expect([answer.statusCode, answer.json()]).toMatchObject([403, { code: 'code-required' }]);
  });

  test('streams require a session or a link', async () => {
    const { app } = office.product;
    expect((await app.inject('/api/live')).statusCode).toBe(401);
    expect((await app.inject('/api/sign/none/live')).statusCode).toBe(404);
    expect((await app.inject({ method: 'HEAD', url: '/api/live' })).statusCode).toBe(404);
  });

  test('ending a session ends all its streams and no others', async () => {
    const again = await office.product.app.sessions.begin(ada, undefined);
    const second = await listenLive(office.product.app, '/api/live', { cookie: `sid=${again}` });
    await office.product.app.inject({ url: '/api/logout', headers: { cookie: `sid=${again}` } });
    expect(await second.untilEvent('end')).toEqual({ event: 'end', data: 'session-ended' });
    await second.ended;
    expect(stream.heard.filter(({ event }) => event === 'end')).toEqual([]);
  });

  test('when a browser has too many streams, the oldest is closed', async () => {
    const session = await office.product.app.sessions.begin(ada, undefined);
    const opened: LiveListener[] = [];
    for (let count = 0; count < 5; count += 1)
      opened.push(await listenLive(office.product.app, '/api/live', { cookie: `sid=${session}` }));
    expect((await opened[0]!.untilEvent('end')).data).toBe('replaced');
    expect(
      opened
        .slice(1)
        .flatMap(({ heard }) => heard)
        .filter(({ event }) => event === 'end'),
    ).toEqual([]);
    await Promise.all(opened.map((one) => one.leave()));
  });

  test('streams do not delay stopping the server', async () => {
    const last = await follow(office, ada);
    await office.close();
    expect((await last.untilEvent('end')).data).toBe('shutdown');
    await last.ended;
  });
});

describeOnServer('live updates across two instances', (open) => {
  test('changes reach a page connected to another instance', async () => {
    const database = await open();
    const settings = { SECRET_KEY: 'one key for both instances, or links would not fit' };
    const here = await listening(await openOffice(database, { settings }));
    const ada = await here.desk();
    const second = await openDatabase(database.location);
    const there = await listening(await openOffice(second, { settings, working: false }));
    try {
      const stream = await follow(there, ada);
      const id = await sendLease(here, ada);
      await stream.untilTopic(`document:${id}`);
      const signer = await listenLive(there.product.app, `/api/sign/${ada.signer(grace.email).token}/live`);
      await signer.untilEvent('changed');
      signer.forget();
      await ada.post(`/api/documents/${id}/void`, { reason: 'Withdrawn' });
      await signer.untilEvent('changed');
      // The listening connection is lost, so readers get a hint to reload everything.
      stream.forget();
      await database.owner.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                                  WHERE datname = current_database() AND query = 'LISTEN "live"'`);
      await stream.untilTopic('all');
    } finally {
      await there.close();
      await here.close();
      await second.close();
    }
  });
});

describe('the registry of open streams', () => {
  const account = '0190d6f0-0000-7000-8000-00000000000a';
  const other = '0190d6f0-0000-7000-8000-00000000000b';
  const document = '0190d6f0-0000-7000-8000-0000000000d0';
  const id = (last: number): string => `0190d6f0-0000-7000-8000-0000000000${last}`;
  const member = (accountId: string, key: string, userId = id(11)): Reader => ({
    kind: 'member',
    key,
    accountId,
    userId,
  });
  const textOf = async (stream: { body: AsyncIterable<Buffer> }): Promise<string> => {
    let text = '';
    for await (const part of stream.body) text += part.toString();
    return text;
  };

  test('a stream receives only changes of its account and notifications of its member', async () => {
    const readers = openReaders();
    const ada = readers.join(member(account, 'ada'))!;
    const colleague = readers.join(member(account, 'colleague', id(12)))!;
    const stranger = readers.join(member(other, 'stranger'))!;
    readers.tell(readHint(`${account} notices ${id(11)}`)!);
    readers.tell(readHint(`${account} documents`)!);
    for (const stream of [ada, colleague, stranger]) stream.body.on('end', () => undefined);
    await expect.poll(() => ada.body.readableLength).toBeGreaterThan(50);
    readers.endAll('shutdown');
    expect(await textOf(ada)).toContain('["notices","documents"]');
    expect(await textOf(colleague)).toContain('["documents"]');
    expect(await textOf(stranger)).not.toContain('event: hints');
  });

  test('a long list of changes is replaced with a single ‘everything changed’', async () => {
    const readers = openReaders();
    const ada = readers.join(member(account, 'ada'))!;
    for (let count = 10; count < 80; count += 1) readers.tell(readHint(`${account} document ${id(count)}`)!);
    await expect.poll(() => ada.body.readableLength).toBeGreaterThan(20);
    readers.endAll('shutdown');
    expect(await textOf(ada)).toContain('data: ["all"]');
  });

  test('a stream that is not read is disconnected to limit memory', async () => {
    const readers = openReaders();
    const idle = readers.join(member(account, 'idle'))!;
    for (let beats = 0; beats < 30_000 && !idle.body.destroyed; beats += 1) readers.beat();
    expect(idle.body.destroyed).toBe(true);
    await expect.poll(() => readers.sessions()).toEqual([]);
  });

  test('a signer’s stream receives changes of their document and their own part', async () => {
    const readers = openReaders();
    const reader = (recipientId: string): Reader => ({
      kind: 'signer',
      key: recipientId,
      accountId: account,
      documentId: document,
      recipientId,
    });
    const [first, second] = [readers.join(reader(id(21)))!, readers.join(reader(id(22)))!];
    readers.tell(readHint(`${account} recipient ${document} ${id(21)}`)!);
    readers.tell(readHint(`${account} document ${document}`)!);
    await expect.poll(() => first.body.readableLength).toBeGreaterThan(25);
    readers.endAll('shutdown');
    expect(await textOf(first)).toContain('event: changed');
    expect(await textOf(second)).not.toContain('event: changed');
  });
});

test.each(['', 'documents', 'no-id documents', '0190d6f0-0000-7000-8000-00000000000a elsewhere'])(
  'the invalid hint %j is ignored',
  (payload) => expect(readHint(payload)).toBeUndefined(),
);
