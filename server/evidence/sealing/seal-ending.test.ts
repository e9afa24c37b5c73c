import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { unzipSync } from 'fflate';
import { beforeAll, expect, test } from 'vitest';
import { grace, linus } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import { signerOf, type Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { readAloud } from '#testing/judges/look-at.ts';
import { multipartForm } from '#testing/multipart.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { trustOf } from '#testing/trust-of.ts';
import { verifyFile } from '#verify/verify-file.ts';
import { expireDue } from '../../documents/sending/watch-expiry.ts';

describeOnOneDatabase('a document that was not completed', (open) => {
  let office: Office;
  let ada: Desk;
  beforeAll(async () => {
    office = await openOffice(await open());
    ada = await office.desk();
  });

  const judge = async (bytes: Uint8Array, beside?: Uint8Array) =>
    verifyFile(bytes, { ...(await trustOf(office)), beside });

  async function signedByGrace(terms = {}): Promise<string> {
    const { id } = await ada.prepare(sampleLease(1), [grace, linus]);
    expect((await ada.send(id, terms)).status).toBe(200);
    await office.settled();
    expect((await ada.signer(grace.email).sign()).status).toBe(200);
    await office.settled();
    expect((await ada.ask<{ code: string }>(`/api/documents/${id}/certificate`)).status).toBe(409);
    return id;
  }

  async function recordOf(id: string): Promise<Uint8Array> {
    await office.settled();
    const { status, bytes } = await ada.ask(`/api/documents/${id}/certificate`);
    expect(status).toBe(200);
    return bytes;
  }

  test('a declined document gets a sealed record of the ending, which can be verified like any sealed file', async () => {
    const id = await signedByGrace();
    const toLinus = ada.signer(linus.email);
    expect((await toLinus.decline('The rent is wrong.')).status).toBe(204);
    const bytes = await recordOf(id);
    const report = await judge(bytes);
    expect(report.checks.filter(({ result }) => result !== 'holds')).toEqual([]);
    expect(report).toMatchObject({
      verdict: 'genuine',
      story: { ending: { how: 'declined', by: linus.name } },
    });
    expect(report.story?.parties.map(({ name }) => name)).toEqual([grace.name]);
    if (process.env['RECORD_TO']) writeFileSync(process.env['RECORD_TO'], bytes);
    const text = (await readAloud(bytes)).replaceAll(/\s+/g, ' ');
    expect(text).toContain(`Declined by ${linus.name}`);
    expect(text).toContain('The rent is wrong.');
    expect(text).not.toMatch(/Completed:|Signed by all/);
    // Recipients can download the record through their link, but never the document.
    const theirs = await toLinus.ask('/certificate');
    expect(theirs.status).toBe(200);
    // The page links to it too: the recipient who declined sees the link there, and the others see it where
    // the page explains the ending.
    const { document } = (await toLinus.view()).body;
    expect((await ada.ask(document.recordUrl!)).bytes.equals(theirs.bytes)).toBe(true);
    const signed = (await ada.signer(grace.email).view()).body;
    expect((await ada.ask(signed.document.recordUrl!)).status).toBe(200);
    expect((await ada.ask(`/api/documents/${id}/download`)).status).toBe(409);
  });

  test('if a recipient declines by email, opening the document on the sender’s device does not count as theirs', async () => {
    const { id, recipients } = await ada.sent(sampleLease(1), [grace]);
    const handOver = `/api/documents/${id}/recipients/${recipients[0]!.id}/hand-over`;
    const { url } = (await ada.post<{ url: string }>(handOver)).body;
    expect((await signerOf(office.product.app, url.split('/').at(-1)!).opened()).status).toBe(204);
    office.wait(60_000);
    expect((await ada.signer(grace.email).decline('Not mine.')).status).toBe(204);
    office.wait(-60_000);
    const text = (await readAloud(await recordOf(id))).replaceAll(/\s+/g, ' ');
    expect(text).toMatch(/Opened – Declined Nov \d/);
    expect(text).toContain('Identified by email link only');
  });

  test('voided and expired documents each get a record, and a reopened document has none', async () => {
    const voided = await signedByGrace();
    const reason = { reason: 'Another tenant.' };
    await ada.post(`/api/documents/${voided}/void`, reason);
    expect((await judge(await recordOf(voided))).story?.ending).toMatchObject({ how: 'voided' });
    // Recipients who had not signed see that signing has ended, and get a link to the record.
    const refusal = await ada.signer(linus.email).ask<{ parameters: { recordUrl: string } }>('');
    expect((await ada.ask(refusal.body.parameters.recordUrl)).status).toBe(200);

    const expired = await signedByGrace({ expirationDays: 1 });
    office.wait(86_500_000);
    await expireDue(office.product.services);
    office.wait(-86_500_000);
    expect((await judge(await recordOf(expired))).story?.ending).toMatchObject({ how: 'expired', by: '' });
    const more = await ada.post(`/api/documents/${expired}/extend`, { days: 5 });
    expect(more.status).toBeLessThan(300);
    expect((await ada.ask(`/api/documents/${expired}/certificate`)).status).toBe(409);
  });

  test('the bundle of an ended document contains its record, and evidence of the ending that continues the record', async () => {
    const id = await signedByGrace();
    await ada.signer(linus.email).decline();
    const entries = await bundleOf(id);
    expect(Object.keys(entries)).toContain('record.pdf');
    const record = entries['record.pdf']!;
    const evidence = Buffer.from(entries['evidence.json']!);
    expect(JSON.parse(evidence.toString())).toMatchObject({ version: 3, ending: 'declined' });
    // Emails about the ending were delivered after the record was made, so the evidence has more events.
    expect(await judge(record, evidence)).toMatchObject({ verdict: 'genuine', beside: true });
    const alone = async () => (await ada.ask(`/api/documents/${id}/evidence`)).bytes;
    expect((await judge(record, await alone())).beside).toBe(true);
    // This remains true after recipients are erased. The verifier does not trust facts that the record lacks.
    expect((await ada.patch('/api/team', { retentionYears: 0 })).status).toBe(204);
    for (const { id: part } of (await ada.read(id)).recipients) {
      const path = `/api/documents/${id}/recipients/${part}/erase`;
      expect((await ada.post(path, { reason: 'They asked for it.' })).status).toBe(200);
    }
    const erased = await alone();
    expect(erased.toString()).not.toContain(grace.email);
    expect((await judge(record, erased)).beside).toBe(true);
    expect((await judge(record, (await bundleOf(id))['evidence.json'])).beside).toBe(true);
    const edited = Buffer.from(erased.toString().replaceAll('document_declined', 'document_voided'));
    expect((await judge(record, edited)).beside).toBe(false);
  });

  test('the bundle of a completed document contains all proof, names no internal machine, and can be verified offline', async () => {
    const { id } = await ada.signed(sampleLease(1), [grace]);
    const entries = await bundleOf(id);
    const names = Object.keys(entries);
    for (const name of [
      'sealed.pdf',
      'base.pdf',
      'README.txt',
      'README.de.txt',
      'README.ar.txt',
      'evidence.schema.json',
      'certificates/root.pem',
    ])
      expect(names).toContain(name);
    expect(await judge(entries['sealed.pdf']!)).toMatchObject({ verdict: 'genuine' });
    const evidence = Buffer.from(entries['evidence.json']!).toString();
    expect(JSON.parse(evidence)).toMatchObject({ version: 2, extends: { events: expect.any(Number) } });
    expect(await judge(entries['sealed.pdf']!, Buffer.from(evidence))).toMatchObject({ verdict: 'genuine' });
    const edited = Buffer.from(evidence.replaceAll('document_completed', 'document_voided'));
    expect(await judge(entries['sealed.pdf']!, edited)).toMatchObject({ verdict: 'genuine', beside: false });
    for (const [name, bytes] of Object.entries(entries))
      if (!name.endsWith('.pdf'))
        expect(Buffer.from(bytes).toString('latin1')).not.toMatch(/"ip"|"reply"|250 OK/);
  });

  test('a bundle contains the files that signers attached, named by their hash', async () => {
    const place = { page: 1, x: 300, width: 150, height: 30 };
    const { id, signatureFields } = await ada.sent(sampleLease(1), [grace], ([recipientId]) => [
      { ...place, type: 'attachment', y: 300, label: 'Passport', recipientId: recipientId! },
    ]);
    const field = signatureFields.find(({ type }) => type === 'attachment')!.id;
    const passport = sampleLease(2);
    const signer = ada.signer(grace.email);
    const form = multipartForm([{ name: 'Passport of Grace.PDF', bytes: passport }]);
    const handed = await signer.ask<{ sha256: string }>(`/attachments/${field}`, { method: 'POST', ...form });
    const { sha256 } = handed.body;
    expect((await signer.sign({ fields: [{ id: field, value: sha256 }] })).status).toBe(200);
    const entries = await bundleOf(id);
    const kept = entries[`attachments/${sha256}.pdf`]!;
    expect(createHash('sha256').update(kept).digest('hex')).toBe(sha256);
    const { fields } = JSON.parse(Buffer.from(entries['evidence.json']!).toString()) as {
      fields: { type: string; value: string }[];
    };
    const value = fields.find(({ type }) => type === 'attachment')!.value;
    expect(JSON.parse(value)).toMatchObject({ sha256, name: expect.stringMatching(/^Passport/) as string });
    expect(Buffer.from(entries['README.txt']!).toString()).toContain('sha256sum attachments/*');
    const without = await ada.signed(sampleLease(1), [grace]);
    expect(Buffer.from((await bundleOf(without.id))['README.txt']!).toString()).not.toContain('attachments/');
  });

  async function bundleOf(id: string): Promise<Record<string, Uint8Array>> {
    await office.settled();
    const { status, bytes } = await ada.ask(`/api/documents/${id}/bundle`);
    expect(status).toBe(200);
    return unzipSync(bytes);
  }
});
