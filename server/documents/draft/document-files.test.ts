import { beforeAll, expect, test } from 'vitest';
import type { DocumentDetail } from '#contract/documents/documents.ts';
import type { Problem } from '#contract/problem.ts';
import { grace, linus } from '#testing/cast.ts';
import { describeOnEveryDatabase } from '#testing/databases.ts';
import type { Answer, Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { makeDocx } from '#testing/docx/make-docx.ts';
import { inFile, readAloud } from '#testing/judges/look-at.ts';
import { qpdfCheck } from '#testing/judges/qpdf.ts';
import { multipartForm } from '#testing/multipart.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { makePdf } from '#testing/pdfs/make-pdf.ts';
import { taggedLease } from '#testing/pdfs/tagged-lease.ts';
import { releaseFiles } from '../../records/stored-files/release-files.ts';

type Answered = Answer<DocumentDetail & Pick<Problem, 'code' | 'detail'>>;

const salary = makePdf({ pages: [{ text: 'Salary 4000 {{signature:1}}' }, { text: 'Salary, page 2' }] });
const terms = makeDocx({ paragraphs: ['Terms of the harbour'] });

describeOnEveryDatabase('documents with several files', (open) => {
  let office: Office;
  let ada: Desk;
  beforeAll(async () => {
    const convert = () => Promise.resolve(makePdf({ pages: [{ text: 'Terms of the harbour' }] }));
    const docx = { available: () => Promise.resolve(true), convert };
    office = await openOffice(await open(), { ports: { docx } });
    ada = await office.desk();
  });

  const add = (id: string, bytes: Uint8Array, name: string, texts: Record<string, string> = {}) =>
    ada.ask<Answered['body']>(`/api/documents/${id}/files`, {
      method: 'POST',
      ...multipartForm([{ name, bytes }], texts),
    });
  const put = (id: string, body: object) =>
    ada.put<Answered['body']>(`/api/documents/${id}/files`, body) as Promise<Answered>;
  const list = ({ files }: DocumentDetail) =>
    files.map(({ title, kind, firstPage, pageCount }) => [title, kind, firstPage, pageCount]);

  /** Creates a draft with a lease to sign, terms from Word to confirm as read, and a salary to read. */
  async function prepared(): Promise<DocumentDetail> {
    const lease = await ada.prepare(sampleLease(2), [grace, linus], (ids) => [
      { type: 'signature', page: 2, x: 20, y: 20, width: 150, height: 40, recipientId: ids[0] },
    ]);
    const kind = 'acknowledge';
    expect((await add(lease.id, terms, 'terms.docx', { kind, title: 'General terms' })).status).toBe(200);
    const added = await add(lease.id, salary, 'Salary 2027.pdf', { kind: 'read' });
    expect(added.status).toBe(200);
    return added.body;
  }

  test('files are added, moved with their fields, renamed and removed', async () => {
    const draft = await prepared();
    expect(list(draft)).toEqual([
      ['lease', 'sign', 1, 2],
      ['General terms', 'acknowledge', 3, 1],
      ['Salary 2027', 'read', 4, 2],
    ]);
    expect(draft.pages).toHaveLength(5);
    const originals = await Promise.all(
      draft.files.map(
        async ({ id }) => (await ada.ask(`/api/documents/${draft.id}/original?file=${id}`)).bytes,
      ),
    );
    expect(originals.map((bytes) => Buffer.from(bytes))).toEqual(
      [sampleLease(2), terms, salary].map((bytes) => Buffer.from(bytes)),
    );
    expect(draft.signatureFields.map(({ page }) => page)).toEqual([2, 4]);
    const [lease, general, pay] = draft.files.map(({ id }) => ({ id }));
    const { body: moved } = await put(draft.id, {
      files: [{ ...pay, title: 'Pay' }, { ...lease, kind: 'read' }, general],
      revision: draft.revision,
    });
    expect(list(moved)).toEqual([
      ['Pay', 'read', 1, 2],
      ['lease', 'read', 3, 2],
      ['General terms', 'acknowledge', 5, 1],
    ]);
    expect(moved.signatureFields.map(({ page }) => page)).toEqual([4, 1]);
    const file = await ada.ask(`/api/documents/${draft.id}/file`);
    expect(await readAloud(file.bytes, 5)).toContain('Terms of the harbour');
    expect(await inFile(file.bytes, qpdfCheck)).toMatchObject({ clean: true });

    const outdated = await put(draft.id, { files: [lease], revision: draft.revision });
    expect([outdated.status, outdated.body.code]).toEqual([409, 'revision-outdated']);
    const unknown = await put(draft.id, { files: [lease, { id: draft.signatureFields[0]!.id }] });
    expect(unknown.body.code).toBe('document-files-unknown');
    expect((await put(draft.id, { files: [lease, lease] })).body.code).toBe('document-files-unknown');
    const losing = await put(draft.id, { files: [lease, general] });
    expect([losing.status, losing.body.code]).toEqual([409, 'fields-would-be-removed']);
    const { body: two } = await put(draft.id, { files: [general, lease], confirm: true });
    expect(two.signatureFields.map(({ page }) => page)).toEqual([3]);
    const { body: one } = await put(draft.id, { files: [lease] });
    expect(list(one)).toEqual([['lease', 'sign', 1, 2]]);
    expect(one.signatureFields.map(({ page }) => page)).toEqual([2]);
  });

  test('a document with several files refuses to replace its file as a whole', async () => {
    const draft = await prepared();
    const answer = await ada.ask<Answered['body']>(`/api/documents/${draft.id}/file`, {
      method: 'PUT',
      ...multipartForm([{ name: 'lease.pdf', bytes: sampleLease(1) }]),
    });
    expect([answer.status, answer.body.code]).toEqual([409, 'document-has-several-files']);
  });

  test('signers confirm what they have to read, and the sealed file lists every file', async () => {
    const draft = await prepared();
    const { body: copy } = await ada.post<{ id: string }>(`/api/documents/${draft.id}/duplicate`);
    await ada.delete(`/api/documents/${draft.id}`);
    await ada.delete('/api/bin');
    await office.settled();
    const stored = draft.files.flatMap(({ originalSha256, baseSha256 }) => [originalSha256, baseSha256]);
    const kept = () => Promise.all(stored.map((sha256) => office.ports.files.has(sha256)));
    const { database, files, clock } = office.ports;
    const later = { db: database.db, files, clock: () => clock() + 3 * 3_600_000 };
    await releaseFiles(later, ada.accountId, [draft.baseSha256, ...stored]);
    expect(await kept()).toEqual(stored.map(() => true));

    expect((await ada.send(copy.id)).status).toBe(200);
    await office.settled();
    const { body: view } = await ada.signer(grace.email).view();
    expect(view.document.files.map(({ title, firstPage }) => [title, firstPage])).toEqual([
      ['lease', 1],
      ['General terms', 3],
      ['Salary 2027', 4],
    ]);
    const read = view.document.files.filter(({ kind }) => kind === 'acknowledge').map(({ id }) => id);
    const refused = await ada.signer(grace.email).sign();
    expect([refused.status, refused.body['code']]).toEqual([422, 'files-not-acknowledged']);
    for (const { email } of [grace, linus]) {
      expect((await ada.signer(email).sign({ acknowledgedFiles: read })).status).toBe(200);
      await office.settled();
    }
    const sealed = (await ada.ask(`/api/documents/${copy.id}/download`)).bytes;
    const verified = await office.product.app.inject({
      method: 'POST',
      url: '/api/verify',
      payload: sealed,
      headers: { 'content-type': 'application/pdf' },
    });
    expect(verified.json()).toMatchObject({ verdict: 'genuine' });
    const certificate = await readAloud(sealed, 6);
    expect(certificate).toContain('General terms, to acknowledge, p. 3, terms.docx');
    expect(certificate).toContain('Salary 2027, to read, p. 4–5, Salary 2027.pdf');
    for (const { originalSha256 } of draft.files)
      expect(certificate.replaceAll(/\s/g, '')).toContain(originalSha256);
    expect(certificate.match(/Confirmed as read/g)).toHaveLength(2);
  });

  test('deleting a document also deletes its stored files', async () => {
    const draft = await ada.upload(taggedLease());
    const { body } = await add(draft.body.id, salary, 'pay.pdf');
    const sealedBefore = body.files.flatMap(({ originalSha256 }) => originalSha256);
    await ada.delete(`/api/documents/${body.id}`);
    await ada.delete('/api/bin');
    const { database, files, clock } = office.ports;
    const later = { db: database.db, files, clock: () => clock() + 3 * 3_600_000 };
    const row = await database.db
      .selectFrom('documents')
      .select(['original_sha256', 'base_sha256'])
      .where('id', '=', body.id)
      .executeTakeFirst();
    const released = row ? [row.original_sha256, row.base_sha256] : [body.baseSha256];
    await releaseFiles(later, ada.accountId, released);
    // The marked lease belongs only to this document.
    expect(await files.has(sealedBefore[0]!)).toBe(false);
  });

  test('several files are sent in one call, and templates keep them', async () => {
    const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
    const sent = await ada.post<{ id: string }>('/api/documents/send', {
      title: 'Hire',
      file: { name: 'lease.pdf', base64: base64(sampleLease(1)) },
      moreFiles: [
        { name: 'terms.docx', base64: base64(terms), kind: 'read' },
        { name: 'pay.pdf', base64: base64(salary), title: 'Pay' },
      ],
      recipients: [grace],
    });
    expect([sent.status, sent.body]).toMatchObject([201, {}]);
    const document = await ada.read(sent.body.id);
    const wanted = [
      ['lease', 'sign', 1, 1],
      ['terms', 'read', 2, 1],
      ['Pay', 'sign', 3, 2],
    ];
    expect(list(document)).toEqual(wanted);
    expect(document.signatureFields).toMatchObject([{ page: 3, recipientId: document.recipients[0]!.id }]);
    const template = await ada.post<{ id: string; roles: { id: string }[] }>('/api/templates', {
      ...{ name: 'Hire', description: 'A hire', category: 'Legal', documentId: document.id },
    });
    const people = template.body.roles.map(({ id }) => ({ ...linus, roleId: id }));
    const used = await ada.post<{ id: string }>(`/api/templates/${template.body.id}/use`, {
      recipients: people,
    });
    const made = await ada.read(used.body.id);
    expect(list(made)).toEqual(wanted);
    expect(made.signatureFields).toMatchObject([{ page: 3 }]);
  });
});
