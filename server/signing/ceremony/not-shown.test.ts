import { beforeAll, describe, expect, test } from 'vitest';
import { disclosureVersion } from '#core/consent/disclosure.ts';
import { languages } from '#core/language/language.ts';
import { grace, linus } from '#testing/cast.ts';
import { openOneDatabase } from '#testing/databases.ts';
import { signerOf, type Desk, type Signer } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { linkToken } from '../../foundation/crypto/signing-link.ts';
import { inTransaction } from '../../foundation/db/transaction.ts';
import { issueLink } from '../../records/link-store.ts';

const box = { type: 'signature' as const, page: 1, x: 20, width: 150, height: 40 };

/**
 * The server does not trust a browser's claim that it has shown the document. Only what was served through
 * this link counts (L-06, L-12).
 */
describe('signing a document that was not shown', () => {
  let office: Office;
  let ada: Desk;
  let signer: Signer;
  beforeAll(async () => {
    office = await openOffice(await openOneDatabase());
    ada = await office.desk();
  });

  async function invited(): Promise<void> {
    // Waits for the emails of the previous document, because only the newest email is read.
    await office.settled();
    await ada.sent(sampleLease(1), [grace]);
    signer = ada.signer(grace.email);
  }
  const sign = (change: object) =>
    signer.post('', {
      signatureText: 'Grace Lindqvist',
      consent: true,
      disclosureVersion,
      locale: 'en',
      ...change,
    });

  test('signing without viewing the document is refused, and the signer can still view it and sign later (L-12)', async () => {
    await invited();
    expect(await sign({})).toMatchObject({ status: 409, body: { code: 'document-not-opened' } });
    const { shownSha256 } = (await signer.view('en')).body.document;
    expect(await sign({})).toMatchObject({ body: { code: 'document-not-opened' } });
    expect(await signer.post('/opened')).toMatchObject({
      body: { code: 'document-not-opened' },
    });
    await signer.file();
    expect(await sign({ shownSha256 })).toMatchObject({ body: { code: 'document-not-opened' } });
    // If the page's first call was lost, the page repeats it just before signing.
    for (const _ of [1, 2]) expect((await signer.post('/opened')).status).toBe(204);
    expect(await sign({})).toMatchObject({ status: 200 });
  });

  test('signing is refused until the signer has seen the names that the sender or another signer changed (L-12)', async () => {
    await office.settled();
    const ben = { ...linus, email: 'ben@okafor.example' };
    const lease = await ada.prepare(sampleLease(1), [grace, ben]);
    const { body: sent } = await ada.send(lease.id, { allowDelegation: true });
    await office.settled();
    signer = ada.signer(grace.email);
    const correct = (who: number, to: { name: string; email: string }) =>
      ada.ask(`/api/documents/${lease.id}/recipients/${sent.recipients[who]!.id}/correct`, {
        method: 'POST',
        body: to,
      });
    const look = async () => {
      await signer.view('en');
      await signer.opened();
    };
    await look();
    // While Grace's page is open, another recipient is renamed, then Grace is renamed, then a part is
    // delegated.
    expect((await correct(1, { name: 'Mallory Quill', email: ben.email })).status).toBe(200);
    expect(await sign({})).toMatchObject({ status: 409, body: { code: 'document-not-opened' } });
    await look();
    expect((await correct(0, { name: 'Grace Quill', email: grace.email })).status).toBe(200);
    expect(await sign({})).toMatchObject({ body: { code: 'document-not-opened' } });
    await look();
    const other = { name: 'Imre Sandor', email: 'imre@sandor.example', reason: 'I am away' };
    expect((await ada.signer(ben.email).delegate(other)).status).toBeLessThan(300);
    expect(await sign({})).toMatchObject({ body: { code: 'document-not-opened' } });
    await look();
    // Other recipients do not see addresses, so a changed address does not change Grace's page.
    expect((await correct(1, { name: other.name, email: 'imre@okafor.example' })).status).toBe(200);
    expect(await sign({})).toMatchObject({ status: 200 });
    await office.settled();
    await ada.signer('imre@okafor.example').sign();
    await office.settled();
    expect((await ada.read(lease.id)).status).toBe('completed');
  });

  test('a page with outdated names can neither report that it was opened nor sign (L-12)', async () => {
    await office.settled();
    const ben = { ...linus, email: 'ben@okafor.example' };
    const cc = { name: 'Noor Haddad', email: 'noor@haddad.example', role: 'cc' as const };
    const lease = await ada.prepare(sampleLease(1), [grace, ben, cc], ([graces, bens]) =>
      [graces!, bens!].map((recipientId, row) => ({ ...box, y: 20 + row * 60, recipientId })),
    );
    const { body: sent } = await ada.send(lease.id, { allowDelegation: true });
    await office.settled();
    signer = ada.signer(grace.email);
    // Grace has opened the document before. Now she reloads her page, which names Ben.
    await signer.view('en');
    await signer.opened();
    const { shownSha256 } = (await signer.view('en')).body.document;
    const mallory = { name: 'Mallory Quill', email: 'mallory@quill.example', reason: 'I am away' };
    expect((await ada.signer(ben.email).delegate(mallory)).status).toBeLessThan(300);
    const refused = { status: 409, body: { code: 'document-not-opened' } };
    expect(await signer.post('/opened', { shownSha256 })).toMatchObject(refused);
    expect(await sign({ shownSha256 })).toMatchObject(refused);
    // Grace has seen the current names on her phone, but the page on her computer still shows the old ones.
    expect((await signer.post('/opened')).status).toBe(204);
    expect(await signer.post('/opened', { shownSha256 })).toMatchObject(refused);
    expect(await sign({ shownSha256 })).toMatchObject(refused);
    // After a reload, the page is current. It remains so when an address changes, or the name of a recipient
    // that it does not show.
    const anew = (await signer.view('en')).body.document.shownSha256;
    for (const [who, to] of [
      [1, { name: mallory.name, email: 'office@quill.example' }],
      [2, { name: 'Noor Haddad-Quill', email: cc.email }],
    ] as const)
      await ada.post(`/api/documents/${lease.id}/recipients/${sent.recipients[who]!.id}/correct`, to);
    expect((await signer.post('/opened', { shownSha256: anew })).status).toBe(204);
    expect(await sign({ shownSha256: anew })).toMatchObject({ status: 200 });
  });

  test('rejects consent without the version of the disclosure, or in a language that was not served', async () => {
    await invited();
    const { shownSha256 } = (await signer.view('en')).body.document;
    await signer.opened();
    for (const locale of languages.filter((language) => language !== 'en'))
      expect(await sign({ locale })).toMatchObject({ body: { code: 'consent-missing' } });
    for (const version of [undefined, null, '', '1999-01-01'])
      expect(await sign({ disclosureVersion: version, shownSha256 })).toMatchObject({
        body: { code: 'consent-missing' },
      });
    await signer.view('ar');
    expect(await sign({ locale: 'ar' })).toMatchObject({ status: 200 });
  });

  test('a disclosure served through one link does not count for another link of the same person', async () => {
    await invited();
    const lease = (await signer.view('ar')).body;
    const owner = {
      accountId: ada.accountId,
      documentId: lease.document.id,
      recipientId: lease.recipient.id,
    };
    const linkId = await inTransaction(office.ports.database.db, (tx) => issueLink(tx, owner, office.now()));
    signer = signerOf(office.product.app, linkToken(office.linkKey, linkId));
    await signer.view('en');
    await signer.opened();
    expect(await sign({ locale: 'ar' })).toMatchObject({ body: { code: 'consent-missing' } });
    expect(await sign({ locale: 'en' })).toMatchObject({ status: 200 });
  });
});
