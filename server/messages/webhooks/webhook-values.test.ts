import { beforeAll, expect, test } from 'vitest';
import type { NewKeyAnswer } from '#contract/accounts/api-keys.ts';
import type { SentDocumentView } from '#contract/documents/one-call.ts';
import {
  webhookPayload,
  type DeliveryView,
  type WebhookPayload,
  type WebhookView,
} from '#contract/messages/webhooks.ts';
import { webhookKinds } from '#core/webhook/events.ts';
import { grace, linus } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { leaseTemplate } from '#testing/documents/lease-template.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { openReceiver, type WebhookReceiver } from '#testing/servers/webhook-receiver.ts';
import { deliverDue } from './watch-deliveries.ts';

type Made = { webhook: WebhookView; code?: string };

describeOnOneDatabase('values in webhooks', (open) => {
  let office: Office;
  let ada: Desk;
  beforeAll(async () => {
    office = await openOffice(await open(), { working: false });
    await office.product.jobs.work(office.product.jobHandlers);
    ada = await office.desk();
  }, 60_000);
  const add = (desk: Desk, receiver: WebhookReceiver, more: object = {}) =>
    desk.post<Made>('/api/webhooks', { url: receiver.url, kinds: webhookKinds, ...more });
  const deliver = () => deliverDue(office.product.services);
  /** Returns the received events after checking them against the schema in the OpenAPI description. */
  const arrived = ({ received }: WebhookReceiver): WebhookPayload[] =>
    received.map(({ body }) => webhookPayload.parse(JSON.parse(body)));
  const sentLease = async () => {
    const path = `/api/templates/${(await leaseTemplate(ada)).id}/send`;
    const recipients = [
      { role: 'Tenant', ...grace },
      { role: 'Landlord', ...linus },
    ];
    const values = { Rent: 900, Payment: 'Monthly' };
    const { body } = await ada.post<SentDocumentView>(path, { recipients, values, signingOrder: 'parallel' });
    await office.settled();
    return body;
  };
  const valuesOf = (events: WebhookPayload[], type: WebhookPayload['type']) =>
    events.filter((event) => event.type === type).map(({ data }) => data.values?.map(({ label }) => label));

  test('events contain the answers of the recipient who signed, and everyone’s answers once the document is completed', async () => {
    const [plain, full] = [await openReceiver(), await openReceiver()];
    await add(ada, plain);
    const { webhook } = (await add(ada, full, { includeValues: true })).body;
    expect(webhook.includeValues).toBe(true);
    await sentLease();
    await ada.signer(grace.email).sign({ fields: [] });
    await ada.signer(linus.email).sign({ fields: [] });
    await office.settled();
    await deliver();
    const events = arrived(full);
    expect(valuesOf(events, 'recipient.signed').toSorted()).toEqual([
      ['Reference'],
      ['Rent', 'Parking', 'Payment'],
    ]);
    expect(valuesOf(events, 'document.completed')).toEqual([['Rent', 'Parking', 'Payment', 'Reference']]);
    expect(events.filter(({ data }) => data.values)).toHaveLength(3);
    expect(arrived(plain).filter(({ data }) => data.values)).toEqual([]);
    const path = `/api/webhooks/${webhook.id}`;
    expect((await ada.patch<WebhookView>(path, { kinds: ['document.sent'] })).body.includeValues).toBe(true);
    expect((await ada.patch<WebhookView>(path, { includeValues: false })).body.includeValues).toBe(false);
  });

  test('answers are not sent again after their recipient was erased or the document was deleted', async () => {
    const receiver = await openReceiver();
    const { webhook } = (await add(ada, receiver, { includeValues: true })).body;
    const { id, recipients } = await sentLease();
    await ada.signer(grace.email).sign({ fields: [] });
    await ada.signer(linus.email).sign({ fields: [] });
    await office.settled();
    await deliver();
    const log = await ada.ask<DeliveryView[]>(`/api/webhooks/${webhook.id}/deliveries`);
    const replay = async () => {
      receiver.received.length = 0;
      for (const event of log.body)
        await ada.post(`/api/webhooks/${webhook.id}/deliveries/${event.id}/replay`);
      await deliver();
      expect(receiver.received).toHaveLength(log.body.length);
      return JSON.stringify(receiver.received);
    };
    expect(await replay()).toContain(grace.email);
    await ada.patch('/api/team', { retentionYears: 0 });
    const erase = `/api/documents/${id}/recipients/${recipients[0]!.id}/erase`;
    expect((await ada.post(erase, { reason: 'Request of 27 November' })).status).toBe(200);
    const afterErasure = await replay();
    for (const personal of [grace.email, grace.name, '900']) expect(afterErasure).not.toContain(personal);
    expect(afterErasure).toContain(linus.email);
    await ada.delete(`/api/documents/${id}`);
    expect(await replay()).not.toMatch(new RegExp(`${linus.email}|Lease|"values"`));
  });

  test('answers and names are not sent to an endpoint whose API key cannot read documents', async () => {
    const programWith = async (...scopes: string[]) => {
      const { body } = await ada.post<NewKeyAnswer>('/api/keys', { name: 'CRM', mode: 'live', scopes });
      return ada.program(body.secret);
    };
    const [limited, reading] = [
      await programWith('webhooks'),
      await programWith('webhooks', 'documents:read'),
    ];
    const [ids, full] = [await openReceiver(), await openReceiver()];
    const refused = await add(limited, ids, { includeValues: true });
    expect([refused.status, refused.body.code]).toEqual([403, 'insufficient-scope']);
    const { webhook } = (await add(limited, ids)).body;
    const turnOn = await limited.patch<Made>(`/api/webhooks/${webhook.id}`, { includeValues: true });
    expect(turnOn.body.code).toBe('insufficient-scope');
    expect((await add(reading, full, { includeValues: true })).status).toBe(201);
    await ada.upload(sampleLease(1));
    await deliver();
    const [short, detailed] = [arrived(ids), arrived(full)];
    expect(Object.keys(short[0]!.data).toSorted()).toEqual(['documentId', 'seq']);
    expect(detailed[0]!.data.document?.status).toBe('draft');
  });
});
