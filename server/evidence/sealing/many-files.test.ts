import { unzipSync } from 'fflate';
import { beforeAll, expect, test } from 'vitest';
import { documentFileKinds } from '#core/document/files.ts';
import { writePng } from '#pdf/image/png.ts';
import { grace, linus } from '#testing/cast.ts';
import { describeOnEveryDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { makeDocx } from '#testing/docx/make-docx.ts';
import { drawnSignature } from '#testing/journey/drawn-signature.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { makePdf } from '#testing/pdfs/make-pdf.ts';
import { trustOf } from '#testing/trust-of.ts';
import { compareSet } from '#verify/compare-set.ts';
import { verifyFile } from '#verify/verify-file.ts';

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const picture = writePng({ width: 60, height: 40, rgba: Buffer.alloc(60 * 40 * 4, 120) });

/** Returns files of alternating kinds: a PDF, a Word file, a picture and a web page. */
const uploads = (count: number) =>
  Array.from({ length: count }, (_, at) => {
    const pdf = makePdf({ pages: [{ text: `File ${at + 1} {{signature:1}}` }, { text: 'Its last page' }] });
    const made = [
      { name: `file-${at}.pdf`, bytes: pdf },
      { name: `file-${at}.docx`, bytes: makeDocx({ paragraphs: ['Terms of the harbour'] }) },
      { name: `file-${at}.png`, bytes: picture },
      { name: `file-${at}.md`, bytes: Buffer.from(`# File ${at}\n\nOf the harbour.`) },
    ][at % 4]!;
    return { ...made, kind: documentFileKinds[at % 3]! };
  });

describeOnEveryDatabase('two to ten files of mixed kinds', (open) => {
  let office: Office;
  let ada: Desk;
  beforeAll(async () => {
    const convert = () => Promise.resolve(makePdf({ pages: [{ text: 'Terms of the harbour' }] }));
    const docx = { available: () => Promise.resolve(true), convert };
    office = await openOffice(await open(), { ports: { docx } });
    ada = await office.desk();
  });

  test.each([2, 3, 5, 7, 10])(
    '%i files are sent, signed and sealed, and can be verified alone and as a set',
    async (count) => {
      const [first, ...others] = uploads(count);
      const people = [grace, linus].map((person) => ({ ...person, email: `${count}.${person.email}` }));
      const sent = await ada.post<{ id: string }>('/api/documents/send', {
        title: `${count} files`,
        file: { name: first!.name, base64: base64(first!.bytes) },
        moreFiles: others.map(({ name, bytes, kind }) => ({ name, kind, base64: base64(bytes) })),
        recipients: people,
        signingOrder: 'parallel',
        ...{ separateFiles: true, separateCertificate: count % 2 === 1 },
      });
      expect([sent.status, sent.body]).toMatchObject([201, {}]);
      await office.settled();
      for (const { email } of people) {
        const signer = ada.signer(email);
        const { files } = (await signer.view()).body.document;
        expect(files).toHaveLength(count);
        const acknowledgedFiles = files.filter(({ kind }) => kind === 'acknowledge').map(({ id }) => id);
        const drawn = { signatureText: null, signatureData: drawnSignature() };
        expect((await signer.sign({ ...drawn, acknowledgedFiles })).status).toBe(200);
        await office.settled();
      }
      const { id } = sent.body;
      const document = await ada.read(id);
      expect(document.status).toBe('completed');
      const trust = await trustOf(office);
      const parts = [];
      for (const file of document.files) {
        const { bytes } = await ada.ask(`/api/documents/${id}/download?file=${file.id}`);
        const report = await verifyFile(bytes, trust);
        expect(report).toMatchObject({ verdict: 'genuine', sha256: file.sealedSha256, set: { of: count } });
        parts.push({ name: file.title, report });
      }
      const whole = await verifyFile((await ada.ask(`/api/documents/${id}/download`)).bytes, trust);
      expect(whole.verdict).toBe('genuine');
      expect(compareSet(parts)).toMatchObject({ complete: true, of: count });
      expect(compareSet([...parts, { name: 'all', report: whole }])).toMatchObject({ complete: true });
      const missing = compareSet(parts.slice(1))!;
      expect([missing.complete, missing.missing]).toEqual([false, [1]]);
      const zip = unzipSync((await ada.ask(`/api/documents/${id}/sealed-files`)).bytes);
      expect(Object.keys(zip)).toHaveLength(1 + count + (count % 2));
    },
  );
});
