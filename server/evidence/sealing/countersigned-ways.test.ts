import { beforeAll, expect, test } from 'vitest';
import type { SentDocumentView } from '#contract/documents/one-call.ts';
import type { DocumentDetail } from '#contract/documents/documents.ts';
import type { PublicFormView } from '#contract/documents/public-forms.ts';
import type { TemplateDetail } from '#contract/documents/templates.ts';
import { newId } from '#server/foundation/db/new-id.ts';
import { grace, linus } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { multipartForm } from '#testing/multipart.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { signElsewhere } from '#testing/pdfs/signed-elsewhere.ts';
import { makeSealChain } from '#testing/pki/seal-chain.ts';
import { trustOf } from '#testing/trust-of.ts';
import { verifyFile } from '#verify/verify-file.ts';

describeOnOneDatabase('a contract that another service signed, sent in every way', (open) => {
  let office: Office;
  let ada: Desk;
  let signedElsewhere: Uint8Array;
  beforeAll(async () => {
    office = await openOffice(await open());
    ada = await office.desk();
    signedElsewhere = await signElsewhere(sampleLease(2), await makeSealChain({ organization: 'Acme' }));
  });

  const box = { page: 2, x: 60, y: 200, width: 190, height: 40 };
  const template = async (): Promise<TemplateDetail> => {
    const draft = await ada.prepare(signedElsewhere, [grace]);
    const words = { name: `Berth ${newId(0)}`, description: 'A berth', documentId: draft.id };
    const { body } = await ada.post<{ id: string }>('/api/templates', words);
    return (await ada.ask<TemplateDetail>(`/api/templates/${body.id}`)).body;
  };
  /** Signs with the newest link. Checks that the sealed file preserves the upload and its signature. */
  const signedBy = async (id: string, email: string): Promise<void> => {
    await office.settled();
    expect((await ada.signer(email).sign()).status).toBe(200);
    await office.settled();
    expect((await ada.read(id)).status).toBe('completed');
    const { bytes } = await ada.ask(`/api/documents/${id}/download`);
    expect(bytes.subarray(0, signedElsewhere.length).equals(signedElsewhere)).toBe(true);
    expect(await verifyFile(bytes, await trustOf(office))).toMatchObject({
      verdict: 'genuine',
      earlier: [{ signer: 'Acme Document Seal', intact: true }],
    });
  };
  const newest = async (): Promise<DocumentDetail> => {
    const { body } = await ada.ask<{ id: string }[]>('/api/documents');
    return ada.read(body[0]!.id);
  };

  test.each([
    ['JSON', (request: object) => ({ body: { ...request, file: inJson() } })],
    ['a form', (request: object) => formOf(request)],
  ])('a signed file sent with one request, as %s, is countersigned', async (_, send) => {
    const recipients = [{ ...grace, fields: [{ ...box, type: 'signature' }] }];
    const sent = await ada.ask<SentDocumentView>('/api/documents/send', {
      method: 'POST',
      ...send({ recipients }),
    });
    expect(sent.status).toBe(201);
    await signedBy(sent.body.id, grace.email);
  });
  const inJson = () => ({ name: 'signed.pdf', base64: Buffer.from(signedElsewhere).toString('base64') });
  const formOf = (request: object) =>
    multipartForm([{ name: 'signed.pdf', bytes: signedElsewhere }], { request: JSON.stringify(request) });

  test('each person in a bulk send countersigns a copy', async () => {
    const { id } = await template();
    const csv = `Signer 1 Email,Signer 1 Name\n${grace.email},Grace\n${linus.email},Linus\n`;
    const body = { id: newId(Date.now()), csv, fileName: 'berths.csv' };
    const started = await ada.post<{ id: string }>(`/api/templates/${id}/bulk`, body);
    expect(started.status).toBe(201);
    await office.settled();
    const { body: documents } = await ada.ask<{ id: string; bulkId?: string }[]>('/api/documents');
    const [one, other] = await Promise.all(documents.slice(0, 2).map((found) => ada.read(found.id)));
    for (const document of [one!, other!]) await signedBy(document.id, document.recipients[0]!.email);
    expect([one!, other!].map(({ recipients }) => recipients[0]!.email).toSorted()).toEqual(
      [grace.email, linus.email].toSorted(),
    );
  });

  test('the visitor of a public form countersigns', async () => {
    const { id, roles } = await template();
    const form = { on: true, visitorRole: roles[0]!.id, people: [] };
    const { body } = await ada.put<PublicFormView>(`/api/templates/${id}/form`, form);
    const visitor = { name: 'Hana Sato', email: 'hana@harbour.example' };
    const post = (url: string, fields: Record<string, string>) =>
      office.product.app.inject({
        method: 'POST',
        url,
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          origin: office.product.services.publicUrl,
        },
        payload: new URLSearchParams(fields).toString(),
      });
    await post(new URL(body.url).pathname, visitor);
    await office.settled();
    const link = office.post
      .to(visitor.email)
      .map(({ text }) => /\/form\/confirm\/[\w-]+/.exec(text)?.[0])
      .findLast((one) => one !== undefined);
    await post(link!, {});
    await signedBy((await newest()).id, visitor.email);
  });

  test('after a decline, a corrected copy can be countersigned, and the record of the declined document is genuine', async () => {
    const declined = await ada.sent(signedElsewhere, [grace, linus]);
    expect((await ada.signer(grace.email).sign()).status).toBe(200);
    expect((await ada.signer(linus.email).decline('Another berth')).status).toBe(204);
    await office.settled();
    expect((await ada.read(declined.id)).status).toBe('declined');
    const record = await ada.ask(`/api/documents/${declined.id}/certificate`);
    expect(await verifyFile(record.bytes, await trustOf(office))).toMatchObject({ verdict: 'genuine' });
    const copied = await ada.post<{ id: string }>(`/api/documents/${declined.id}/duplicate`, {});
    const saved = await ada.put<{ recipients: { id: string }[] }>(
      `/api/documents/${copied.body.id}/recipients`,
      [grace],
    );
    const recipientId = saved.body.recipients[0]!.id;
    await ada.put(`/api/documents/${copied.body.id}/fields`, [{ ...box, type: 'signature', recipientId }]);
    expect((await ada.send(copied.body.id)).status).toBe(200);
    await signedBy(copied.body.id, grace.email);
  });

  test('a signed file cannot be one of several files, and the refusal advises sending it alone', async () => {
    const recipients = [{ ...grace, fields: [{ ...box, page: 1, type: 'signature' }] }];
    const file = { name: 'lease.pdf', base64: Buffer.from(sampleLease(1)).toString('base64') };
    const before = (await ada.ask<unknown[]>('/api/documents')).body.length;
    const body = { file, moreFiles: [inJson()], recipients };
    expect(await ada.post('/api/documents/send', body)).toMatchObject({
      status: 422,
      body: { code: 'upload-refused', parameters: { reason: 'pdf-signed-among-files' } },
    });
    expect((await ada.ask<unknown[]>('/api/documents')).body).toHaveLength(before);
  });
});
