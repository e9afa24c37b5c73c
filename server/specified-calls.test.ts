import { beforeAll, describe, expect, test } from 'vitest';
import { methodOf, pathOf } from '#contract/paths.ts';
import { routes } from '#contract/routes.ts';
import { grace } from '#testing/cast.ts';
import { openOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { cards, openShopper } from '#testing/payments/shopper.ts';

/**
 * Every call in specification §7, with the fields that §3 and §7 name. Other response fields are not checked
 * here.
 */
describe('the calls of the specification', () => {
  let office: Office;
  let desk: Desk;
  beforeAll(async () => {
    office = await openOffice(await openOneDatabase());
    desk = await office.desk({
      firstName: 'Ada',
      lastName: 'Moreau',
      email: 'ada@harbour.example',
      plan: 'free',
    });
  }, 60_000);

  const get = async (path: string) => (await desk.ask<Record<string, unknown>>(path)).body;
  const post = (path: string, body?: object) =>
    desk.ask<Record<string, unknown>>(path, { method: 'POST', ...(body && { body }) });

  test('the server has exactly the routes of the table', () => {
    const { app } = office.product;
    const missing = Object.values(routes).filter(({ at }) => {
      const [method, url] = [methodOf(at), pathOf(at).replaceAll(/\{(\w+)\}/g, ':$1')];
      return !app.hasRoute({ method, url });
    });
    // Routes that exist only with an external identity provider, or if a mail server submits bounces.
    const optional = ['receiveBounce', 'showConfirmAddress', 'submitConfirmAddress'];
    expect(missing.map(({ name }) => name).toSorted()).toEqual(optional);
  });

  test('the signed-in user, and the usage and limits of the account, can be read', async () => {
    expect(await get('/api/auth/user')).toMatchObject({
      firstName: 'Ada',
      lastName: 'Moreau',
      email: 'ada@harbour.example',
      planType: 'free',
    });
    expect(await get('/api/dashboard/stats')).toMatchObject({
      totalDocuments: 0,
      pendingSignatures: 0,
      completedDocuments: 0,
      thisMonthDocuments: 0,
    });
    expect(await get('/api/user/usage')).toMatchObject({
      planType: 'free',
      isUnlimited: false,
      documentsUsed: 0,
      documentsLimit: 3,
      completedDocuments: 0,
      templatesUsed: 0,
      templatesLimit: 5,
      fileSizeLimit: 26_214_400,
      recipientLimit: 5,
    });
    expect(await get('/api/plan/limits')).toMatchObject({
      available: {
        free: { documents: 3, templates: 5, fileSize: 26_214_400, recipients: 5 },
        pro: { documents: -1 },
        business: { templates: -1 },
      },
    });
  });

  test('a document can be taken from upload to signature', async () => {
    const uploaded = await desk.upload(sampleLease(1), 'My File.pdf');
    expect(uploaded.status).toBe(201);
    const { id } = uploaded.body;
    // Without a title, the title is the file name without its extension (§5).
    expect(uploaded.body).toMatchObject({ id: expect.any(String) as string, title: 'My File' });
    expect(await get('/api/documents')).toMatchObject([{ id, title: 'My File' }]);
    const recipients = [{ email: grace.email, name: grace.name, role: 'signer' }];
    expect((await desk.send(id, { recipients, message: 'Hello', expirationDays: 30 })).status).toBe(200);
    await office.settled();
    expect(await desk.read(id)).toMatchObject({
      id,
      title: 'My File',
      status: 'sent',
      signatureFields: [],
      fileSize: expect.any(Number) as number,
      createdAt: expect.any(String) as string,
      fileUrl: expect.any(String) as string,
      expirationDate: expect.any(String) as string,
      recipients: [{ ...grace, role: 'signer', status: 'invited' }],
    });
    const signer = desk.signer(grace.email);
    expect((await signer.view()).body).toMatchObject({ document: { title: 'My File' }, recipient: grace });
    await signer.ask('/file');
    await signer.opened();
    expect((await signer.sign()).status).toBe(200);
    await office.settled();
    expect((await desk.delete(`/api/documents/${id}`)).status).toBe(204);
    expect(await get('/api/documents')).toEqual([]);
  });

  test('a template can be created, listed and deleted', async () => {
    const made = await post('/api/templates', { name: 'Berth lease', description: 'One berth for a year' });
    expect(made.body).toMatchObject({ name: 'Berth lease', category: 'General', signatureFields: [] });
    expect(await get('/api/templates')).toMatchObject([{ id: made.body['id'] }]);
    const gone = await desk.delete(`/api/templates/${String(made.body['id'])}`);
    expect(gone.status).toBe(204);
  });

  test('a subscription can be started and canceled', async () => {
    expect(await get('/api/subscription/status')).toMatchObject({
      planName: 'free',
      status: 'free',
      nextBillingDate: null,
      amount: 0,
    });
    expect(await get('/api/subscription/usage')).toMatchObject({
      documentsUsed: 1,
      completedDocuments: 1,
      pendingDocuments: 0,
    });
    const { url } = (await post('/api/subscription/create', { planName: 'pro' })).body;
    await openShopper(office.product.app, String(url)).pay(cards.pays);
    await office.settled();
    expect(await get('/api/subscription/portal')).toMatchObject({ url: expect.any(String) as string });
    expect((await post('/api/subscription/cancel')).body).toMatchObject({ status: 'cancelling' });
  });
});
