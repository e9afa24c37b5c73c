import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { beforeAll, expect, test } from 'vitest';
import type { NewKeyAnswer } from '#contract/accounts/api-keys.ts';
import type { BulkDetail } from '#contract/documents/bulk.ts';
import type { DocumentDetail } from '#contract/documents/documents.ts';
import type { PublicFormView } from '#contract/documents/public-forms.ts';
import type { ProposalView } from '#contract/documents/proposals.ts';
import type { TemplateDetail } from '#contract/documents/templates.ts';
import { exportAccount } from '#server/operations/export/export-account.ts';
import { importAccount } from '#server/operations/export/import-account.ts';
import { acceptAccount } from '#testing/archives/pack-archive.ts';
import { grace, linus } from '#testing/cast.ts';
import {
  fieldsWithEverySetting,
  lostSettings,
  referenceSettings,
  recipientSettings,
  sendingSettings,
  settingsOfFields,
} from '#testing/archives/copied-settings.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { longTest } from '#testing/long-test.ts';
import { openOffice, type Office } from '#testing/open-office.ts';

describeOnOneDatabase('copies keep every setting of a document or the user is informed', (open) => {
  let office: Office;
  let ada: Desk;
  let sent: DocumentDetail;
  /** Two templates: one has a role with an access code, and one has none. */
  let template: TemplateDetail;
  let codeless: TemplateDetail;
  beforeAll(async () => {
    office = await openOffice(await open());
    ada = await office.desk();
    const people = [
      { ...linus, order: 1 },
      { ...grace, ...recipientSettings },
    ];
    const { id } = await ada.prepare(sampleLease(1), people, ([first]) => fieldsWithEverySetting(first!));
    expect((await ada.send(id, sendingSettings)).status).toBe(200);
    expect((await ada.patch(`/api/documents/${id}`, referenceSettings)).status).toBe(200);
    sent = await ada.read(id);
    template = await templateOf(id, true);
    codeless = await templateOf(id, false);
  }, 60_000);

  async function templateOf(documentId: string, withCode: boolean): Promise<TemplateDetail> {
    const words = { name: 'Quay', description: 'A quay', documentId };
    const { body } = await ada.post<{ id: string }>('/api/templates', words);
    const path = `/api/templates/${body.id}`;
    const { roles } = (await ada.ask<TemplateDetail>(path)).body;
    if (withCode) return (await ada.ask<TemplateDetail>(path)).body;
    const changed = roles.map((role) => ({ ...role, accessCode: false }));
    return (await ada.put<TemplateDetail>(`${path}/roles`, { roles: changed })).body;
  }

  function expectSame(copy: DocumentDetail, { code }: { code: 'kept' | 'asked for' | 'none' }): void {
    expect(lostSettings(copy, grace.name, { code, isCopy: copy.id !== sent.id })).toEqual([]);
    expect(settingsOfFields(copy)).toEqual(settingsOfFields(sent));
  }

  const peopleOf = ({ roles }: TemplateDetail) =>
    roles.map(({ id: roleId }, at) => ({ roleId, ...(at === 0 ? linus : grace) }));
  const sentSince = async (before: ReadonlySet<string>): Promise<DocumentDetail> => {
    await office.settled();
    const { body } = await ada.ask<{ id: string }[]>('/api/documents');
    return ada.read(body.find(({ id }) => !before.has(id))!.id);
  };
  const idsNow = async () =>
    new Set((await ada.ask<{ id: string }[]>('/api/documents')).body.map(({ id }) => id));

  test('a document that a program creates from a template and sends keeps every setting', async () => {
    const scopes = ['documents:write', 'documents:send', 'templates:read'];
    const key = await ada.post<NewKeyAnswer>('/api/keys', { name: 'Script', mode: 'live', scopes });
    const program = ada.program(key.body.secret);
    const use = { recipients: peopleOf(template) };
    const { body } = await program.post<{ id: string; accessCodesRequired: string[] }>(
      `/api/templates/${template.id}/use`,
      use,
    );
    expect(body.accessCodesRequired).toEqual([template.roles[1]!.id]);
    expect(await program.send(body.id)).toMatchObject({
      status: 422,
      body: { code: 'access-code-required' },
    });
    const coded = use.recipients.map((one, at) => (at === 1 ? { ...one, accessCode: 'Quay 15' } : one));
    const ready = await program.post<{ id: string }>(`/api/templates/${template.id}/use`, {
      recipients: coded,
    });
    expect((await program.send(ready.body.id)).status).toBe(200);
    expectSame(await ada.read(ready.body.id), { code: 'kept' });
  });

  test('a copy that a program proposes and a person confirms keeps every setting', async () => {
    const copy = await ada.post<{ id: string }>(`/api/documents/${sent.id}/duplicate`);
    const proposed = await ada.post<ProposalView>('/api/proposals', {
      act: 'send',
      documentId: copy.body.id,
    });
    const { id, fingerprint, subject } = proposed.body;
    expect(subject).toBe(sendingSettings['subject']);
    expect((await ada.post(`/api/proposals/${id}/confirm`, { fingerprint })).status).toBe(200);
    expectSame(await ada.read(copy.body.id), { code: 'kept' });
  });

  test('bulk rows keep every setting, and a role that needs an access code is refused', async () => {
    const csv = [
      'Signer 1 Email,Signer 1 Name,Approver 1 Email,Approver 1 Name',
      `${linus.email},${linus.name},${grace.email},${grace.name}`,
    ].join('\n');
    const start = (of: TemplateDetail) =>
      ada.post<BulkDetail>(`/api/templates/${of.id}/bulk`, { id: randomUUID(), csv, fileName: 'rows.csv' });
    expect(await start(template)).toMatchObject({ status: 422, body: { code: 'access-code-required' } });
    const before = await idsNow();
    expect(await start(codeless)).toMatchObject({ status: 201 });
    expectSame(await sentSince(before), { code: 'none' });
  });

  test('a public form keeps every setting, and a role that needs an access code is refused', async () => {
    const form = ({ roles }: TemplateDetail) => ({
      on: true,
      visitorRole: roles[1]!.id,
      people: [{ roleId: roles[0]!.id, ...linus }],
    });
    const put = (of: TemplateDetail) => ada.put<PublicFormView>(`/api/templates/${of.id}/form`, form(of));
    expect(await put(template)).toMatchObject({ status: 422, body: { code: 'access-code-required' } });
    const { body } = await put(codeless);
    const post = (url: string, fields: Record<string, string>) =>
      office.product.app.inject({
        method: 'POST',
        url,
        payload: new URLSearchParams(fields).toString(),
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          origin: office.product.services.publicUrl,
        },
      });
    expect((await post(new URL(body.url).pathname, grace)).statusCode).toBe(303);
    await office.settled();
    const mailed = office.post.to(grace.email).map(({ text }) => /\/form\/confirm\/[\w-]+/.exec(text)?.[0]);
    const before = await idsNow();
    expect((await post(mailed.findLast(Boolean)!, {})).statusCode).toBe(200);
    expectSame(await sentSince(before), { code: 'none' });
  });

  longTest('an account export keeps every setting except access codes, which must be set again', async () => {
    const draft = await ada.post<{ id: string }>(`/api/documents/${sent.id}/duplicate`);
    const used = await ada.post<{ id: string }>(`/api/templates/${template.id}/use`, {
      recipients: peopleOf(template),
    });
    const zip = await buffer(exportAccount(office.product.services, ada.accountId));
    const there = await openOffice(await open());
    const importing = { ...there.product.services, now: there.now() };
    const outcome = await importAccount(importing, zip);
    expect(outcome).toMatchObject({ faults: [] });
    expect(outcome.notes).toContainEqual(
      expect.stringMatching(/^Not imported: access codes of drafts \(\d+\)/),
    );
    expect(outcome.notes.join()).toMatch(/Not imported: .*bulk sends \(1\)/);
    const hers = await acceptAccount(there, { ...ada, email: 'ada@harbour.example' });
    for (const id of [sent.id, draft.body.id, used.body.id]) {
      expectSame(await hers.read(id), { code: 'asked for' });
      expect(await hers.send(id)).toMatchObject({ status: 422, body: { code: 'access-code-required' } });
    }
    const link = `/api/sign/${ada.signer(linus.email).token}`;
    expect((await ada.ask(link)).status).toBe(200);
    expect(await hers.ask(link)).toMatchObject({ status: 404, body: { code: 'link-invalid' } });
    const { body } = await hers.ask<TemplateDetail>(`/api/templates/${template.id}`);
    const withoutTimes = ({
      createdAt: _c,
      updatedAt: _u,
      revision: _r,
      thumbnailUrl: _t,
      ...one
    }: TemplateDetail) => one;
    expect(withoutTimes(body)).toEqual(withoutTimes(template));
  });
});
