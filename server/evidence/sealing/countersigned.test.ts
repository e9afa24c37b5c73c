import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { NewKeyAnswer } from '#contract/accounts/api-keys.ts';
import type { TemplateDetail } from '#contract/documents/templates.ts';
import { openTimestampAuthorities } from '#server/adapters/timestamps/rfc3161.ts';
import { prepareFile } from '#server/operations/export/judge-document.ts';
import type { TimestampAuthorities } from '#server/ports/timestamps.ts';
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
import { makeTimestampAuthority } from '#testing/pki/timestamp-authority.ts';
import { openTimestampServer } from '#testing/servers/timestamp-server.ts';
import { trustOf } from '#testing/trust-of.ts';
import { verifyFile } from '#verify/verify-file.ts';

const missing = missingTools('pdfsig', 'certutil');
const contract = sampleLease(2);

describeOnOneDatabase('a contract that another service signed', (open) => {
  let office: Office;
  let ada: Desk;
  let signedElsewhere: Uint8Array;
  beforeAll(async () => {
    office = await openOffice(await open());
    ada = await office.desk();
    const acme = await makeSealChain({ organization: 'Acme' });
    signedElsewhere = await signElsewhere(contract, acme);
  });

  test('a signed file is countersigned, both signatures are valid, and everyone sees the first one', async () => {
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

  test('a signed file can replace a file, be copied and be sent from a template, but not as a test document', async () => {
    const isSigned = {
      fileNotes: expect.arrayContaining([expect.objectContaining({ code: 'signed-before' })]),
    };
    const plain = await ada.prepare(contract, [grace]);
    const file = multipartForm([{ name: 'signed.pdf', bytes: signedElsewhere }], {});
    const replaced = await ada.ask(`/api/documents/${plain.id}/file`, { method: 'PUT', ...file });
    expect(replaced.body).toMatchObject(isSigned);
    const copied = await ada.post<{ id: string }>(`/api/documents/${plain.id}/duplicate`, {});
    expect(await ada.read(copied.body.id)).toMatchObject(isSigned);
    expect((await ada.send(plain.id)).status).toBe(200);
    await office.settled();
    expect((await ada.signer(grace.email).sign()).status).toBe(200);
    await office.settled();
    expect((await ada.read(plain.id)).status).toBe('completed');

    const upload = multipartForm([{ name: 'signed.pdf', bytes: signedElsewhere }], {
      ...{ name: 'Uploaded', description: 'A lease', category: 'Legal' },
    });
    const uploaded = await ada.ask('/api/templates/upload', { method: 'POST', ...upload });
    expect(uploaded.status).toBe(201);

    const draft = await ada.prepare(signedElsewhere, [grace]);
    const words = { name: 'Signed lease', description: 'A lease', category: 'Legal' };
    const made = await ada.post<{ id: string }>('/api/templates', { ...words, documentId: draft.id });
    expect(made).toMatchObject({ status: 201 });
    const { body: template } = await ada.ask<TemplateDetail>(`/api/templates/${made.body.id}`);
    const recipients = [{ role: template.roles[0]!.name, ...grace }];
    const send = (desk: Desk) =>
      desk.post<{ id: string }>(`/api/templates/${template.id}/send`, { recipients });
    const { status, body: sent } = await send(ada);
    expect(status).toBe(201);
    await office.settled();
    expect((await ada.signer(grace.email).sign()).status).toBe(200);
    await office.settled();
    expect((await ada.read(sent.id)).status).toBe('completed');
    const { bytes } = await ada.ask(`/api/documents/${sent.id}/download`);
    expect(bytes.subarray(0, signedElsewhere.length).equals(signedElsewhere)).toBe(true);

    const key = await ada.post<NewKeyAnswer>('/api/keys', {
      ...{ name: 'Tests', mode: 'test', scopes: ['documents:write', 'documents:send'] },
    });
    const refused = await send(ada.program(key.body.secret));
    expect(refused).toMatchObject({
      status: 422,
      body: { code: 'upload-refused', parameters: { reason: 'pdf-signed' } },
    });
  });

  test('a signed file is imported from an archive if the server accepts such files, and refused otherwise', async () => {
    const { baseSha256 } = (await ada.upload(signedElsewhere)).body;
    const archive = { manifest: { accountId: '' }, file: () => Promise.resolve(signedElsewhere) };
    const row = { media_type: 'application/pdf', original_sha256: 'original', base_sha256: baseSha256 };
    const { pdf } = office.ports;
    const imported = (signedUploads: string) =>
      prepareFile({ pdf, config: { signedUploads } } as never, archive as never, row);
    expect(await imported('append')).toMatchObject({
      file: {
        baseSha256,
        notes: expect.arrayContaining([expect.objectContaining({ code: 'signed-before' })]),
      },
    });
    expect(await imported('refuse')).toMatch('digitally signed by “Acme Document Seal”');
  });

  test('the pages of a signed file cannot be changed, and the file cannot be one of several', async () => {
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
      parameters: { reason: 'pdf-signed-among-files', words: 'Acme Document Seal' },
    });
  });
});

describeOnOneDatabase('a timestamp authority for countersigned files', (open) => {
  const asked: string[] = [];
  let answers: ('yes' | 'no' | 'wrong')[] = [];

  test('a failing timestamp never prevents the seal of a countersigned file, and does not change its stated level', async () => {
    const authority = await makeTimestampAuthority();
    const server = await openTimestampServer(authority, Date.now);
    const real = openTimestampAuthorities([{ url: server.url }], [authority.root], {
      clock: Date.now,
      report: () => undefined,
    });
    const timestamps: TimestampAuthorities = {
      ...real,
      roots: real.roots,
      stamp: (bytes, how) => {
        const answer = answers[asked.length % answers.length] ?? 'no';
        asked.push(answer);
        if (answer === 'no') return Promise.resolve(undefined);
        // A valid token for different bytes.
        return real.stamp(answer === 'yes' ? bytes : Uint8Array.of(1), how);
      },
    };
    const office = await openOffice(await open(), { ports: { timestamps } });
    const ada = await office.desk();
    const file = await signElsewhere(contract, await makeSealChain({ organization: 'Acme' }));
    const levelAfter = async (given: typeof answers): Promise<unknown> => {
      answers = given;
      asked.length = 0;
      const { id } = await ada.sent(file, [grace]);
      expect((await ada.signer(grace.email).sign()).status).toBe(200);
      await office.settled();
      const { status, seal } = await ada.read(id);
      const { bytes } = await ada.ask(`/api/documents/${id}/download`);
      const trust = await trustOf(office);
      const report = await verifyFile(bytes, { ...trust, timestampRoots: [authority.root] });
      return [status, seal?.level, report.verdict, report.seal?.level, asked.length];
    };
    expect(await levelAfter(['yes'])).toEqual(['completed', 'B-T', 'genuine', 'B-T', 2]);
    // The record has a timestamp and the file does not.
    expect(await levelAfter(['yes', 'no'])).toEqual(['completed', 'B-B', 'genuine', 'B-B', 2]);
    expect(await levelAfter(['yes', 'wrong'])).toEqual(['completed', 'B-B', 'genuine', 'B-B', 2]);
  });
});
