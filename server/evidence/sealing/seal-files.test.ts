import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { unzipSync } from 'fflate';
import { beforeAll, expect, test } from 'vitest';
import type { DocumentDetail } from '#contract/documents/documents.ts';
import type { NewKeyAnswer } from '#contract/accounts/api-keys.ts';
import { numberedFiles } from '#core/document/sealed-files.ts';
import { grace } from '#testing/cast.ts';
import { confirmedBy } from '#testing/documents/confirms-guess.ts';
import { describeOnEveryDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { drawnSignature } from '#testing/journey/drawn-signature.ts';
import { inFile, readAloud } from '#testing/judges/look-at.ts';
import { judgeWithPdfsig } from '#testing/judges/pdfsig.ts';
import { qpdfCheck } from '#testing/judges/qpdf.ts';
import { missingTools } from '#testing/judges/run-tool.ts';
import { multipartForm } from '#testing/multipart.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { makePdf } from '#testing/pdfs/make-pdf.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { toPem } from '#testing/pki/seal-chain.ts';
import { trustOf } from '#testing/trust-of.ts';
import { compareSet } from '#verify/compare-set.ts';
import { verifyFile } from '#verify/verify-file.ts';
import { findDocument } from '../../records/document-store.ts';
import { sealFiles } from './seal-files.ts';

const missing = missingTools('pdfsig', 'certutil', 'qpdf');
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const mandatePdf = makePdf({ pages: [{ text: 'Mandate, page 1' }, { text: 'Mandate {{signature:1}}' }] });
const salary = makePdf({ pages: [{ text: 'Salary 4000 {{signature:1}}' }, { text: 'Salary, page 2' }] });

const drawn = { signatureText: null, signatureData: drawnSignature() };

describeOnEveryDatabase('files that are sealed separately', (open) => {
  let office: Office;
  let ada: Desk;
  beforeAll(async () => {
    office = await openOffice(await open());
    ada = await office.desk();
  });

  /** Uploads a mandate and a salary as one document and has Grace sign it. */
  async function completed(separateFiles: boolean, by = ada): Promise<DocumentDetail> {
    const sent = await by.post<{ id: string }>('/api/documents/send', {
      title: 'Hire of Grace, salary 4000',
      file: { name: 'mandate.pdf', base64: base64(mandatePdf) },
      moreFiles: [{ name: 'salary.pdf', base64: base64(salary), title: 'Salary' }],
      recipients: [grace],
      separateFiles,
    });
    expect(sent.body).toMatchObject({ separateFiles });
    await office.settled();
    expect((await ada.signer(grace.email).sign(drawn)).status).toBe(200);
    await office.settled();
    return by.read(sent.body.id);
  }

  test('our verifier and others can verify each file alone and as a set', async () => {
    const document = await completed(true);
    expect(document.status).toBe('completed');
    const trust = await trustOf(office);
    const whole = (await ada.ask(`/api/documents/${document.id}/download`)).bytes;
    const given = [{ name: 'all', report: await verifyFile(whole, trust) }];
    const { files, zipUrl } = (await ada.signer(grace.email).view()).body.document;
    for (const [index, { id, title, sealedSha256 }] of document.files.entries()) {
      const one = await ada.ask(`/api/documents/${document.id}/download?file=${id}`);
      expect(one.headers['content-disposition']).toContain(`${title} (sealed).pdf`);
      expect((await ada.ask(files[index]!.sealedUrl!)).bytes.equals(one.bytes)).toBe(true);
      const report = await verifyFile(one.bytes, trust);
      expect(report).toMatchObject({ verdict: 'genuine', sha256: sealedSha256 });
      expect(report.set).toMatchObject({ number: index + 1, of: 2 });
      given.push({ name: title, report });
      if (missing.length > 0) continue;
      expect(await inFile(one.bytes, qpdfCheck)).toMatchObject({ clean: true });
      const seals = await inFile(one.bytes, (file) => judgeWithPdfsig(file, toPem(trust.roots[0]!)));
      expect(seals).toMatchObject([
        {
          signature: 'Signature is Valid.',
          certificate: 'Certificate is Trusted.',
          totalDocumentSigned: true,
        },
      ]);
    }
    expect(compareSet(given)).toMatchObject({ complete: true });
    expect(compareSet(given.slice(1))).toMatchObject({ complete: true });
    expect(compareSet(given.slice(2))).toMatchObject({ complete: false, missing: [1] });
    const mandate = (await ada.ask(`/api/documents/${document.id}/download?file=${document.files[0]!.id}`))
      .bytes;
    expect(await readAloud(mandate)).not.toContain('4000');
    for (const address of [`/api/documents/${document.id}/sealed-files`, zipUrl!]) {
      const zip = unzipSync((await ada.ask(address)).bytes);
      expect(Object.keys(zip)).toEqual([
        'Hire of Grace, salary 4000 (sealed).pdf',
        'mandate (sealed).pdf',
        'Salary (sealed).pdf',
      ]);
    }
  });

  test('a single file does not reveal whether a guess about another file is correct', async () => {
    const draft = await ada.prepare(mandatePdf, [grace], (ids) => [
      { type: 'signature', page: 1, x: 20, y: 20, width: 160, height: 60, recipientId: ids[0]! },
    ]);
    const address = `/api/documents/${draft.id}`;
    const more = multipartForm([{ name: 'salary.pdf', bytes: salary }], {});
    expect((await ada.ask(`${address}/files`, { method: 'POST', ...more })).status).toBe(200);
    const { files: before } = await ada.read(draft.id);
    const turned = before.map(({ id, title }) => ({ id, title: `${title} of Grace` }));
    expect((await ada.put(`${address}/files`, { files: turned })).status).toBe(200);
    expect((await ada.send(draft.id, { separateFiles: true })).status).toBe(200);
    await office.settled();
    expect((await ada.signer(grace.email).sign(drawn)).status).toBe(200);
    await office.settled();
    const whole = (await findDocument(office.ports.database.db, ada.accountId, draft.id))!.document;
    const [mandate, other] = numberedFiles(draft.id, whole.files!);
    const { originalSize } = whole.files![1]!;
    const guess = { ...other!, joinedSha256: whole.baseSha256, originalSize, mediaKind: 'pdf' };
    const fileOf = async (id: string) => (await ada.ask(`${address}/download?file=${id}`)).bytes;
    expect(await confirmedBy(await fileOf(mandate!.file.id), guess)).toEqual([]);
    expect(await confirmedBy(await fileOf(other!.file.id), guess)).not.toEqual([]);
    // The sealed file with both confirms everything, including facts from before sending.
    const { bytes } = await ada.ask(`${address}/download`);
    expect((await verifyFile(bytes, await trustOf(office))).verdict).toBe('genuine');
    const { body: trail } = await ada.ask<{ events: { type: string; data: object }[] }>(`${address}/trail`);
    expect(trail.events.find(({ type }) => type === 'files_changed')?.data).toMatchObject({
      ...{ change: 'added', files: 2, pages: 4, kind: 'pdf' },
    });
  });

  test('if the files cannot be sealed, the document remains completed, and the files are sealed later', async () => {
    const document = await completed(false);
    const [mandate] = document.files;
    const address = `/api/documents/${document.id}/download`;
    expect((await ada.ask(`${address}?file=${mandate!.id}`)).status).toBe(404);
    const { db } = office.ports.database;
    await db.updateTable('documents').set({ separate_files: true }).where('id', '=', document.id).execute();
    const prepared = await office.ports.files.read(mandate!.baseSha256);
    await office.ports.files.delete(mandate!.baseSha256);
    const sealing = () => sealFiles(office.product.services, ada.accountId, document.id);
    await expect(sealing()).rejects.toThrow();
    expect(await ada.read(document.id)).toMatchObject({ status: 'completed', sealing: false });
    expect((await ada.ask(address)).status).toBe(200);
    await office.ports.files.put(prepared);
    const early = await ada.ask(`${address}?file=${mandate!.id}`);
    expect(early).toMatchObject({ status: 409, body: { code: 'files-not-ready' } });
    await office.settled();
    await sealing();
    const one = await ada.ask(`${address}?file=${mandate!.id}`);
    expect((await verifyFile(one.bytes, await trustOf(office))).verdict).toBe('genuine');
    const { body: trail } = await ada.ask<{ events: { type: string }[] }>(
      `/api/documents/${document.id}/trail`,
    );
    expect(trail.events.filter(({ type }) => type === 'files_sealed')).toHaveLength(1);

    // After a change in the database, the server does not serve a wrong file.
    const others = document.files.map(({ id }) => ({ id, sha256: document.sealedSha256!, size: 1 }));
    await db.updateTable('documents').set({ sealed_files: others }).where('id', '=', document.id).execute();
    const forged = await ada.ask(`${address}?file=${mandate!.id}`);
    expect(forged.body).toMatchObject({ code: 'sealed-file-differs' });
  });

  test('files of a test document are marked as a test', async () => {
    const scopes = ['documents:read', 'documents:write', 'documents:send'];
    const { body: key } = await ada.post<NewKeyAnswer>('/api/keys', { name: 'Test', mode: 'test', scopes });
    const program = ada.program(key.secret);
    const document = await completed(true, program);
    const one = await program.ask(`/api/documents/${document.id}/download?file=${document.files[1]!.id}`);
    const report = await verifyFile(one.bytes, await trustOf(office));
    expect([report.verdict, report.set?.test]).toEqual(['genuine', true]);
    expect(await readAloud(one.bytes)).toContain('TEST');
  });

  test('the certificate is a separate sealed file, and the document’s file contains only the document’s pages', async () => {
    const draft = await ada.prepare(mandatePdf, [grace], (ids) => [
      { type: 'initial', page: 1, x: 20, y: 20, width: 60, height: 40, recipientId: ids[0]! },
    ]);
    // The trail also contains the draft's earlier file.
    const more = multipartForm([{ name: 'salary.pdf', bytes: salary }], {});
    const added = await ada.ask(`/api/documents/${draft.id}/files`, { method: 'POST', ...more });
    expect(added.status).toBe(200);
    expect((await ada.send(draft.id, { separateCertificate: true, separateFiles: true })).status).toBe(200);
    await office.settled();
    expect((await ada.signer(grace.email).sign(drawn)).status).toBe(200);
    await office.settled();
    const document = await ada.read(draft.id);
    const trust = await trustOf(office);
    const sealed = (await ada.ask(`/api/documents/${draft.id}/download`)).bytes;
    const report = await verifyFile(sealed, trust);
    expect(report).toMatchObject({ verdict: 'genuine', story: { apart: 'document' } });
    expect(report.checks.map(({ name }) => name)).not.toContain('certificate');
    expect(await readAloud(sealed)).not.toContain('Certificate of signing');
    const { certificateUrl } = (await ada.signer(grace.email).view()).body.document;
    const certificate = (await ada.ask(certificateUrl!)).bytes;
    const judged = await verifyFile(certificate, trust);
    expect(judged).toMatchObject({
      verdict: 'genuine',
      sha256: document.certificateSha256,
      story: { apart: 'certificate', chainHead: report.story!.chainHead },
    });
    const given = [
      { name: 'all', report },
      { name: 'certificate', report: judged },
    ];
    expect(compareSet(given)).toMatchObject({ complete: true, problems: [] });
    const text = (await readAloud(certificate)).replaceAll(/\s/g, '');
    expect(text).toContain('Certificateofsigning');
    expect(text).toContain(document.sealedSha256!);
    expect(text).not.toContain('Mandate,page1');
    const bundle = unzipSync((await ada.ask(`/api/documents/${draft.id}/bundle`)).bytes);
    expect(Buffer.from(bundle['certificate.pdf']!).equals(certificate)).toBe(true);
    const byRoute = await ada.ask(`/api/documents/${draft.id}/certificate`);
    expect(byRoute.bytes.equals(certificate)).toBe(true);
    if (missing.length === 0) expect(await inFile(certificate, qpdfCheck)).toMatchObject({ clean: true });
    const path = join(temporaryFolder(), 'sealed.pdf');
    writeFileSync(path, sealed);
    const script = fileURLToPath(new URL('../../../docs/check.mjs', import.meta.url));
    expect((await promisify(execFile)(process.execPath, [script, path])).stdout).toContain('genuine: ');
  });
});
