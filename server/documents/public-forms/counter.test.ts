import { beforeAll, expect, test } from 'vitest';
import type { PublicFormView } from '#contract/documents/public-forms.ts';
import type { TemplateDetail } from '#contract/documents/templates.ts';
import type { DocumentSummary, TrailEventView } from '#contract/documents/documents.ts';
import { grace } from '#testing/cast.ts';
import { describeOnEveryDatabase } from '#testing/databases.ts';
import { signerOf, type Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { inFile } from '#testing/judges/look-at.ts';
import { pdftotext } from '#testing/judges/poppler.ts';
import { openOffice, type Office } from '#testing/open-office.ts';

const codeIn = (text: string) => /\d{6}/.exec(text)![0];

describeOnEveryDatabase('a public form at a counter', (open) => {
  let office: Office;
  let ada: Desk;
  let path: string;
  beforeAll(async () => {
    office = await openOffice(await open());
    ada = await office.desk({ plan: 'business' });
    const draft = await ada.prepare(sampleLease(), [{ ...grace, role: 'signer' }]);
    const words = { name: 'Visit', description: 'Of the yard', category: 'Legal', documentId: draft.id };
    const { id } = (await ada.post<{ id: string }>('/api/templates', words)).body;
    const { roles } = (await ada.ask<TemplateDetail>(`/api/templates/${id}`)).body;
    const form = { on: true, visitorRole: roles[0]!.id };
    const { body } = await ada.put<PublicFormView>(`/api/templates/${id}/form`, form);
    expect(body.counterUrl).toBe(`${body.url}/counter`);
    path = new URL(body.url).pathname;
  });

  const read = (url: string) => office.product.app.inject(url);
  const post = (url: string, fields: Record<string, string> = {}) =>
    office.product.app.inject({
      ...{ method: 'POST', url, remoteAddress: '10.7.0.1' },
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: office.product.services.publicUrl,
      },
      payload: new URLSearchParams(fields).toString(),
    });
  const policyOf = ({ headers }: { headers: object }) =>
    String((headers as Record<string, unknown>)['content-security-policy']);
  const visit = async (name: string) => {
    const email = `${name.toLowerCase()}@quay.example`;
    const asked = await post(`${path}?counter`, { name, email });
    await office.settled();
    return { email, codePage: String(asked.headers.location), code: codeIn(office.post.to(email)[0]!.text) };
  };

  test('only our own page may show the form in a frame, and earlier entries are not suggested', async () => {
    expect(policyOf(await read(`${path}/counter`))).toContain("frame-ancestors 'none'");
    const form = await read(`${path}?counter`);
    expect(policyOf(form)).toContain("frame-ancestors 'self'");
    expect(form.body).not.toMatch(/autoComplete="(?:name|email)"/i);
    expect(policyOf(await read(path))).toContain("frame-ancestors 'none'");
    const { codePage } = await visit('Femi');
    expect(policyOf(await read(codePage))).toContain("frame-ancestors 'self'");
    expect(policyOf(await read('/sign/nothing?counter'))).toContain("frame-ancestors 'self'");
    expect(policyOf(await read('/sign/nothing'))).toContain("frame-ancestors 'none'");
  });

  test('the audit trail and the certificate state that many visitors use the device', async () => {
    const { codePage, code } = await visit('Hana');
    const opened = String((await post(codePage, { code })).headers.location);
    expect(opened).toMatch(/^\/sign\/[\w-]+\?counter$/);
    const signer = signerOf(office.product.app, /^\/sign\/([\w-]+)/.exec(opened)![1]!);
    expect((await signer.view()).body).toMatchObject({ recipient: { via: 'counter' } });
    await signer.sign();
    await office.settled();
    const [{ id }] = (await ada.ask<[DocumentSummary]>('/api/documents?status=completed')).body;
    const { events } = (await ada.ask<{ events: TrailEventView[] }>(`/api/documents/${id}/trail`)).body;
    expect(events.find(({ type }) => type === 'form_answered')?.data).toMatchObject({ atCounter: true });
    expect(events.find(({ type }) => type === 'document_signed')?.data).toMatchObject({ via: 'counter' });
    const { bytes } = await ada.ask(`/api/documents/${id}/download`);
    const certificate = (await inFile(bytes, pdftotext)).replaceAll(/\s+/g, ' ');
    expect(certificate).toContain(
      'one-time code by email, entered in the public form on a device that many visitors use',
    );
  });

  test('after a visit its code and its link open nothing for the next visitor', async () => {
    const { codePage, code } = await visit('Imre');
    const opened = String((await post(codePage, { code })).headers.location);
    const signer = signerOf(office.product.app, /^\/sign\/([\w-]+)/.exec(opened)![1]!);
    expect((await signer.view()).status).toBe(200);
    expect((await post(`${codePage}/end`)).statusCode).toBe(204);
    expect((await signer.view()).status).toBe(410);
    expect((await signer.sign()).status).toBe(410);
    const again = await read(codePage);
    expect(again.body).toContain('This code no longer works');
    expect(again.body).not.toContain('imre@quay.example');
    expect((await post(codePage, { code })).statusCode).toBe(409);
  });

  test('only visits at a counter can be ended', async () => {
    const asked = await post(path, { name: 'Juno', email: 'juno@quay.example' });
    const codePage = String(asked.headers.location);
    expect((await post(`${codePage}/end`)).statusCode).toBe(404);
    expect((await post('/form/code/forged/end')).statusCode).toBe(404);
    expect((await read(codePage)).body).toContain('juno@quay.example');
  });
});
