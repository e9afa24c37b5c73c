import { beforeAll, expect, test } from 'vitest';
import type { BulkView } from '#contract/documents/bulk.ts';
import type { PublicFormView } from '#contract/documents/public-forms.ts';
import type { TemplateDetail } from '#contract/documents/templates.ts';
import { webhookKinds } from '#core/webhook/events.ts';
import { grace } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { openEmbedding, openFrame, requestFrame, signerInFrame, website } from '#testing/embed.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { openReceiver } from '#testing/servers/webhook-receiver.ts';
import { newId } from '../../foundation/db/new-id.ts';
import { promiseReports } from '../../evidence/reports/schedule-reports.ts';
import { deliverDue } from '../../messages/webhooks/watch-deliveries.ts';
import { liftSuspension, makeOwner, suspendAccount } from './manage-accounts.ts';

const operator = { accountId: 'another' };
const suspended = { status: 403, body: { code: 'account-suspended' } };

describeOnOneDatabase('processes in a suspended account that need no signed-in person', (open) => {
  let office: Office;
  beforeAll(async () => {
    office = await openOffice(await open(), { working: false });
    await office.product.jobs.work(office.product.jobHandlers);
  }, 60_000);
  const suspend = (desk: Desk) => suspendAccount(office.product.services, operator, desk.accountId);
  const lift = (desk: Desk) => liftSuspension(office.product.services, desk.accountId);
  /** Uses the session that a person started after the suspension. */
  const withCookie = (desk: Desk, cookie: string): Pick<Desk, 'ask' | 'post'> => ({
    ask: (path, send = {}) => desk.ask(path, { ...send, headers: { cookie } }),
    post: (path, body) => desk.ask(path, { method: 'POST', body, headers: { cookie } }),
  });
  const visit = (url: string, fields?: Record<string, string>) =>
    office.product.app.inject({
      method: fields ? 'POST' : 'GET',
      url,
      ...(fields && {
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          origin: office.product.services.publicUrl,
        },
        payload: new URLSearchParams(fields).toString(),
      }),
    });

  async function template(desk: Desk): Promise<TemplateDetail> {
    const draft = await desk.prepare(sampleLease(1), [{ ...grace, role: 'signer' }]);
    const words = { name: 'Berth', description: 'For a year', category: 'Legal', documentId: draft.id };
    const { body } = await desk.post<{ id: string }>('/api/templates', words);
    return (await desk.ask<TemplateDetail>(`/api/templates/${body.id}`)).body;
  }

  test('a public form is closed, even for people who already have the confirmation link', async () => {
    const desk = await office.desk({ email: 'form@harbour.example' });
    const made = await template(desk);
    const form = { on: true, visitorRole: made.roles[0]!.id, people: [] };
    const { body } = await desk.put<PublicFormView>(`/api/templates/${made.id}/form`, form);
    const path = new URL(String(body.url)).pathname;
    const hana = { name: 'Hana Sato', email: 'hana@visitor.example' };
    expect((await visit(path, hana)).statusCode).toBe(303);
    await office.settled();
    const link = /\/form\/confirm\/[\w-]+/.exec(office.post.to(hana.email).at(-1)!.text)![0];

    await suspend(desk);
    expect((await visit(path, { name: 'Imre Nagy', email: 'imre@visitor.example' })).statusCode).toBe(409);
    expect((await visit(link, {})).statusCode).toBe(409);
    await office.settled();
    expect(office.post.to('imre@visitor.example')).toEqual([]);
    const { db } = office.product.services;
    const out = db.selectFrom('documents').select('id').where('status', '=', 'sent');
    expect(await out.where('account_id', '=', desk.accountId).execute()).toEqual([]);

    await lift(desk);
    expect((await visit(link, {})).statusCode).toBe(200);
  });

  test('a bulk send is paused, sends no more documents, and can be resumed after the suspension', async () => {
    const quiet = await openOffice(await open(), { working: false });
    const desk = await quiet.desk({ email: 'bulk@harbour.example' });
    const made = await template(desk);
    const id = newId(quiet.now());
    const csv = 'Signer 1 Email,Signer 1 Name\nrow@visitor.example,Row\n';
    const begun = await desk.post(`/api/templates/${made.id}/bulk`, { id, csv, fileName: 'rows.csv' });
    expect(begun.status).toBe(201);
    await suspendAccount(quiet.product.services, operator, desk.accountId);
    await quiet.product.jobs.work(quiet.product.jobHandlers);
    await quiet.settled();
    expect(quiet.post.to('row@visitor.example')).toEqual([]);
    await liftSuspension(quiet.product.services, desk.accountId);
    const session = await quiet.product.app.sessions.begin(desk, undefined);
    const again = withCookie(desk, `sid=${session}`);
    expect((await again.ask<BulkView>(`/api/bulk/${id}`)).body).toMatchObject({ state: 'paused' });
    expect((await again.post(`/api/bulk/${id}/resume`)).status).toBe(200);
    await quiet.settled();
    expect(quiet.post.to('row@visitor.example')).toHaveLength(1);
  });

  test('scheduled reports are not emailed until the suspension is lifted', async () => {
    const { services } = office.product;
    const email = 'reports@suspended.example';
    const desk = await office.desk({ email });
    await desk.put('/api/reports/schedule', { every: 'week' });
    const reports = () => office.post.to(email).filter(({ attachments }) => attachments.length > 0);
    const weeksLater = (weeks: number) => ({
      ...services,
      clock: () => office.now() + weeks * 7 * 86_400_000,
    });
    await suspend(desk);
    await promiseReports(weeksLater(1));
    await office.settled();
    expect(reports().length).toBe(0);
    await lift(desk);
    await promiseReports(weeksLater(2));
    await office.settled();
    expect(reports().length).toBe(1);
  });

  test('webhooks still report what recipients of sent documents do', async () => {
    const desk = await office.desk({ email: 'hook@harbour.example' });
    const receiver = await openReceiver();
    await desk.post('/api/webhooks', { url: receiver.url, kinds: webhookKinds });
    await desk.sent(sampleLease(1), [grace]);
    await suspend(desk);
    expect((await desk.signer(grace.email).sign()).status).toBe(200);
    await office.settled();
    await deliverDue(office.product.services);
    const kinds = receiver.received.map(({ body }) => (JSON.parse(body) as { type: string }).type);
    expect(kinds).toContain('document.completed');
  });

  test('open signing pages in frames continue, and no new frame can be opened or draft edited', async () => {
    const desk = await office.desk({ email: 'frames@harbour.example' });
    const { program } = await openEmbedding(desk);
    const part = async () => {
      const document = await program.sent(sampleLease(1), [{ ...grace, role: 'signer' }]);
      return { id: document.id, recipientId: (await program.read(document.id)).recipients[0]!.id };
    };
    const signer = await signerInFrame(office.product.app, program, await part());
    const early = (await requestFrame(program, await part())).body.url;
    const draft = await program.prepare(sampleLease(1), [grace]);
    const editor = (
      await program.post<{ url: string }>(`/api/documents/${draft.id}/embed`, { origin: website })
    ).body.url;
    const openEditor = (url: string) =>
      program.program('').ask<{ token: string }>(`/api/embed/${url.split('/').at(-1)}/editor`, {
        method: 'POST',
        headers: { authorization: '' },
      });
    const frame = program.program((await openEditor(editor)).body.token);
    const earlyEditor = (
      await program.post<{ url: string }>(`/api/documents/${draft.id}/embed`, { origin: website })
    ).body.url;
    expect((await frame.ask(`/api/documents/${draft.id}`)).status).toBe(200);

    await suspend(desk);
    expect((await signer.sign()).status).toBe(200);
    expect((await openFrame(program, early)).status).toBe(410);
    expect((await openEditor(earlyEditor)).status).toBe(410);
    expect(await frame.ask(`/api/documents/${draft.id}`)).toMatchObject(suspended);
    expect(await frame.put(`/api/documents/${draft.id}`, { title: 'Changed' })).toMatchObject(suspended);
    expect(await program.post(`/api/documents/${draft.id}/send`)).toMatchObject(suspended);
    expect((await requestFrame(program, { id: draft.id, recipientId: newId(1) })).status).toBe(403);
  });

  test('owners and admins are emailed once when a suspension starts and once when it ends', async () => {
    const desk = await office.desk({ email: 'owner@named.example' });
    await office.colleague(desk, { role: 'admin', email: 'admin@named.example' });
    await office.colleague(desk, { role: 'member', email: 'member@named.example' });
    const { db } = office.product.services;
    await db.updateTable('accounts').set({ name: 'Named Ltd' }).where('id', '=', desk.accountId).execute();
    await desk.patch('/api/user/preferences', { language: 'de' });
    for (const act of [suspend, suspend, lift, lift]) await act(desk);
    await office.settled();
    const subjects = (email: string) => office.post.to(email).map(({ subject }) => subject);
    expect(subjects('owner@named.example')).toEqual([
      'Ihr Konto wurde gesperrt',
      'Ihr Konto ist wieder aktiv',
    ]);
    expect(subjects('admin@named.example')).toEqual([
      'Your account was suspended',
      'Your account is active again',
    ]);
    expect(subjects('member@named.example')).toEqual([]);
    const [mail] = office.post.to('admin@named.example');
    expect(mail!.text).toContain('suspended the account Named Ltd');
    expect(mail!.text).toContain(`${office.product.services.publicUrl}/support`);
  });

  test('the new owner and the previous one are emailed about a transfer', async () => {
    const desk = await office.desk({ email: 'gone@passed.example' });
    const heir = await office.colleague(desk, {
      role: 'admin',
      firstName: 'Hana',
      lastName: 'Sato',
      email: 'hana@passed.example',
    });
    await office.colleague(desk, { role: 'admin', email: 'other@passed.example' });
    const key = { id: desk.accountId, userId: heir.userId };
    for (const _ of [1, 2]) expect(await makeOwner(office.product.services, key)).toBeUndefined();
    await office.settled();
    const texts = (email: string) => office.post.to(email).map(({ text }) => text.replaceAll(/\s+/g, ' '));
    expect(texts('hana@passed.example')).toEqual([
      expect.stringContaining('made you the owner of the account Ada Moreau'),
    ]);
    expect(texts('gone@passed.example')).toEqual([
      expect.stringContaining('made Hana Sato the owner of the account Ada Moreau'),
    ]);
    expect(texts('other@passed.example')).toEqual([]);
  });
});
