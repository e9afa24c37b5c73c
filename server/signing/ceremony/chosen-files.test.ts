import { unzipSync } from 'fflate';
import { beforeAll, expect, test } from 'vitest';
import { numberedFiles } from '#core/document/sealed-files.ts';
import { grace, linus } from '#testing/cast.ts';
import { describeOnEveryDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { confirmedBy } from '#testing/documents/confirms-guess.ts';
import { readAloud } from '#testing/judges/look-at.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { makePdf } from '#testing/pdfs/make-pdf.ts';
import { trustOf } from '#testing/trust-of.ts';
import { verifyFile } from '#verify/verify-file.ts';
import { inTransaction } from '../../foundation/db/transaction.ts';
import { findDocument } from '../../records/document-store.ts';
import { sealFiles } from '../../evidence/sealing/seal-files.ts';
import { stuckDocuments } from '../../evidence/sealing/stuck-documents.ts';
import { appendEvents } from '../../records/trail/append-event.ts';

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const mandatePdf = makePdf({ pages: [{ text: 'Mandate {{signature:1}}' }, { text: 'Mandate, page 2' }] });
const salaryPdf = makePdf({
  pages: [{ text: 'Pay 4000 {{signature:1}}' }, { text: 'Pay, page 2' }, { text: 'Pay, page 3' }],
});
const bank = { email: 'desk@bank.example', name: 'Harbour Bank', role: 'cc' as const };

/** Titles, names and texts of the other file, which the bank must not see. */
const secrets = ['Salary', 'salary', 'Pay ', '4000'];

const hire = (recipients: object[]) => ({
  title: 'Hire of Grace',
  file: { name: 'mandate.pdf', base64: base64(mandatePdf) },
  moreFiles: [{ name: 'salary.pdf', base64: base64(salaryPdf), title: 'Salary' }],
  recipients,
});

describeOnEveryDatabase('a recipient who gets only some of the files', (open) => {
  let office: Office;
  let ada: Desk;
  beforeAll(async () => {
    office = await openOffice(await open());
    ada = await office.desk();
  });

  const storedOf = async (id: string) =>
    (await findDocument(office.ports.database.db, ada.accountId, id))!.document;

  async function sent(recipients: object[]): Promise<string> {
    const answer = await ada.post<{ id: string }>('/api/documents/send', hire(recipients));
    expect(answer).toMatchObject({ status: 201, body: { separateFiles: true } });
    await office.settled();
    return answer.body.id;
  }

  test('the recipient gets the chosen sealed files and learns nothing about the others', async () => {
    const id = await sent([grace, { ...bank, files: [1] }]);
    expect((await ada.signer(grace.email).sign()).status).toBe(200);
    await office.settled();
    const document = await ada.read(id);
    const [mandate, salary] = document.files;
    expect(document.recipients.map(({ files }) => files)).toEqual([null, [mandate!.id]]);
    const stored = await storedOf(id);
    const hashes = [
      ...[stored.baseSha256, stored.originalSha256, stored.sealedSha256!],
      ...[salary!.baseSha256, salary!.originalSha256, salary!.sealedSha256!, salary!.id],
    ];
    const hidden = [...secrets, ...hashes];

    const mails = office.post.to(bank.email);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ attachments: [] });
    const sentText = JSON.stringify(mails, (_, value: unknown) =>
      value instanceof Uint8Array ? 'bytes' : value,
    );
    for (const secret of hidden) expect(sentText).not.toContain(secret);

    const signer = ada.signer(bank.email);
    const view = await signer.view();
    expect(view.body).toMatchObject({
      recipient: { state: 'chosen-files' },
      document: { downloadUrl: null, recordUrl: null, certificateUrl: null, filesSealing: false },
      fields: [],
      others: [],
    });
    expect(view.body.document.pages).toHaveLength(2);
    expect(view.body.document.files).toMatchObject([{ id: mandate!.id, firstPage: 1, pageCount: 2 }]);
    const page = await ada.ask(`/sign/${signer.token}`);
    for (const secret of hidden) {
      expect(JSON.stringify(view.body)).not.toContain(secret);
      expect(page.bytes.toString('utf8')).not.toContain(secret);
    }

    const signature = document.signatureFields.find(({ page: at }) => at > 2)!;
    for (const path of [
      ...['/file', '/first-page', '/download', `/download?file=${salary!.id}`],
      ...['/download?file=certificate', `/marks/${signature.id}`],
    ])
      expect((await signer.ask(path)).status, path).toBe(404);
    expect((await signer.ask('/record')).status).toBeGreaterThanOrEqual(400);
    expect((await signer.post('/opened')).status).toBeGreaterThanOrEqual(400);

    const { bytes } = await signer.ask(`/download?file=${mandate!.id}`);
    expect((await verifyFile(bytes, await trustOf(office))).verdict).toBe('genuine');
    const other = numberedFiles(id, stored.files!)[1]!;
    const { originalSize } = stored.files![1]!;
    const guess = { ...other, joinedSha256: stored.baseSha256, originalSize, mediaKind: 'pdf' };
    expect(await confirmedBy(bytes, guess)).toEqual([]);
    const zip = unzipSync((await signer.ask('/sealed-files')).bytes);
    expect(Object.keys(zip)).toEqual(['mandate (sealed).pdf']);

    // All other recipients get all files, and the certificate and the evidence say who did not.
    const whole = await ada.signer(grace.email).download();
    const report = await verifyFile(whole.bytes, await trustOf(office));
    expect(report.verdict).toBe('genuine');
    expect((await readAloud(whole.bytes)).replaceAll(/\s/g, '')).toContain('Receivesonlymandate');
  });

  test('the recipient is notified when these files are sealed, and until then the owner and the operator see why they are not', async () => {
    const to = 'late@bank.example';
    const id = await sent([
      { ...grace, email: 'grace@fifth.example' },
      { ...bank, email: to, files: [1] },
    ]);
    const [mandate] = (await storedOf(id)).files!;
    const prepared = await office.ports.files.read(mandate!.baseSha256);
    await office.ports.files.delete(mandate!.baseSha256);
    expect((await ada.signer('grace@fifth.example').sign()).status).toBe(200);
    const problem = async () => (await ada.read(id)).sealProblem ?? '';
    await expect.poll(problem, { timeout: 20_000 }).toMatch(/missing or damaged/);
    expect((await ada.read(id)).status).toBe('completed');
    expect(await stuckDocuments(office.ports.database.db)).toMatchObject([{ id, problem: await problem() }]);
    expect(office.post.to(to)).toEqual([]);

    await office.ports.files.put(prepared);
    expect((await ada.post(`/api/documents/${id}/seal`)).status).toBe(204);
    await expect.poll(problem, { timeout: 20_000 }).toBe('');
    await office.settled();
    expect(await stuckDocuments(office.ports.database.db)).toEqual([]);
    expect(office.post.to(to)).toHaveLength(1);
    expect((await ada.signer(to).ask(`/download?file=${mandate!.id}`)).status).toBe(200);
    await sealFiles(office.product.services, ada.accountId, id);
    await office.settled();
    expect(office.post.to(to)).toHaveLength(1);
    expect((await ada.post(`/api/documents/${id}/seal`)).status).toBe(409);
  });

  test('the recipient gets all files if all are chosen, and nothing before the end', async () => {
    const id = await sent([
      { ...grace, email: 'grace@second.example' },
      { ...bank, email: 'all@bank.example', files: [2, 1] },
      { ...bank, email: 'one@bank.example', files: [2] },
    ]);
    const { recipients } = await ada.read(id);
    expect(recipients.map(({ files }) => files?.length ?? null)).toEqual([null, null, 1]);
    expect(office.post.to('one@bank.example')).toEqual([]);
    const voided = await ada.post(`/api/documents/${id}/void`, { reason: 'Another one' });
    expect(voided.status).toBe(200);
    await office.settled();
    for (const secret of secrets)
      expect(JSON.stringify(office.post.to('one@bank.example'))).not.toContain(secret);
  });

  test.each([
    ['a signer', 'recipient-files-role', [{ ...grace, files: [1] }]],
    ['a viewer', 'recipient-files-role', [grace, { ...linus, role: 'viewer', files: [1] }]],
    ['an unknown file', 'recipient-files-unknown', [grace, { ...bank, files: [3] }]],
    ['no file', 'recipient-files-unknown', [grace, { ...bank, files: [] }]],
  ])('%s is refused', async (_, code, recipients) => {
    const { status, body } = await ada.post('/api/documents/send', hire(recipients));
    expect([status, body]).toMatchObject([422, { code }]);
  });

  test.each([
    ['the title of a file', 'Salary'],
    ['the name of a file', 'salary'],
    ['the name of a file, spelled differently', 'SALARY.pdf'],
  ])('a document titled with %s cannot be sent to someone who does not get that file', async (_, title) => {
    const { status, body } = await ada.post('/api/documents/send', {
      ...hire([grace, { ...bank, files: [1] }]),
      title,
    });
    expect([status, body]).toMatchObject([422, { code: 'title-names-file' }]);
  });

  test('copies and templates keep the choice, and removing a file removes it from the choice', async () => {
    const id = await sent([
      { ...grace, email: 'grace@third.example' },
      { ...bank, files: [2] },
    ]);
    const [, salary] = (await ada.read(id)).files;
    const copy = await ada.post<{ id: string }>(`/api/documents/${id}/duplicate`);
    const draft = await ada.read(copy.body.id);
    expect(draft.recipients.map(({ files }) => files)).toEqual([null, [salary!.id]]);
    const template = await ada.post<{ id: string; roles: { id: string; files: unknown }[] }>(
      '/api/templates',
      { documentId: id, name: 'Hire', description: 'A hire', category: 'Legal' },
    );
    expect(template.body.roles.map(({ files }) => files)).toEqual([null, [salary!.id]]);

    const address = `/api/documents/${draft.id}`;
    const asSigner = draft.recipients.map((one) => ({ id: one.id, email: one.email, name: one.name }));
    const [signs, copied] = asSigner;
    const changed = await ada.put(`${address}/recipients`, [
      { ...signs!, role: 'signer' },
      { ...copied!, role: 'viewer', files: [salary!.id] },
    ]);
    expect(changed.body).toMatchObject({ code: 'recipient-files-role' });
    const kept = draft.files.filter(({ id: one }) => one !== salary!.id).map(({ id: one }) => ({ id: one }));
    expect((await ada.put(`${address}/files`, { files: kept, confirm: true })).status).toBe(200);
    expect((await ada.send(draft.id)).body).toMatchObject({ code: 'recipient-files-unknown' });
  });

  test('a draft whose audit trail contains file names without a hash cannot be sent to the recipient', async () => {
    const id = await sent([
      { ...grace, email: 'grace@fourth.example' },
      { ...bank, files: [1] },
    ]);
    const copy = await ada.post<{ id: string }>(`/api/documents/${id}/duplicate`);
    const { db } = office.ports.database;
    const key = { accountId: ada.accountId, documentId: copy.body.id };
    await inTransaction(db, (tx) =>
      appendEvents(tx, key, office.now(), [
        { type: 'file_replaced', actor: { kind: 'system', id: null }, data: { baseSha256: 'a'.repeat(64) } },
      ]),
    );
    expect((await ada.send(copy.body.id)).body).toMatchObject({ code: 'draft-names-files' });
  });
});
