import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { NoticeView } from '#contract/accounts/notices.ts';
import type { DeliveryDetail, DeliveryView, WebhookView } from '#contract/messages/webhooks.ts';
import { webhookKinds } from '#core/webhook/events.ts';
import { openGuardedPost } from '#server/adapters/outbound-post/guarded-post.ts';
import { inTransaction } from '#server/foundation/db/transaction.ts';
import type { Post } from '#server/ports/outbound-post.ts';
import { grace, linus } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import { openDesk, signerOf, type Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { longTest } from '#testing/long-test.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { openReceiver, type Received, type WebhookReceiver } from '#testing/servers/webhook-receiver.ts';
import { deleteEndpoint } from './endpoint-store.ts';
import { createSecret, sealWebhookSecret } from './secrets.ts';
import { deliverDue, openSending } from './watch-deliveries.ts';

const hour = 3_600_000;
const never = new Promise<never>(() => undefined);

type Hook = { desk: Desk; receiver: WebhookReceiver; id: string; secret: string };

/** Returns Ada's account with one endpoint, and functions for what she does with it. */
async function openHook(office: Office, kinds: readonly string[] = webhookKinds): Promise<Hook> {
  const [desk, receiver] = [await office.desk(), await openReceiver()];
  const { body } = await add(desk, receiver.url, kinds);
  return { desk, receiver, id: body.webhook.id, secret: body.secret };
}

const add = (desk: Desk, url: string, kinds: readonly string[] = webhookKinds) =>
  desk.post<{ webhook: WebhookView; secret: string; code?: string }>('/api/webhooks', { url, kinds });

const post = <Body = Record<string, unknown>>(desk: Desk, path: string) => desk.post<Body>(path);

const logOf = async ({ desk, id }: Pick<Hook, 'desk' | 'id'>) =>
  (await desk.ask<DeliveryView[]>(`/api/webhooks/${id}/deliveries`)).body;

const detailOf = async ({ desk, id }: Pick<Hook, 'desk' | 'id'>, event: string) =>
  (await desk.ask<DeliveryDetail>(`/api/webhooks/${id}/deliveries/${event}`)).body;

const stateOf = async ({ desk, id }: Pick<Hook, 'desk' | 'id'>) =>
  (await desk.ask<WebhookView[]>('/api/webhooks')).body.find((one) => one.id === id)!;

/** Returns true if a database session is waiting for another session's lock. */
async function waitingForALock(office: Office): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM pg_locks l JOIN pg_stat_activity a USING (pid)
    WHERE a.datname = current_database() AND NOT l.granted`.execute(office.product.services.db);
  return rows.length > 0;
}

/** Verifies the events with the receiver's own library, at the time when they arrived. */
function verified(secret: string, { headers, body }: Received): unknown {
  vi.useFakeTimers({ toFake: ['Date'], now: Number(headers['webhook-timestamp']) * 1000 });
  try {
    return new Webhook(secret).verify(body, headers as Record<string, string>);
  } finally {
    vi.useRealTimers();
  }
}

const kindsOf = (receiver: WebhookReceiver) =>
  receiver.received.map(({ body }) => (JSON.parse(body) as { type: string }).type);

describeOnOneDatabase('webhooks', (open) => {
  let office: Office;
  beforeAll(async () => {
    office = await openOffice(await open(), { working: false });
    // Jobs run automatically, but tests run the scheduled tasks themselves.
    await office.product.jobs.work(office.product.jobHandlers);
  });
  const deliver = () => deliverDue(office.product.services);
  /**
   * Returns services whose delivery runs `act` between the receiver's response and the recording of the
   * result.
   */
  const whenAnswered = (act: () => Promise<unknown>) => {
    const { outbound } = office.product.services;
    let acted: Promise<unknown> | undefined;
    const post = async (asked: Post) => {
      const outcome = await outbound.post(asked);
      await (acted ??= act());
      return outcome;
    };
    return { ...office.product.services, outbound: { ...outbound, post } };
  };
  /** Advances the clock hour by hour and signs Ada in again, because sessions do not last for days. */
  const pass = async (hook: Hook, hours: number): Promise<void> => {
    for (let passed = 0; passed < hours; passed += 1) {
      await deliver();
      office.wait(hour);
    }
    const { accountId, userId } = hook.desk;
    const session = await office.product.app.sessions.begin({ accountId, userId }, undefined);
    hook.desk = openDesk(office, { accountId, userId, cookie: `sid=${session}` });
  };

  test('every event of a document arrives once, is authenticated, and identifies the document and the recipient', async () => {
    const hook = await openHook(office);
    const { id } = await hook.desk.prepare(sampleLease(), [{ ...grace, role: 'signer' }]);
    await hook.desk.send(id, { message: 'For Grace alone' });
    await office.settled();
    await hook.desk.signer(grace.email).sign();
    await office.settled();
    await deliver();

    expect(kindsOf(hook.receiver).toSorted()).toEqual([
      ...['document.completed', 'document.created', 'document.sent'],
      ...['recipient.invited', 'recipient.opened', 'recipient.signed'],
    ]);
    const [recipient] = (await hook.desk.read(id)).recipients;
    const { completedAt } = await hook.desk.read(id);
    for (const received of hook.receiver.received) {
      const told = verified(hook.secret, received) as { type: string; data: Record<string, unknown> };
      const { id: recipientId, role, name, email } = recipient!;
      expect(told.data).toEqual({
        documentId: id,
        seq: expect.any(Number),
        document: {
          ...{ id, title: expect.any(String), status: 'completed', completedAt },
          ...{ externalId: null, metadata: {} },
        },
        ...(told.type.startsWith('recipient.') && {
          recipientId,
          recipient: { id: recipientId, role, name, email, status: 'signed' },
        }),
      });
      expect(received.headers['content-type']).toBe('application/json');
      expect(() => verified('whsec_' + 'A'.repeat(43) + '=', received)).toThrow();
    }
    expect(new Set(hook.receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(6);
    expect(JSON.stringify(hook.receiver.received)).not.toContain('alone');
    // The log, which members see on their screen, contains only ids.
    const log = await Promise.all((await logOf(hook)).map(({ id: event }) => detailOf(hook, event)));
    const shown = JSON.stringify(log.map(({ body }) => body));
    for (const personal of ['Grace', 'Ada', grace.email, 'lease', 'alone']) {
      expect(shown).not.toContain(personal);
    }
    await deliver();
    expect(hook.receiver.received).toHaveLength(6);
  });

  longTest(
    'after another recipient’s name changed, viewing again causes no second event or notification',
    async () => {
      const hook = await openHook(office);
      const { id } = await hook.desk.prepare(sampleLease(), [grace, linus]);
      await hook.desk.send(id);
      await office.settled();
      const [first, other] = (await hook.desk.read(id)).recipients;
      // Someone who views it on the sender's device may not be Grace, so her first view through her own email
      // is an event.
      const lent = await hook.desk.post<{ url: string }>(
        `/api/documents/${id}/recipients/${first!.id}/hand-over`,
      );
      await signerOf(office.product.app, lent.body.url.split('/').at(-1)!).opened();
      await hook.desk.signer(grace.email).opened();
      const body = { name: 'Linus O. Okafor', email: linus.email };
      const path = `/api/documents/${id}/recipients/${other!.id}/correct`;
      expect((await hook.desk.post(path, body)).status).toBe(200);
      await office.settled();
      expect((await hook.desk.signer(grace.email).opened()).status).toBe(204);
      await hook.desk.signer(linus.email).opened();
      await deliver();
      // A program's access does not count as her view either.
      const opened = hook.receiver.received
        .map(
          ({ body }) =>
            JSON.parse(body) as { type: string; data: { seq: number; recipientId: string; via?: string } },
        )
        .filter(({ type }) => type === 'recipient.opened')
        .toSorted((one, other) => one.data.seq - other.data.seq);
      expect(opened.map(({ data }) => [data.recipientId, data.via])).toEqual([
        [first!.id, 'in-person'],
        [first!.id, undefined],
        [other!.id, undefined],
      ]);
      const { body: news } = await hook.desk.ask<NoticeView[]>('/api/notices');
      expect(news.map(({ person }) => person)).toEqual(['Linus O. Okafor', grace.name, grace.name]);
      const trail = await hook.desk.ask<{ events: { type: string }[] }>(`/api/documents/${id}/trail`);
      expect(trail.body.events.filter(({ type }) => type === 'document_opened')).toHaveLength(4);
    },
  );

  test('neither unsubscribed event types nor refused actions are sent', async () => {
    const hook = await openHook(office, ['document.sent']);
    const { body: draft } = await hook.desk.upload(sampleLease());
    expect((await hook.desk.send(draft.id)).status).toBe(422);
    await deliver();
    expect(await logOf(hook)).toEqual([]);
  });

  test('a receiver that was down for two days gets the missed events afterwards, with the same ids', async () => {
    const hook = await openHook(office, ['document.created']);
    hook.receiver.always(503);
    await hook.desk.upload(sampleLease());
    await pass(hook, 48);
    expect(hook.receiver.received).toHaveLength(8);
    expect(await stateOf(hook)).toMatchObject({ on: true, failingSince: expect.any(String) });
    hook.receiver.always(204);
    await pass(hook, 24);
    expect(new Set(hook.receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    const [sent] = await logOf(hook);
    expect(sent).toMatchObject({
      state: 'delivered',
      attempts: hook.receiver.received.length,
      nextTryAt: null,
    });
    expect(verified(hook.secret, hook.receiver.received.at(-1)!)).toMatchObject({ type: 'document.created' });
    expect(await stateOf(hook)).toMatchObject({ on: true, failingSince: null });
  });

  longTest(
    'after three days of failures, the webhook is disabled, its owner is notified, and all events can be sent again',
    async () => {
      const hook = await openHook(office, ['document.created']);
      hook.receiver.always({ status: 500, body: 'no room' });
      await hook.desk.upload(sampleLease());
      await pass(hook, 90);
      expect(hook.receiver.received).toHaveLength(10);
      expect(await stateOf(hook)).toMatchObject({ on: false, disabledReason: 'failing' });
      await office.settled();
      const told = office.post
        .to('ada@harbour.example')
        .filter(
          ({ subject, text }) =>
            subject === 'A webhook was turned off' && text.includes(String(hook.receiver.port)),
        );
      expect(told).toHaveLength(1);
      expect(told[0]!.text).toContain('/settings/webhooks');

      const [failed] = await logOf(hook);
      expect(failed).toMatchObject({ state: 'failed', attempts: 10 });
      const { tries, body } = await detailOf(hook, failed!.id);
      const { type, data } = JSON.parse(hook.receiver.received[0]!.body) as { type: string; data: object };
      expect(JSON.parse(body)).toMatchObject({ type });
      expect(data).toMatchObject((JSON.parse(body) as { data: object }).data);
      expect(tries.at(-1)).toMatchObject({ number: 10, status: 500, answer: 'no room', problem: null });

      const again = `/api/webhooks/${hook.id}/replay`;
      expect((await post(hook.desk, again)).body).toMatchObject({ code: 'webhook-off' });
      await hook.desk.upload(sampleLease());
      expect(await logOf(hook)).toHaveLength(1);
      await hook.desk.patch(`/api/webhooks/${hook.id}`, { on: true });
      hook.receiver.always(204);
      expect((await post(hook.desk, again)).body).toEqual({ replayed: 1 });
      await deliver();
      expect(hook.receiver.received[10]!.headers['webhook-id']).toBe(failed!.id);
      expect(await detailOf(hook, failed!.id)).toMatchObject({ state: 'delivered', attempts: 11 });
    },
  );

  longTest(
    'a rejected event among successful ones is given up and reported once, and the webhook remains enabled',
    async () => {
      const hook = await openHook(office, ['document.created']);
      hook.receiver.plan(...Array.from({ length: 9 }, () => 422));
      await hook.desk.upload(sampleLease());
      while (hook.receiver.received.length < 9) await pass(hook, 1);
      await hook.desk.upload(sampleLease());
      await deliver();
      hook.receiver.always(422);
      await pass(hook, 24);
      expect((await logOf(hook)).map(({ state }) => state)).toEqual(['delivered', 'failed']);
      expect(await stateOf(hook)).toMatchObject({ on: true });
      await office.settled();
      expect(
        office.post
          .to('ada@harbour.example')
          .filter(
            ({ subject, text }) => /not delivered/.test(subject) && text.includes(String(hook.receiver.port)),
          ),
      ).toHaveLength(1);
    },
  );

  test('a receiver that responds with 410 gets no more requests', async () => {
    const hook = await openHook(office, ['document.created']);
    hook.receiver.plan(410);
    await hook.desk.upload(sampleLease());
    await deliver();
    expect(await stateOf(hook)).toMatchObject({ on: false, disabledReason: 'gone' });
  });

  test('if a worker dies after delivering and before recording it, the event is delivered again with the same id', async () => {
    const hook = await openHook(office, ['document.created']);
    await hook.desk.upload(sampleLease());
    const { outbound } = office.product.services;
    const dying = {
      ...outbound,
      post: (asked: never) => outbound.post(asked).then(() => Promise.reject(new Error('killed'))),
    };
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    onTestFinished(() => said.mockRestore());
    await deliverDue({ ...office.product.services, outbound: dying });
    await deliver();
    expect(hook.receiver.received).toHaveLength(1);
    office.wait(61_000);
    await deliver();
    const ids = hook.receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(ids).toEqual([ids[0], ids[0]]);
    expect(await logOf(hook)).toMatchObject([{ state: 'delivered', attempts: 2 }]);
  });

  test('two workers deliver an event only once', async () => {
    const hook = await openHook(office, ['document.created']);
    await hook.desk.upload(sampleLease());
    await Promise.all([deliver(), deliver(), deliver()]);
    expect(hook.receiver.received).toHaveLength(1);
  });

  test('Mallory’s unresponsive receivers do not delay other accounts’ events', async () => {
    const [mallory, ada] = [await office.desk(), await openHook(office, ['document.created'])];
    for (const path of ['a', 'b', 'c']) await add(mallory, `https://tar.mallory.example/${path}`);
    for (let at = 0; at < 6; at += 1) await mallory.upload(sampleLease());
    await ada.desk.upload(sampleLease());
    const asked: string[] = [];
    const post = ({ url }: { url: string }) => (asked.push(url), never);
    const stuck = { takes: () => true, post, call: () => never };
    const sending = openSending({ ...office.product.services, outbound: stuck });
    await sending.start();
    await vi.waitFor(() => expect(asked).toContain(ada.receiver.url));
    await vi.waitFor(() => expect(asked.filter((url) => url.includes('mallory'))).toHaveLength(8));
    expect(await sending.start()).toBe(0);
    const { db } = office.product.services;
    await db.deleteFrom('webhook_endpoints').where('account_id', '=', mallory.accountId).execute();
  });

  test('both secrets sign during a change, and only the new one a day later', async () => {
    const hook = await openHook(office, ['document.created']);
    const renewed = await post<{ secret: string; webhook: WebhookView }>(
      hook.desk,
      `/api/webhooks/${hook.id}/secret`,
    );
    expect(renewed.body.webhook.oldSecretUntil).not.toBeNull();
    await hook.desk.upload(sampleLease());
    await deliver();
    const [first] = hook.receiver.received;
    for (const secret of [hook.secret, renewed.body.secret]) verified(secret, first!);
    await pass(hook, 25);
    await hook.desk.upload(sampleLease());
    await deliver();
    verified(renewed.body.secret, hook.receiver.received[1]!);
    expect(() => verified(hook.secret, hook.receiver.received[1]!)).toThrow();
    expect((await stateOf(hook)).oldSecretUntil).toBeNull();
  });

  test('a secret is shown once, stored encrypted, and signs only for its own endpoint', async () => {
    const [hook, other] = [await openHook(office, ['document.created']), await openHook(office)];
    const { db } = office.product.services;
    const stored = JSON.stringify(await db.selectFrom('webhook_endpoints').selectAll().execute());
    for (const { secret } of [hook, other]) {
      expect(stored).not.toContain(secret.slice('whsec_'.length));
      expect(stored).not.toContain(Buffer.from(secret.slice(6), 'base64').toString('base64url'));
    }
    expect(JSON.stringify(await stateOf(hook))).not.toContain('secret":"');
    const moved = db.selectFrom('webhook_endpoints').select('secret').where('id', '=', other.id);
    await db.updateTable('webhook_endpoints').set({ secret: moved }).where('id', '=', hook.id).execute();
    await hook.desk.upload(sampleLease());
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    onTestFinished(() => said.mockRestore());
    await deliver();
    expect(hook.receiver.received).toEqual([]);
  });

  test('a name that resolves to an internal address at delivery is not called, and the log says so', async () => {
    const desk = await office.desk();
    const { body } = await add(desk, 'https://hooks.mallory.example/', ['document.created']);
    await desk.upload(sampleLease());
    const outbound = openGuardedPost({ resolve: async () => ['169.254.169.254'] });
    await deliverDue({ ...office.product.services, outbound });
    const hook = { desk, id: body.webhook.id };
    const [delivery] = await logOf(hook);
    expect((await detailOf(hook, delivery!.id)).tries).toMatchObject([
      { status: null, problem: 'address-refused' },
    ]);
  });

  test.each([
    'http://hooks.harbour.example/',
    'https://10.0.0.1/',
    'https://169.254.169.254/',
    'gopher://x/',
    'https://a:b@hooks.harbour.example/',
    'https://hooks.harbour.example/a\r\nX-Evil: y',
    ' https://hooks.harbour.example/',
  ])('a URL that would never be called is refused when it is entered: %s', async (url) => {
    const desk = await office.desk();
    expect(await add(desk, url)).toMatchObject({ status: 422, body: { code: 'webhook-address-refused' } });
    expect((await desk.ask('/api/webhooks')).body).toEqual([]);
  });

  test('the test button sends a test event, and a replay sends the same event again', async () => {
    const hook = await openHook(office, ['document.sent']);
    const tried = await post<DeliveryView>(hook.desk, `/api/webhooks/${hook.id}/test`);
    expect(tried).toMatchObject({ status: 202, body: { kind: 'webhook.test', state: 'waiting' } });
    await deliver();
    expect(verified(hook.secret, hook.receiver.received[0]!)).toMatchObject({
      type: 'webhook.test',
      data: {},
    });
    expect(
      (await post(hook.desk, `/api/webhooks/${hook.id}/deliveries/${tried.body.id}/replay`)).status,
    ).toBe(202);
    await deliver();
    expect(hook.receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([
      tried.body.id,
      tried.body.id,
    ]);
  });

  test('replaying a delivery that is waiting for its next attempt sends it immediately', async () => {
    const hook = await openHook(office, ['document.created']);
    hook.receiver.plan(503);
    await hook.desk.upload(sampleLease());
    await deliver();
    const [waiting] = await logOf(hook);
    expect(waiting).toMatchObject({ state: 'waiting', attempts: 1 });
    const replay = `/api/webhooks/${hook.id}/deliveries/${waiting!.id}/replay`;
    expect((await post(hook.desk, replay)).status).toBe(202);
    await deliver();
    expect(hook.receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([
      ...[waiting!.id, waiting!.id],
    ]);
    expect(await logOf(hook)).toMatchObject([{ state: 'delivered', attempts: 2 }]);
  });

  test('a replay during a failing attempt is not delayed by it', async () => {
    const hook = await openHook(office, ['document.created']);
    hook.receiver.plan(503);
    await hook.desk.upload(sampleLease());
    const [{ id }] = (await logOf(hook)) as [DeliveryView];
    await deliverDue(whenAnswered(() => post(hook.desk, `/api/webhooks/${hook.id}/deliveries/${id}/replay`)));
    await deliver();
    expect(hook.receiver.received).toHaveLength(2);
    expect(await logOf(hook)).toMatchObject([{ state: 'delivered', attempts: 2 }]);
  });

  test('an event that was delivered while the webhook was being disabled is not sent again', async () => {
    const hook = await openHook(office, ['document.created']);
    await hook.desk.upload(sampleLease());
    const at = `/api/webhooks/${hook.id}`;
    await deliverDue(whenAnswered(() => hook.desk.patch(at, { on: false })));
    expect(await logOf(hook)).toMatchObject([{ state: 'delivered', attempts: 1 }]);
    await hook.desk.patch(at, { on: true });
    expect((await post(hook.desk, `${at}/replay`)).body).toEqual({ replayed: 0 });
  });

  test('after a change of SECRET_KEY, renewing the webhook secret is enough, even for waiting events', async () => {
    const hook = await openHook(office, ['document.created']);
    const { db, webhookKey } = office.product.services;
    const owner = { accountId: hook.desk.accountId, id: hook.id };
    const secret = sealWebhookSecret(Buffer.alloc(webhookKey.length, 7), owner, createSecret());
    await db.updateTable('webhook_endpoints').set({ secret }).where('id', '=', hook.id).execute();
    await hook.desk.upload(sampleLease());
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    onTestFinished(() => said.mockRestore());
    for (let claims = 0; claims < 11; claims += 1) {
      await deliver();
      office.wait(61_000);
    }
    expect(hook.receiver.received).toEqual([]);
    const renewed = await post<{ secret: string; webhook: WebhookView }>(
      ...[hook.desk, `/api/webhooks/${hook.id}/secret`],
    );
    expect(renewed.body.webhook.oldSecretUntil).toBeNull();
    hook.receiver.plan(503);
    await deliver();
    expect(hook.receiver.received).toHaveLength(1);
    expect(await logOf(hook)).toMatchObject([{ state: 'waiting' }]);
    office.wait(6_000);
    await deliver();
    verified(renewed.body.secret, hook.receiver.received[1]!);
    expect(await logOf(hook)).toMatchObject([{ state: 'delivered' }]);
  });

  test('an old secret that cannot be decrypted does not block signing with the new one', async () => {
    const hook = await openHook(office, ['document.created']);
    const { body } = await post<{ secret: string }>(hook.desk, `/api/webhooks/${hook.id}/secret`);
    const { db, webhookKey } = office.product.services;
    const owner = { accountId: hook.desk.accountId, id: hook.id };
    const old = sealWebhookSecret(Buffer.alloc(webhookKey.length, 7), owner, createSecret());
    await db.updateTable('webhook_endpoints').set({ old_secret: old }).where('id', '=', hook.id).execute();
    await hook.desk.upload(sampleLease());
    await deliver();
    verified(body.secret, hook.receiver.received[0]!);
  });

  test('Pro and Free have no webhooks, and when a plan ends, they are disabled and the log is kept', async () => {
    const pro = await office.desk({ plan: 'pro' });
    const refused = await add(pro, 'https://hooks.harbour.example/');
    expect(refused).toMatchObject({ status: 403, body: { code: 'plan-without-feature' } });

    const hook = await openHook(office, ['document.created']);
    await hook.desk.upload(sampleLease());
    const { db } = office.product.services;
    await db.updateTable('accounts').set({ plan: 'pro' }).where('id', '=', hook.desk.accountId).execute();
    await deliver();
    expect(hook.receiver.received).toEqual([]);
    expect(await stateOf(hook)).toMatchObject({ on: false, disabledReason: 'plan' });
    expect(await logOf(hook)).toMatchObject([{ state: 'failed' }]);
    expect((await post(hook.desk, `/api/webhooks/${hook.id}/test`)).body).toMatchObject({
      code: 'plan-without-feature',
    });
  });

  test('Mallory cannot find any webhook of another account', async () => {
    const hook = await openHook(office, ['document.created']);
    await hook.desk.upload(sampleLease());
    const [{ id: event }] = (await logOf(hook)) as [DeliveryView];
    const mallory = await office.desk({ email: 'mallory@harbour.example' });
    const at = `/api/webhooks/${hook.id}`;
    const answers = [
      await mallory.ask(at, { method: 'PATCH', body: { url: 'https://hooks.mallory.example/' } }),
      await mallory.delete(at),
      await mallory.ask(`${at}/deliveries`),
      await mallory.ask(`${at}/deliveries/${event}`),
      ...(await Promise.all(
        ['secret', 'test', 'replay', `deliveries/${event}/replay`].map((act) =>
          post(mallory, `${at}/${act}`),
        ),
      )),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
    expect((await mallory.ask('/api/webhooks')).body).toEqual([]);
  });

  test('removing an endpoint neither blocks nor fails concurrent actions', async () => {
    const hook = await openHook(office, ['document.created']);
    const key = { accountId: hook.desk.accountId, id: hook.id };
    const gone = Promise.withResolvers<void>();
    // If the test fails, an open transaction must not block closing the database.
    onTestFinished(() => gone.resolve());
    const removing = inTransaction(office.product.services.db, async (tx) => {
      await deleteEndpoint(tx, key);
      await gone.promise;
    });
    const uploading = hook.desk.upload(sampleLease());
    await vi.waitFor(async () => expect(await waitingForALock(office)).toBe(true), { timeout: 30_000 });
    gone.resolve();
    await removing;
    expect((await uploading).status).toBe(201);
  });

  test('an account has at most ten endpoints', async () => {
    const desk = await office.desk();
    for (let at = 0; at < 10; at += 1) await add(desk, `https://hooks.harbour.example/${at}`);
    expect(await add(desk, 'https://hooks.harbour.example/more')).toMatchObject({
      status: 409,
      body: { code: 'too-many-webhooks' },
    });
  });

  test('an account has at most ten endpoints even if programs add them concurrently', async () => {
    const desk = await office.desk();
    const asked = Array.from({ length: 20 }, (_, at) => add(desk, `https://hooks.harbour.example/${at}`));
    const made = (await Promise.all(asked)).filter(({ status }) => status === 201);
    expect(made).toHaveLength(10);
  });
});
