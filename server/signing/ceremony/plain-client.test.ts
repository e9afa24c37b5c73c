import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { disclosureVersion } from '#core/consent/disclosure.ts';
import { directionOf, languages } from '#core/language/language.ts';
import { grace, linus } from '#testing/cast.ts';
import { openOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { drawnSignature } from '#testing/journey/drawn-signature.ts';
import { pdftotext } from '#testing/judges/poppler.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { trustOf } from '#testing/trust-of.ts';
import { verifyFile } from '#verify/verify-file.ts';
import { certificateMessages } from '../../evidence/certificate/certificate-texts.ts';

/**
 * A client based only on the specification (§7): `GET /api/sign/{token}` returns the document and the
 * recipient, and `POST /api/sign/{token}` accepts signatureData and consent. It uses no other calls or
 * properties.
 */
describe('the signing calls in the specification', () => {
  let office: Office;
  let ada: Desk;
  beforeAll(async () => {
    office = await openOffice(await openOneDatabase());
    ada = await office.desk();
  }, 60_000);

  const ask = (url: string, send: { method?: 'GET' | 'HEAD' | 'POST'; payload?: object } = {}) =>
    office.product.app.inject({ url, method: send.method ?? 'GET', payload: send.payload });
  const signature = { signatureData: drawnSignature(), consent: true };

  async function invited(people = [grace]) {
    await office.settled();
    const { id } = await ada.sent(sampleLease(1), people);
    const { token } = ada.signer(grace.email);
    const link = `/api/sign/${token}`;
    const retrieve = async () => {
      const view = (await ask(link)).json<{ document: { fileUrl: string }; recipient: object }>();
      expect(view.recipient).toBeTypeOf('object');
      const file = await ask(view.document.fileUrl);
      expect(file.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    };
    return { id, link, retrieve };
  }
  const sign = async (link: string, more: object = {}) => {
    const answer = await ask(link, { method: 'POST', payload: { ...signature, ...more } });
    return [answer.statusCode, answer.json<{ code?: string }>().code];
  };
  const eventsOf = async (id: string) => {
    const { body } = await ada.ask<{ events: { type: string; data: Record<string, unknown> }[] }>(
      `/api/documents/${id}/trail`,
    );
    return body.events;
  };

  test('a program can sign a document that it retrieved, and the audit trail says that it was a program', async () => {
    const { id, link, retrieve } = await invited();
    await retrieve();
    expect(await sign(link)).toEqual([200, undefined]);
    await office.settled();
    expect((await ada.read(id)).status).toBe('completed');
    const events = await eventsOf(id);
    const types = events.map(({ type }) => type);
    expect(types).not.toContain('document_opened');
    expect(types.slice(types.indexOf('document_retrieved')).slice(0, 3)).toEqual([
      ...['document_retrieved', 'consent_given', 'document_signed'],
    ]);
    const of = (type: string) => events.find((event) => event.type === type)?.data;
    expect(of('document_retrieved')).toMatchObject({ servedAt: expect.any(String) as string });
    expect(of('consent_given')).toMatchObject({ disclosureVersion, locale: 'en' });
  });

  test.each(languages)(
    'the certificate in %s and the verifier say that a program retrieved the document',
    async (language) => {
      const { id, link } = await invited();
      await ask(`${link}?language=${language}`);
      await ask(`${link}/file`);
      expect(await sign(link, { locale: language })).toEqual([200, undefined]);
      await office.settled();
      const { bytes } = await ada.ask(`/api/documents/${id}/download`);
      const { story, verdict, checks } = await verifyFile(new Uint8Array(bytes), await trustOf(office));
      expect(verdict).toBe('genuine');
      expect(checks.flatMap(({ findings }) => findings)).toEqual([]);
      expect(story?.parties).toMatchObject([{ name: grace.name, retrieved: true }]);
      const { say } = certificateMessages(language);
      const plain = (text: string) => text.replaceAll(/\s+/g, '');
      const file = path.join(temporaryFolder(), 'sealed.pdf');
      await writeFile(file, bytes);
      // Poppler returns Arabic letters in the order in which they are drawn, from the right.
      if (directionOf(language) === 'ltr')
        expect(plain(await pdftotext(file))).toContain(plain(say('limits.retrieved')));
    },
  );

  test('a document that this link did not retrieve cannot be signed', async () => {
    const { link } = await invited();
    const notRetrieved = [409, 'document-not-opened'];
    expect(await sign(link)).toEqual(notRetrieved);
    await ask(link);
    expect(await sign(link)).toEqual(notRetrieved);
    await ask(`${link}/file`, { method: 'HEAD' });
    await ask(`${link}/first-page`);
    expect(await sign(link)).toEqual(notRetrieved);
    await ask(`${link}/file`);
    expect(await sign(link, { consent: false })).toEqual([422, 'consent-missing']);
    expect(await sign(link)).toEqual([200, undefined]);
  });

  test('retrieving the file is not enough, because the names on the pages are part of the document', async () => {
    const { link, retrieve } = await invited();
    await ask(`${link}/file`);
    expect(await sign(link)).toEqual([409, 'document-not-opened']);
    await retrieve();
    expect(await sign(link)).toEqual([200, undefined]);
  });

  test('the document must be retrieved again after a name changed', async () => {
    const { id, link, retrieve } = await invited([grace, linus]);
    await retrieve();
    const other = (await ada.read(id)).recipients[1]!;
    const renamed = { name: 'Mallory Quill', email: linus.email };
    const corrected = await ada.post(`/api/documents/${id}/recipients/${other.id}/correct`, renamed);
    expect(corrected.status).toBe(200);
    expect(await sign(link)).toEqual([409, 'document-not-opened']);
    await retrieve();
    expect(await sign(link)).toEqual([200, undefined]);
  });

  test('our own page must still report what it has shown', async () => {
    const { link } = await invited();
    const { document, disclosure } = (await ask(link)).json<{
      document: { shownSha256: string };
      disclosure: { version: string };
    }>();
    await ask(`${link}/file`);
    const page = { shownSha256: document.shownSha256, disclosureVersion: disclosure.version };
    expect(await sign(link, page)).toEqual([409, 'document-not-opened']);
    const { shownSha256 } = page;
    await ask(`${link}/opened`, { method: 'POST', payload: { shownSha256 } });
    expect(await sign(link, { shownSha256 })).toEqual([422, 'consent-missing']);
    expect(await sign(link, { ...page, shownSha256: '0'.repeat(64) })).toEqual([409, 'document-not-opened']);
    expect(await sign(link, page)).toEqual([200, undefined]);
  });

  test('if a request names a disclosure version, it must be the current one', async () => {
    const { link, retrieve } = await invited();
    await retrieve();
    expect(await sign(link, { disclosureVersion: '2026-11-20' })).toEqual([409, 'disclosure-outdated']);
    expect(await sign(link, { disclosureVersion: '1999-01-01' })).toEqual([422, 'consent-missing']);
    expect(await sign(link, { locale: 'de' })).toEqual([422, 'consent-missing']);
    expect(await sign(link, { disclosureVersion })).toEqual([200, undefined]);
  });
});
