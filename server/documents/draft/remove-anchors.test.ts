import { beforeAll, expect, test } from 'vitest';
import type { DocumentDetail } from '#contract/documents/documents.ts';
import { grace } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { makePdf } from '#testing/pdfs/make-pdf.ts';
import { rendererOf } from '#testing/pdfs/normalised.ts';

describeOnOneDatabase('removing the texts that place fields', (open) => {
  let office: Office;
  let ada: Desk;
  beforeAll(async () => {
    office = await openOffice(await open());
    ada = await office.desk();
  });

  const lease = () =>
    makePdf({ pages: [{ text: 'Lease of berth 17\nTenant {{signature:1}} Kiel', content: '' }] });
  const remove = (id: string, body: object = {}) =>
    ada.post<DocumentDetail>(`/api/documents/${id}/remove-anchors`, body);

  test('the sealed pages have no anchors, fields keep their places, and the audit trail records the removal', async () => {
    const { body: uploaded } = await ada.upload(lease());
    const [field] = uploaded.signatureFields;
    expect(field).toMatchObject({ type: 'signature' });
    const outdated = { revision: uploaded.revision + 1 };
    expect((await remove(uploaded.id, outdated)).body).toMatchObject({ code: 'revision-outdated' });
    const done = await remove(uploaded.id, { revision: uploaded.revision });
    expect(done).toMatchObject({ status: 200, body: { revision: uploaded.revision + 1 } });
    expect(done.body.baseSha256).not.toBe(uploaded.baseSha256);
    expect(done.body.signatureFields).toEqual(uploaded.signatureFields);
    expect((await remove(uploaded.id)).body).toMatchObject({ code: 'anchors-missing' });

    await ada.put(`/api/documents/${uploaded.id}/recipients`, [grace]);
    expect((await ada.send(uploaded.id)).status).toBe(200);
    expect((await remove(uploaded.id)).body).toMatchObject({ code: 'document-not-editable' });
    await office.settled();
    expect((await ada.signer(grace.email).sign()).status).toBe(200);
    await office.settled();
    const { body: trail } = await ada.ask<{ events: { type: string; data: object }[] }>(
      `/api/documents/${uploaded.id}/trail`,
    );
    expect(trail.events.find(({ type }) => type === 'anchors_removed')?.data).toMatchObject({
      ...{ baseSha256: done.body.baseSha256, removed: 1, left: 0 },
    });
    const { bytes } = await ada.ask(`/api/documents/${uploaded.id}/download`);
    const text = await firstPage(bytes);
    expect(text).toContain('Lease of berth 17');
    expect(text).not.toMatch(/[{}]/);
    const original = await ada.ask(`/api/documents/${uploaded.id}/original`);
    expect(Buffer.compare(original.bytes, lease())).toBe(0);
  });

  test('a document without anchors does not change', async () => {
    const { body: draft } = await ada.upload(sampleLease());
    expect((await remove(draft.id)).body).toMatchObject({ code: 'anchors-missing' });
    expect((await ada.read(draft.id)).baseSha256).toBe(draft.baseSha256);
  });
});

async function firstPage(bytes: Uint8Array): Promise<string> {
  const file = await rendererOf(bytes);
  try {
    return file
      .pageLetters(0)
      .map(({ sign }) => sign)
      .join('');
  } finally {
    file.close();
  }
}
