import { buffer } from 'node:stream/consumers';
import { beforeAll, expect, test } from 'vitest';
import type { DocumentDetail } from '#contract/documents/documents.ts';
import { acceptAccount, forgeArchive } from '#testing/archives/pack-archive.ts';
import { grace } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { makePdf } from '#testing/pdfs/make-pdf.ts';
import { checkExport } from './check-export.ts';
import { exportAccount } from './export-account.ts';
import { importAccount } from './import-account.ts';

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const mandate = makePdf({ pages: [{ text: 'Mandate {{signature:1}}' }] });
const salary = makePdf({ pages: [{ text: 'Salary 4000' }] });
type Sealed = { id: string; sha256: string; size: number };
type Row = { id: string; sealed_files: Sealed[] };

describeOnOneDatabase('the separately sealed files of an imported document', (open) => {
  let at: Office;
  let ada: Desk;
  let archive: Buffer;
  let document: DocumentDetail;
  /** Another document with the same files. */
  let other: DocumentDetail;
  beforeAll(async () => {
    at = await openOffice(await open());
    ada = await at.desk();
    const signed = async (): Promise<DocumentDetail> => {
      const sent = await ada.post<{ id: string }>('/api/documents/send', {
        file: { name: 'mandate.pdf', base64: base64(mandate) },
        moreFiles: [{ name: 'salary.pdf', base64: base64(salary) }],
        recipients: [grace],
        ...{ separateFiles: true, separateCertificate: true },
      });
      await at.settled();
      expect((await ada.signer(grace.email).sign()).status).toBe(200);
      await at.settled();
      return ada.read(sent.body.id);
    };
    [document, other] = [await signed(), await signed()];
    archive = await buffer(exportAccount(at.product.services, ada.accountId));
  });

  const importedFrom = async (zip: Uint8Array): Promise<{ there: Office; hers: Desk }> => {
    const there = await openOffice(await open());
    const importing = {
      ...there.product.services,
      now: there.now(),
      roots: at.ports.key.chain.slice(-1),
    };
    expect(await importAccount(importing, zip)).toMatchObject({ faults: [], sealed: 2, leftOut: 0 });
    return { there, hers: await acceptAccount(there, { ...ada, email: 'ada@harbour.example' }) };
  };
  const partOf = (desk: Desk, id: string) => desk.ask(`/api/documents/${document.id}/download?file=${id}`);

  test('separately sealed files are unchanged', async () => {
    expect(await checkExport(archive)).toMatchObject({ documents: 2, seals: 2, faults: [] });
    const { hers } = await importedFrom(archive);
    for (const { id } of document.files) {
      const [before, now] = [await partOf(ada, id), await partOf(hers, id)];
      expect(now.status).toBe(200);
      expect(now.bytes.equals(before.bytes)).toBe(true);
    }
    const certificate = `/api/documents/${document.id}/certificate`;
    expect((await hers.ask(certificate)).bytes.equals((await ada.ask(certificate)).bytes)).toBe(true);
    const again = await buffer(exportAccount(at.product.services, ada.accountId));
    expect((await checkExport(again)).faults).toEqual([]);
  });

  const lies: [string, (own: Row, others: Row, file: (bytes: Uint8Array) => string) => void][] = [
    ['are missing', (own) => (own.sealed_files[0]!.sha256 = 'a'.repeat(64))],
    ['belong to another document', (own, others) => (own.sealed_files[1] = others.sealed_files[1]!)],
    ['are swapped', ({ sealed_files: [first, second] }) => swap(first!, second!)],
    ['are not sealed', (own, _, file) => (own.sealed_files[0]!.sha256 = file(mandate))],
    ['are incomplete', (own) => own.sealed_files.pop()],
  ];

  test.each(lies)('separately sealed files are sealed again if those in an archive %s', async (_, lie) => {
    const forged = forgeArchive(archive, ({ rows, set, file }) => {
      const documents = rows('documents') as unknown as Row[];
      const rowOf = (id: string) => documents.find((row) => row.id === id)!;
      lie(rowOf(document.id), rowOf(other.id), file);
      set('documents', documents);
    });
    const { there, hers } = await importedFrom(forged);
    const { id } = document.files[0]!;
    const before = await partOf(ada, id);
    expect((await partOf(hers, id)).body).toMatchObject({ code: 'files-not-ready' });
    await there.settled();
    const now = await partOf(hers, id);
    expect(now.status).toBe(200);
    expect(now.bytes.equals(before.bytes)).toBe(false);
  });
});

function swap(one: Sealed, other: Sealed): void {
  [one.sha256, other.sha256] = [other.sha256, one.sha256];
}
