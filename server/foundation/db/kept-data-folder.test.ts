import { Secret } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { DocumentDetail, trailAnswer } from '#contract/documents/documents.ts';
import type { TemplateDetail } from '#contract/documents/templates.ts';
import { openBrowser } from '#testing/browser.ts';
import { grace, linus } from '#testing/cast.ts';
import { signerOf, type Desk } from '#testing/desk.ts';
import { verifyWithOwnPage, judgeSealed } from '#testing/journey/judge-sealed.ts';
import { missingTools } from '#testing/judges/run-tool.ts';
import { describeDocument } from '#testing/kept/fill-data-folder.ts';
import { openFolderOffice, type FolderOffice } from '#testing/kept/folder-office.ts';
import { readKept, unpackDataFolder } from '#testing/kept/pack.ts';
import { memberAt } from '#testing/open-sign-in-office.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { codeAt } from '../../accounts/identity-provider/one-time-code.ts';

const judged = missingTools('pdfsig', 'certutil', 'qpdf', 'openssl').length === 0;

/**
 * Opens a data folder written by an earlier version with the current code, as an upgrade does. The folder is
 * never created again (npm run keep-data-folder). If this test fails, fix the product and not the folder.
 */
describe.each(['0.1.0'])('upgrading the data folder of %s', (version) => {
  const kept = readKept(version);
  const later = Date.parse(kept.at) + 3_600_000;
  const [ada, hana] = [kept.people[0]!, kept.people[1]!];
  let dataDir: string;
  let office: FolderOffice;
  let adasDesk: Desk;

  beforeAll(async () => {
    dataDir = temporaryFolder();
    unpackDataFolder(version, dataDir);
    office = await openFolderOffice(dataDir, later);
    adasDesk = await signIn(ada.email, ada.password, ada.secret);
  });
  afterAll(() => office?.close());

  async function signIn(email: string, password: string, secret?: string): Promise<Desk> {
    const browser = openBrowser(office.baseUrl);
    const page = await browser.submit(await browser.go('/api/login'), { email, password });
    const member = memberAt(browser);
    if (secret !== undefined) {
      expect(await member.state()).toBe(401);
      const code = codeAt(new Uint8Array(Secret.fromBase32(secret).buffer), office.now());
      await browser.submit(page, { code });
    }
    expect(await member.state()).toBe(200);
    return office.deskOf(member);
  }

  test('every document is unchanged, including its pages, its recipients and its audit trail', async () => {
    const desks = { [ada.email]: adasDesk, [hana.email]: await signIn(hana.email, hana.password) };
    for (const document of kept.documents) {
      const desk = desks[document.owner]!;
      expect(await describeDocument(document.owner, desk, document.id)).toEqual(document);
      const { body } = await desk.ask<z.infer<typeof trailAnswer>>(`/api/documents/${document.id}/trail`);
      expect(document.fields).toHaveLength(5 * document.recipients.length);
      const matchesSealedFile = document.status === 'completed' ? true : null;
      expect(body).toMatchObject({ intact: true, matchesSealedFile });
    }
    expect(new Set(kept.documents.map(({ status }) => status))).toEqual(
      new Set(['draft', 'sent', 'declined', 'voided', 'completed']),
    );
  });

  test('the sealed files are valid, according to the product and to an independent check', async () => {
    const sealed = kept.documents.filter(({ status }) => status === 'completed');
    expect(sealed).not.toHaveLength(0);
    for (const { id } of sealed) await examine((await adasDesk.ask(`/api/documents/${id}/download`)).bytes);
  });

  test('Linus continues with the link from his email, and the document that Grace signed is sealed', async () => {
    const half = kept.documents.find(({ recipients }) => recipients.some((one) => one.status === 'signed'))!;
    expect(half.status).toBe('sent');
    expect(await signerOf(office.product.app, kept.link).sign()).toMatchObject({ status: 200 });
    await office.settled();
    expect(await adasDesk.read(half.id)).toMatchObject({ status: 'completed', sealProblem: null });
    await examine((await adasDesk.ask(`/api/documents/${half.id}/download`)).bytes);
    const { trail } = await describeDocument(ada.email, adasDesk, half.id);
    expect(trail.slice(0, half.trail.length)).toEqual(half.trail);
  });

  test('the drafts, templates and contacts still work', async () => {
    const draft = kept.documents.find(({ status }) => status === 'draft')!;
    expect(await adasDesk.send(draft.id)).toMatchObject({ status: 200 });
    const templates = (await adasDesk.ask<TemplateDetail[]>('/api/templates')).body;
    expect(templates.map(({ name }) => name)).toEqual(kept.templates);
    const { body: template } = await adasDesk.ask<TemplateDetail>(`/api/templates/${templates[0]!.id}`);
    const recipients = template.roles.map(({ id }, index) => ({ roleId: id, ...[grace, linus][index]! }));
    const made = await adasDesk.ask<DocumentDetail>(`/api/templates/${template.id}/use`, {
      method: 'POST',
      body: { recipients },
    });
    expect(made.status).toBe(201);
    expect(await adasDesk.send(made.body.id)).toMatchObject({ status: 200 });
    const contacts = await adasDesk.ask<{ email: string }[]>('/api/contacts');
    expect(contacts.body.map(({ email }) => email)).toEqual(expect.arrayContaining(kept.contacts));
  });

  async function examine(sealed: Buffer): Promise<void> {
    const { rootPem } = office.ports.key;
    expect(await verifyWithOwnPage(sealed, rootPem)).toBe('');
    if (judged)
      expect(await judgeSealed(sealed, rootPem)).toEqual({ pdfsig: '', qpdf: '', openssl: '', ownPage: '' });
  }
});
