import { beforeAll, expect, test } from 'vitest';
import type { DocumentDetail } from '#contract/documents/documents.ts';
import type { PutPagesBody } from '#contract/documents/page-routes.ts';
import { normalisePdf } from '#pdf/normalise/normalise-pdf.ts';
import { grace } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { rendererOf } from '#testing/pdfs/normalised.ts';
import { prepareFile } from '../../operations/export/judge-document.ts';

describeOnOneDatabase('editing the pages of a draft', (open) => {
  let office: Office;
  let ada: Desk;
  beforeAll(async () => {
    office = await openOffice(await open());
    ada = await office.desk();
  });

  const box = { width: 100, height: 30 };
  /** Returns three pages with a signature on each. */
  const lease = () =>
    ada.prepare(sampleLease(3), [grace], ([id]) =>
      [1, 2, 3].map((page) => ({ type: 'signature', page, x: 20 * page, y: 40, ...box, recipientId: id! })),
    );
  const arrange = ({ id }: DocumentDetail, body: PutPagesBody, desk = ada) =>
    desk.put<DocumentDetail>(`/api/documents/${id}/pages`, body);
  const trailOf = async ({ id }: DocumentDetail) =>
    (await ada.ask<{ events: { type: string; data: object }[] }>(`/api/documents/${id}/trail`)).body.events;

  test('fields move with their pages, and the sealed file contains nothing of a removed page', async () => {
    const draft = await lease();
    const pages: PutPagesBody['pages'] = [{ page: 3, turn: 90 }, { page: 1 }];
    const asked = await arrange(draft, { pages, revision: draft.revision });
    expect(asked).toMatchObject({ status: 409, body: { code: 'fields-would-be-removed' } });
    expect(await ada.read(draft.id)).toMatchObject({ pageCount: 3, baseSha256: draft.baseSha256 });

    const done = await arrange(draft, { pages, revision: draft.revision, confirm: true });
    expect(done).toMatchObject({ status: 200, body: { pageCount: 2, revision: draft.revision + 1 } });
    expect(done.body.pages).toMatchObject([{ width: 842, height: 595 }, { width: 595 }]);
    expect(done.body.signatureFields).toMatchObject([
      { id: draft.signatureFields[0]!.id, page: 2, x: 20, y: 40, ...box },
      { id: draft.signatureFields[2]!.id, page: 1, x: 842 - 55 - 50, y: 110 - 15, ...box },
    ]);
    const facts = { pages: 2, fieldsRemoved: 1 };
    expect((await trailOf(draft)).slice(-3)).toMatchObject([
      { type: 'pages_removed', data: { which: '2', ...facts } },
      { type: 'pages_turned', data: { which: '3', ...facts } },
      { type: 'pages_moved', data: { which: '3, 1', ...facts } },
    ]);

    expect((await ada.send(draft.id)).status).toBe(200);
    expect((await arrange(draft, { pages: [{ page: 1 }] })).body).toMatchObject({
      code: 'document-not-editable',
    });
    await office.settled();
    expect((await ada.signer(grace.email).sign()).status).toBe(200);
    await office.settled();
    const { bytes } = await ada.ask(`/api/documents/${draft.id}/download`);
    expect(await linesOf(bytes)).toEqual(['office, page 3', 'office, page 1']);
    const original = await ada.ask(`/api/documents/${draft.id}/original`);
    expect(Buffer.compare(original.bytes, sampleLease(3))).toBe(0);
  });

  test('invalid orders, outdated revisions and other accounts change nothing', async () => {
    const draft = await lease();
    for (const pages of [[], [{ page: 1 }, { page: 1 }], [{ page: 4 }]])
      expect((await arrange(draft, { pages })).body).toMatchObject({ code: 'page-order-invalid' });
    const whole = [1, 2, 3].map((page) => ({ page }));
    const outdated = await arrange(draft, { pages: whole.toReversed(), revision: draft.revision - 1 });
    expect(outdated.body).toMatchObject({ code: 'revision-outdated' });
    const mallory = await office.desk({ firstName: 'Mallory', lastName: 'Bay', email: 'm@bay.example' });
    expect((await arrange(draft, { pages: whole }, mallory)).status).toBe(404);
    const events = (await trailOf(draft)).length;
    expect(await arrange(draft, { pages: whole })).toMatchObject({
      status: 200,
      body: { revision: draft.revision, baseSha256: draft.baseSha256 },
    });
    expect(await trailOf(draft)).toHaveLength(events);
  });
});

/**
 * Returns the labels of the lease's pages that a file contains, such as 'office, page 2'. The certificate has
 * none.
 */
async function linesOf(bytes: Uint8Array): Promise<string[]> {
  const renderer = await rendererOf(bytes);
  try {
    const texts = Array.from({ length: renderer.pageCount }, (_, page) =>
      renderer
        .pageSigns(page)
        .signs.map(({ sign }) => sign)
        .join(''),
    );
    return texts.flatMap((text) => text.match(/office, page \d/g) ?? []);
  } finally {
    renderer.close();
  }
}

test('a draft with edited pages is imported from an archive with the edited pages', async () => {
  const original = sampleLease(2);
  const edited = await normalisePdf(sampleLease(1));
  if ('refused' in edited) throw new Error(edited.refused);
  const files: Record<string, Uint8Array> = { original, base: edited.bytes };
  const archive = { manifest: { accountId: '' }, file: (name: string) => Promise.resolve(files[name]!) };
  const row = { media_type: 'application/pdf', original_sha256: 'original', base_sha256: 'base' };
  const imported = await prepareFile({ pdf: { normalise: normalisePdf } } as never, archive as never, row);
  expect(imported).toMatchObject({ file: { pages: [{ width: 595 }] } });
});
