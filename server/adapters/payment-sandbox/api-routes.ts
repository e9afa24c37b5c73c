import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isLive, type PaidPlan } from '#core/plan/subscription.ts';
import { isSame } from '../../foundation/crypto/is-same.ts';
import { inTransaction, type Tx } from '../../foundation/db/transaction.ts';
import type { App } from '../../foundation/http/fastify-app.ts';
import type { Prices } from '../payments/read-stripe.ts';
import { changePlan, quote, setCancelled } from './acts.ts';
import { total } from './collect.ts';
import { customerPart, isDenied, type Book, type Customer, type Subscription } from './customer.ts';
import type { SandboxStore } from './sandbox-store.ts';
import {
  checkoutObject,
  customerObject,
  invoiceObject,
  listObject,
  previewObject,
  sandboxPath,
  subscriptionObject,
  type Place,
} from './stripe-objects.ts';

const day = 86_400_000;
/** Maximum number of sessions stored per customer. */
const maxKept = 20;

type Answer = { status: number; body: object };
type Ask = { form: URLSearchParams; id: string };

/**
 * Implements the part of Stripe's API that our client uses, in Stripe's formats. Requests need the API key.
 */
export function apiRoutes(
  app: App,
  store: SandboxStore,
  options: { key: string; place: Place; prices: Prices },
): void {
  const { place, prices } = options;
  const api = `${sandboxPath}/v1`;
  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith(`${api}/`) || knowsKey(request, options.key)) return undefined;
    return reply.code(401).send(problem('invalid_request_error', 'The key is wrong.'));
  });
  const get = (path: string, answer: (tx: Tx, ask: Ask) => Promise<Answer>) =>
    app.get(api + path, (request, reply) =>
      send(
        reply,
        inTransaction(store.db, (tx) => answer(tx, askOf(request))),
      ),
    );
  const post = (path: string, answer: (tx: Tx, ask: Ask) => Promise<Answer>) =>
    app.post(api + path, (request, reply) => send(reply, once(store, request, answer)));

  post('/customers', async (tx, { form }) => {
    const who = { email: form.get('email') ?? '', name: form.get('name') ?? '' };
    return ok(customerObject(await store.create(tx, who)));
  });
  get('/subscriptions', async (tx, { form }) =>
    found(
      await store.actIn(tx, form.get('customer') ?? '', ({ customer }) =>
        listObject(
          customer.subscriptions.toReversed().map((one) => subscriptionObject(customer, one, true)),
          '/v1/subscriptions',
        ),
      ),
    ),
  );
  get('/subscriptions/:id', (tx, { id }) =>
    withSubscription(store, tx, id, ({ customer }, one) => ok(subscriptionObject(customer, one))),
  );
  post('/subscriptions/:id', (tx, { id, form }) =>
    withSubscription(store, tx, id, (book, one) => updated(book, one, form, prices)),
  );
  post('/checkout/sessions', async (tx, { form }) =>
    found(await store.actIn(tx, form.get('customer') ?? '', (book) => checkout(book, form, prices))),
  );
  const session = (tx: Tx, id: string, expire: boolean) =>
    store.actIn(tx, id, ({ customer }) => {
      const one = customer.checkouts.find((known) => known.id === id);
      if (!one) return undefined;
      if (expire && one.state === 'open') one.state = 'expired';
      return checkoutObject(customer, one);
    });
  get('/checkout/sessions/:id', async (tx, { id }) => found(await session(tx, id, false)));
  post('/checkout/sessions/:id/expire', async (tx, { id }) => found(await session(tx, id, true)));
  post('/billing_portal/sessions', async (tx, { form }) =>
    found(await store.actIn(tx, form.get('customer') ?? '', (book) => portal(book, form, place))),
  );
  post('/invoices/create_preview', (tx, { form }) =>
    withSubscription(store, tx, form.get('subscription') ?? '', (book, one) => {
      const plan = planOf(form.get('subscription_details[items][0][price]'), prices) ?? one.plan;
      const lines = quote(book.customer, one, plan, book.now);
      return ok(previewObject(book.customer, lines, total(book.customer, lines)));
    }),
  );
  get('/invoices', async (tx, { form }) =>
    found(
      await store.actIn(tx, form.get('customer') ?? '', ({ customer }) =>
        listObject(
          customer.invoices
            .toReversed()
            .slice(0, Number(form.get('limit') ?? 10))
            .map((one) => invoiceObject(customer, one, place)),
          '/v1/invoices',
        ),
      ),
    ),
  );
}

function updated(book: Book, subscription: Subscription, form: URLSearchParams, prices: Prices): Answer {
  if (!isLive(subscription)) return over;
  const price = form.get('items[0][price]');
  const plan = planOf(price, prices);
  const cancel = form.get('cancel_at_period_end');
  const denied = plan && plan !== subscription.plan ? changePlan(book, subscription, plan) : undefined;
  if (isDenied(denied)) return { status: 402, body: problem('card_error', denied.denied, 'card_declined') };
  if (price !== null) subscription.price = price;
  subscription.metadata = { ...subscription.metadata, ...metadataIn(form, 'metadata') };
  if (cancel !== null) setCancelled(book, subscription, cancel === 'true');
  return ok(subscriptionObject(book.customer, subscription));
}

function checkout(book: Book, form: URLSearchParams, prices: Prices): object | undefined {
  const { customer, now } = book;
  const price = form.get('line_items[0][price]') ?? '';
  const plan = planOf(price, prices);
  if (!plan || !URL.canParse(form.get('success_url') ?? '')) return undefined;
  const id = `cs_test_${customerPart(customer.id)}_${randomBytes(16).toString('hex')}`;
  const one: Customer['checkouts'][number] = {
    id,
    plan,
    trialDays: Number(form.get('subscription_data[trial_period_days]') ?? 0),
    price,
    metadata: metadataIn(form, 'subscription_data[metadata]'),
    reference: form.get('client_reference_id') ?? '',
    successUrl: (form.get('success_url') ?? '').replaceAll('{CHECKOUT_SESSION_ID}', id),
    cancelUrl: form.get('cancel_url') ?? '',
    state: 'open',
    createdAt: now,
    expiresAt: now + day,
    subscriptionId: null,
    asked: null,
  };
  customer.checkouts = [...customer.checkouts, one].slice(-maxKept);
  return checkoutObject(customer, one);
}

function portal({ customer, now }: Book, form: URLSearchParams, place: Place): object {
  const id = `bps_${customerPart(customer.id)}_${randomBytes(16).toString('hex')}`;
  const returnUrl = form.get('return_url') ?? place.origin;
  const one = { id, returnUrl, openedAt: now - customer.shift, asked: null };
  customer.portals = [...customer.portals, one].slice(-maxKept);
  const url = `${new URL(returnUrl).origin}${sandboxPath}/portal/${id}`;
  return { id, object: 'billing_portal.session', livemode: false, customer: customer.id, url };
}

async function withSubscription(
  store: SandboxStore,
  tx: Tx,
  id: string,
  answer: (book: Book, subscription: Subscription) => Answer,
): Promise<Answer> {
  const done = await store.actIn(tx, id, (book) => {
    const one = book.customer.subscriptions.find((known) => known.id === id);
    return one && answer(book, one);
  });
  return done ?? missing;
}

/**
 * Returns the stored response for a repeated idempotency key, as Stripe does. After an error, the request is
 * executed again.
 */
async function once(
  { db, clock }: SandboxStore,
  request: FastifyRequest,
  answer: (tx: Tx, ask: Ask) => Promise<Answer>,
): Promise<Answer> {
  const key = String(request.headers['idempotency-key'] ?? randomBytes(16).toString('hex'));
  const ask = askOf(request);
  const request_hash = createHash('sha256').update(`${request.url} ${ask.form.toString()}`).digest('hex');
  return inTransaction(db, async (tx) => {
    const claimed = await tx
      .insertInto('sandbox_responses')
      .values({ key, request_hash, status: 0, body: '', created_at: new Date(clock()) })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .executeTakeFirst();
    if (claimed.numInsertedOrUpdatedRows === 0n) return repeated(tx, key, request_hash);
    const { status, body } = await answer(tx, ask);
    await tx
      .updateTable('sandbox_responses')
      .set({ status, body: JSON.stringify(body) })
      .where('key', '=', key)
      .execute();
    return { status, body };
  });
}

async function repeated(tx: Tx, key: string, requestHash: string): Promise<Answer> {
  const kept = await tx
    .selectFrom('sandbox_responses')
    .selectAll()
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  if (kept.request_hash === requestHash)
    return { status: kept.status, body: JSON.parse(kept.body) as object };
  return { status: 400, body: problem('idempotency_error', 'This key was used for another request.') };
}

function askOf(request: FastifyRequest): Ask {
  const { id = '' } = request.params as { id?: string };
  const query = new URLSearchParams(request.url.split('?')[1] ?? '');
  return { id, form: request.body instanceof URLSearchParams ? request.body : query };
}

function knowsKey(request: FastifyRequest, key: string): boolean {
  return isSame(request.headers.authorization ?? '', `Bearer ${key}`);
}

function planOf(price: string | null, prices: Prices): PaidPlan | undefined {
  return (['pro', 'business'] as const).find((plan) => price !== null && prices[plan].includes(price));
}

function metadataIn(form: URLSearchParams, name: string): Record<string, string> {
  const given = [...form].filter(([key]) => key.startsWith(`${name}[`));
  return Object.fromEntries(given.map(([key, value]) => [key.slice(name.length + 1, -1), value]));
}

async function send(reply: FastifyReply, answer: Promise<Answer>): Promise<FastifyReply> {
  const { status, body } = await answer;
  return reply.code(status).send(body);
}

const ok = (body: object): Answer => ({ status: 200, body });
const found = (body: object | undefined): Answer => (body ? ok(body) : missing);

function problem(type: string, message: string, code?: string): object {
  return { error: { type, message, ...(code && { code }) } };
}

const over: Answer = {
  status: 400,
  body: problem(
    'invalid_request_error',
    'A canceled subscription can only update its cancellation_details and metadata.',
    'invalid_canceled_subscription_fields',
  ),
};

const missing: Answer = {
  status: 404,
  body: problem('invalid_request_error', 'This object does not exist.', 'resource_missing'),
};
