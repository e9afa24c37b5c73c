import { buffer } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';
import type { DocumentDetail, DocumentSummary } from '#contract/documents/documents.ts';
import type { NewKeyAnswer } from '#contract/accounts/api-keys.ts';
import type { TemplateView } from '#contract/documents/templates.ts';
import { scopes } from '#core/permission/scope.ts';
import { openRenderer } from '#pdf/render/pdfium.ts';
import { grace } from '#testing/cast.ts';
import { openOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { readAloud } from '#testing/judges/look-at.ts';
import { longTest } from '#testing/long-test.ts';
import { multipartForm } from '#testing/multipart.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { makePdf } from '#testing/pdfs/make-pdf.ts';
import { deleteTests } from '../../documents/library/watch-bin.ts';
import { trailView } from '../../documents/library/trail-view.ts';
import { checkExport } from '../../operations/export/check-export.ts';
import { exportAccount } from '../../operations/export/export-account.ts';
import { releaseFiles } from '../../records/stored-files/release-files.ts';
import { findDocument } from '../../records/document-store.ts';

let office: Office;
let ada: Desk;
let program: Desk;
let live: Desk;
beforeAll(async () => {
  office = await openOffice(await openOneDatabase());
  ada = await office.desk();
  program = ada.program(await keyFor(ada, 'test'));
  live = ada.program(await keyFor(ada, 'live'));
}, 60_000);

async function keyFor(desk: Desk, mode: 'test' | 'live'): Promise<string> {
  const body = { name: `Payroll ${mode}`, mode, scopes };
  return (await desk.post<NewKeyAnswer>('/api/keys', body)).body.secret;
}

/**
 * Returns for each page whether both warning bands along its edges are present, and what share of the page
 * between them is red from the word TEST.
 */
async function marksOf(bytes: Uint8Array): Promise<{ banded: boolean; red: number }[]> {
  const file = await openRenderer(bytes);
  if ('failed' in file) throw new Error(file.failed);
  const pages = Array.from({ length: file.pageCount }, (_, index) => file.renderPage(index, 1));
  file.close();
  return pages.map(({ width, height, rgba }) => {
    const isRed = (x: number, y: number): boolean => {
      const [r = 0, g = 0, b = 0] = rgba.subarray((y * width + x) * 4);
      return r > 120 && r - g > 12 && Math.abs(g - b) < 12;
    };
    const share = (y0: number, y1: number): number => {
      let red = 0;
      for (let y = y0; y < y1; y += 1) for (let x = 0; x < width; x += 1) red += isRed(x, y) ? 1 : 0;
      return red / ((y1 - y0) * width);
    };
    return { banded: share(2, 9) > 0.6 && share(height - 9, height - 2) > 0.6, red: share(20, height - 20) };
  });
}

const expectMarked = async (bytes: Uint8Array, red = 0.01): Promise<void> => {
  for (const page of await marksOf(bytes)) {
    expect(page.banded).toBe(true);
    expect(page.red).toBeGreaterThan(red);
  }
};
const fileOf = async (id: string, desk = ada): Promise<Buffer> =>
  (await desk.ask(`/api/documents/${id}/file`)).bytes;
const uploadForm = (bytes: Uint8Array) => multipartForm([{ name: 'lease.pdf', bytes }]);

describe('a document of a test key', () => {
  test('all signed pages, the title, the emails and the certificate are marked', async () => {
    const draft = await program.prepare(sampleLease(2), [{ ...grace, role: 'signer' }], ([id]) => [
      { type: 'signature', page: 1, x: 60, y: 200, width: 150, height: 40, recipientId: id! },
    ]);
    expect(draft).toMatchObject({ title: 'TEST: lease', test: true });
    await expectMarked(await fileOf(draft.id));
    const sent = await program.send(draft.id, { subject: 'Please sign, this is real' });
    expect([sent.status, sent.body]).toMatchObject([200, { status: 'sent' }]);
    await office.settled();
    expect(office.post.to(grace.email).at(-1)!.subject).toBe('TEST: Please sign, this is real');
    const signer = ada.signer(grace.email);
    expect((await signer.sign()).status).toBe(200);
    await office.settled();
    const sealed = await program.ask(`/api/documents/${draft.id}/download`);
    expect(sealed.status).toBe(200);
    const marks = await marksOf(sealed.bytes);
    expect(marks.slice(0, 2).every(({ banded, red }) => banded && red > 0.01)).toBe(true);
    const text = await readAloud(sealed.bytes);
    expect(text).toContain('not a certificate of signing');
    expect(text).toContain('No one agreed to anything in it for real');
    expect(text.match(/TEST DOCUMENT/g)).toHaveLength(4);
  });

  longTest('a scanned white, black or rotated page is visibly marked', async () => {
    const pages = [
      { content: '1 1 1 rg 0 0 595 842 re f' },
      { content: '0.2 0.2 0.2 rg 0 0 595 842 re f' },
      { rotate: 90 as const, text: 'Turned' },
      { mediaBox: [0, 0, 200, 100] as [number, number, number, number], text: 'Small' },
      { userUnit: 2, text: 'Large' },
    ];
    for (const page of pages) {
      const { body } = await program.upload(makePdf({ pages: [page] }));
      const [mark] = await marksOf(await fileOf(body.id));
      expect(mark?.banded).toBe(true);
    }
  });

  longTest(
    'a test document remains a test when Mallory renames it, replaces its file or copies it',
    async () => {
      const { body } = await program.upload(sampleLease(1));
      for (const desk of [program, ada]) {
        const renamed = await desk.put(`/api/documents/${body.id}`, { title: 'Lease' });
        expect(renamed.body).toMatchObject({ title: 'TEST: Lease', test: true });
        const path = `/api/documents/${body.id}/file`;
        expect((await desk.ask(path, { method: 'PUT', ...uploadForm(sampleLease(2)) })).status).toBe(200);
        await expectMarked(await fileOf(body.id));
      }
      const copy = await ada.post<{ id: string }>(`/api/documents/${body.id}/duplicate`);
      expect(await ada.read(copy.body.id)).toMatchObject({ title: 'TEST: Lease (copy)', test: true });
      await expectMarked(await fileOf(copy.body.id));
    },
  );

  test('a document made from a template is marked, and the template is not', async () => {
    const body = await ada.prepare(sampleLease(1), [{ ...grace, role: 'signer' }]);
    const made = {
      method: 'POST' as const,
      body: { name: 'Lease', description: 'A lease', category: 'Legal', documentId: body.id },
    };
    const template = await ada.ask<TemplateView>('/api/templates', made);
    const recipients = template.body.roles.map((role) => ({ ...grace, roleId: role.id }));
    const use = { method: 'POST' as const, body: { recipients } };
    const used = await program.ask<{ id: string }>(`/api/templates/${template.body.id}/use`, use);
    expect(used.status).toBe(201);
    expect(await ada.read(used.body.id)).toMatchObject({ test: true, title: 'TEST: Lease' });
    await expectMarked(await fileOf(used.body.id));
    const [clean] = await marksOf((await ada.ask(`/api/templates/${template.body.id}/file`)).bytes);
    expect(clean).toEqual({ banded: false, red: 0 });
    const real = await live.ask<{ id: string }>(`/api/templates/${template.body.id}/use`, use);
    expect(await ada.read(real.body.id)).toMatchObject({ test: false, title: 'Lease' });
  });

  test('a test document cannot become a template, because its real documents would be marked as tests', async () => {
    const { id } = (await program.upload(sampleLease(1))).body;
    const words = { name: 'Lease', description: 'A lease', category: 'Legal', documentId: id };
    const made = await ada.ask('/api/templates', { method: 'POST', body: words });
    expect([made.status, made.body['code']]).toEqual([409, 'test-document-not-allowed']);
    // Test documents are invisible to live keys.
    const byKey = await live.ask('/api/templates', { method: 'POST', body: words });
    expect([byKey.status, byKey.body['code']]).toEqual([404, 'not-found']);
  });

  test("test keys and live keys cannot access each other's documents", async () => {
    const [mine, real] = [
      (await program.upload(sampleLease(1))).body,
      (await live.upload(sampleLease(1))).body,
    ];
    const at = (path: string): string => `/api/documents/${path}`;
    for (const [desk, own, other] of [
      [program, mine.id, real.id],
      [live, real.id, mine.id],
    ] as const) {
      expect((await desk.ask(at(own))).status).toBe(200);
      for (const path of ['', '/file', '/trail', '/original'])
        expect((await desk.ask(at(other + path))).status).toBe(404);
      expect((await desk.send(other)).status).toBe(404);
      expect((await desk.delete(at(other))).status).toBe(404);
      const list = await desk.ask<DocumentSummary[]>('/api/documents');
      const ids = list.body.map(({ id }) => id);
      expect([ids.includes(own), ids.includes(other)]).toEqual([true, false]);
    }
    const several = { ids: [mine.id], reason: 'Superseded.' };
    expect((await live.ask(at('void'), { method: 'POST', body: several })).body).toMatchObject({
      done: [],
      refused: [{ id: mine.id, code: 'not-found' }],
    });
    for (const [method, path] of [
      ['POST', '/api/folders'],
      ['GET', '/api/contacts'],
      ['GET', '/api/audit'],
    ] as const)
      expect(
        (await program.ask(path, { method, ...(method === 'POST' && { body: { name: 'F' } }) })).body,
      ).toMatchObject({ code: 'live-key-required' });
  });

  test('test and live keys do not share stored responses for the same Idempotency-Key', async () => {
    const once = uploadForm(sampleLease(1));
    const headers = { ...once.headers, 'idempotency-key': 'order-1' };
    const upload = async (desk: Desk) =>
      (await desk.ask<{ id: string }>('/api/documents/upload', { method: 'POST', ...once, headers })).body.id;
    for (const [first, second] of [
      [program, live],
      [live, program],
    ] as const) {
      headers['idempotency-key'] += '0';
      const [one, other] = [await upload(first), await upload(second)];
      expect(other).not.toBe(one);
      expect([(await first.read(one)).test, (await second.read(other)).test]).toEqual([
        first === program,
        second === program,
      ]);
      expect([await upload(first), await upload(second)]).toEqual([one, other]);
    }
  });

  longTest('a test document counts toward no plan limit, and adds no contacts', async () => {
    const desk = await office.desk({ email: 'counts@harbour.example' });
    const tests = desk.program(await keyFor(desk, 'test'));
    const read = async () => [
      (await desk.ask('/api/user/usage')).body,
      (await desk.ask('/api/dashboard/stats')).body,
      (await desk.ask('/api/subscription/usage')).body,
      (await desk.ask('/api/contacts')).body,
      (await desk.ask<DocumentSummary[]>('/api/documents')).headers['x-total-count'],
    ];
    const before = await read();
    const draft = await tests.sent(sampleLease(1), [{ ...grace, role: 'signer' }], () => []);
    await desk.signer(grace.email).sign();
    await office.settled();
    const { body } = await tests.upload(sampleLease(1));
    await desk.delete(`/api/documents/${body.id}`);
    expect((await tests.ask<DocumentDetail>(`/api/documents/${draft.id}`)).body.status).toBe('completed');
    expect(await read()).toEqual(before);
    const asked = await desk.ask<DocumentSummary[]>('/api/documents?test=true');
    expect(asked.body.map(({ id }) => id)).toEqual([draft.id]);
  });

  longTest('a deleted test document leaves an intact trail and a valid archive', async () => {
    const desk = await office.desk();
    const tests = desk.program(await keyFor(desk, 'test'));
    const { id } = await tests.sent(sampleLease(1), [{ ...grace, role: 'signer' }], ([by]) => [
      { type: 'signature', page: 1, x: 60, y: 200, width: 150, height: 40, recipientId: by! },
    ]);
    // The document is read before it is sealed, like a page that was loaded earlier.
    const { services } = office.product;
    const before = (await findDocument(services.db, desk.accountId, id))!;
    expect((await desk.signer(grace.email).sign()).status).toBe(200);
    await office.settled();
    expect(await trailView(services, before, 'Countersign')).toMatchObject({
      intact: true,
      matchesSealedFile: true,
    });
    const later = { ...services, clock: () => office.now() + 31 * 86_400_000 };
    const files = services.db
      .selectFrom('documents')
      .select(['original_sha256', 'base_sha256', 'sealed_sha256'])
      .where('id', '=', id);
    const { original_sha256, base_sha256, sealed_sha256 } = await files.executeTakeFirstOrThrow();
    await deleteTests(later);
    expect(await files.executeTakeFirst()).toMatchObject({ sealed_sha256: null });
    await releaseFiles(later, desk.accountId, [original_sha256, base_sha256, sealed_sha256!]);
    const audit = (await desk.ask<{ altered: boolean }[]>('/api/audit')).body;
    expect(audit.length).toBeGreaterThan(5);
    expect(audit.filter(({ altered }) => altered)).toEqual([]);
    expect(await checkExport(await buffer(exportAccount(services, desk.accountId)))).toMatchObject({
      faults: [],
    });
  });

  longTest(
    'a test document and its files are deleted thirty days after its last change, and real ones are kept',
    async () => {
      const later = await openOffice(await openOneDatabase(), { working: false });
      const desk = await later.desk();
      const tests = desk.program(await keyFor(desk, 'test'));
      const { body } = await tests.upload(sampleLease(1));
      const real = await desk.upload(sampleLease(1));
      later.wait(29 * 86_400_000);
      await deleteTests(later.product.services);
      const { db } = later.ports.database;
      const left = async (): Promise<string[]> => {
        const rows = await db.selectFrom('documents').select('id').where('purged_at', 'is', null).execute();
        return rows.map(({ id }) => id).toSorted();
      };
      expect(await left()).toEqual([body.id, real.body.id].toSorted());
      later.wait(86_400_001);
      await deleteTests(later.product.services);
      expect(await left()).toEqual([real.body.id]);
    },
  );
});
