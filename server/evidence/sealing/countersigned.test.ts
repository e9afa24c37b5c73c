import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { grace, linus } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { judgeWithPdfsig } from '#testing/judges/pdfsig.ts';
import { missingTools, withFolder } from '#testing/judges/run-tool.ts';
import { multipartForm } from '#testing/multipart.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { signElsewhere } from '#testing/pdfs/signed-elsewhere.ts';
import { makeSealChain, toPem } from '#testing/pki/seal-chain.ts';
import { trustOf } from '#testing/trust-of.ts';
import { verifyFile } from '#verify/verify-file.ts';

const missing = missingTools('pdfsig', 'certutil');
const contract = sampleLease(2);

describeOnOneDatabase('a contract that another service signed', (open) => {
  let office: Office;
  let ada: Desk;
  let signedElsewhere: Uint8Array;
  beforeAll(async () => {
    office = await openOffice(await open(), { settings: { SIGNED_UPLOADS: 'append' } });
    ada = await office.desk();
    const acme = await makeSealChain({ organization: 'Acme' });
    signedElsewhere = await signElsewhere(contract, acme);
  });

  test('is countersigned: both signatures are valid, and everyone is shown the first', async () => {
    const document = await ada.sent(signedElsewhere, [grace, linus]);
    const signature = 'Acme Document Seal, 2026-11-01';
    expect((await ada.read(document.id)).fileNotes).toContainEqual({
      code: 'signed-before',
      pages: [],
      words: [signature],
    });
    expect((await ada.signer(grace.email).view()).body.document.signedBefore).toEqual([signature]);
    expect((await ada.signer(grace.email).sign()).status).toBe(200);
    expect((await ada.signer(linus.email).sign()).status).toBe(200);
    await office.settled();
    expect((await ada.read(document.id)).status).toBe('completed');

    const { bytes } = await ada.signer(grace.email).download();
    expect(bytes.subarray(0, signedElsewhere.length).equals(signedElsewhere)).toBe(true);
    const trust = await trustOf(office);
    const report = await verifyFile(bytes, trust);
    expect(report).toMatchObject({
      verdict: 'genuine',
      earlier: [{ signer: 'Acme Document Seal', intact: true }],
      story: { parties: [{ email: grace.email }, { email: linus.email }] },
    });
    expect(report.checks.filter(({ result }) => result === 'fails')).toEqual([]);

    const changed = Buffer.from(bytes);
    changed[Math.floor(contract.length / 2)]! ^= 1;
    expect((await verifyFile(changed, trust)).verdict).toBe('changed');

    const record = await ada.ask(`/api/documents/${document.id}/certificate`);
    expect(await verifyFile(record.bytes, trust)).toMatchObject({ verdict: 'genuine' });
    if (missing.length > 0) return;
    await withFolder(async (folder) => {
      await writeFile(join(folder, 'file.pdf'), bytes);
      const signatures = await judgeWithPdfsig(join(folder, 'file.pdf'), toPem(trust.roots[0]!));
      expect(signatures.map(({ signature }) => signature)).toEqual(
        signatures.map(() => 'Signature is Valid.'),
      );
      expect(signatures.filter(({ totalDocumentSigned }) => totalDocumentSigned)).toHaveLength(1);
    });
  });

  test('keeps its pages and is never one of several files', async () => {
    const { id } = (await ada.upload(signedElsewhere)).body;
    const pages = [{ page: 2 }, { page: 1 }];
    const files = multipartForm([{ name: 'lease.pdf', bytes: sampleLease(1) }], {});
    const refused = 'document-signed-before';
    expect((await ada.put(`/api/documents/${id}/pages`, { pages })).body).toMatchObject({ code: refused });
    expect((await ada.ask(`/api/documents/${id}/files`, { method: 'POST', ...files })).body).toMatchObject({
      code: refused,
    });
    const { body: plain } = await ada.upload(sampleLease(1));
    const signed = multipartForm([{ name: 'signed.pdf', bytes: signedElsewhere }], {});
    const added = await ada.ask(`/api/documents/${plain.id}/files`, { method: 'POST', ...signed });
    expect(added.body).toMatchObject({
      code: 'upload-refused',
      parameters: { reason: 'pdf-signed', words: 'Acme Document Seal' },
    });
  });
});
