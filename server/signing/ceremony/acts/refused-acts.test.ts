import { beforeAll, describe, expect, test } from 'vitest';
import { writePng } from '#pdf/image/png.ts';
import { grace, hana, linus } from '#testing/cast.ts';
import { describeOnOneDatabase, openOneDatabase } from '#testing/databases.ts';
import { signerOf, type Answer, type Desk } from '#testing/desk.ts';
import { drawnSignature } from '#testing/journey/drawn-signature.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { longTest } from '#testing/long-test.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { issueLink } from '../../../records/link-store.ts';
import { linkToken } from '../../../foundation/crypto/signing-link.ts';

const day = 86_400_000;
const kindsOf = (signatureKinds: string[]) => ({ method: 'PATCH' as const, body: { signatureKinds } });

describeOnOneDatabase('refused actions', (open) => {
  let office: Office;
  beforeAll(async () => {
    office = await openOffice(await open());
  });

  test('signing out of turn is refused, even with the link for a later turn (S-30)', async () => {
    const { ada, id } = await sentLease(office, {
      signingOrder: 'sequential',
    });
    const early = await linkOf(office, id, linus.email);
    await refusedAndUnchanged(office, id, () => early.sign(), 409, 'not-your-turn', /not your turn yet/);
    await refusedAndUnchanged(
      office,
      id,
      () => early.decline('No'),
      409,
      'not-your-turn',
      /not your turn yet/,
    );
    expect((await ada.signer(grace.email).sign()).status).toBe(200);
    await office.settled();
    expect((await ada.signer(linus.email).sign()).status).toBe(200);
  });

  test('a signature of a kind that the sender does not allow is refused, and an allowed kind is accepted', async () => {
    const { ada, id } = await sentLease(office, { signatureKinds: ['draw'] });
    const signer = ada.signer(grace.email);
    const picture = { signatureText: null, initialsText: null, signatureData: drawnSignature() };
    for (const body of [{}, picture, { ...picture, signatureBy: 'upload' as const }])
      await refusedAndUnchanged(
        office,
        id,
        () => signer.sign(body),
        422,
        'signature-kind-not-allowed',
        /this kind of signature\. Nothing was signed\. You can draw your signature\./,
      );
    expect((await signer.sign({ ...picture, signatureBy: 'draw' })).status).toBe(200);
  });

  longTest(
    'the account’s allowed kinds of signatures apply to new documents, not to those already sent',
    async () => {
      const before = await sentLease(office);
      expect((await before.ada.ask('/api/team', kindsOf(['upload']))).status).toBe(204);
      expect((await before.ada.signer(grace.email).sign()).status).toBe(200);
      const { id } = await before.ada.sent(sampleLease(1), [hana]);
      expect(await before.ada.read(id)).toMatchObject({ signatureKinds: ['upload'] });
      const signer = before.ada.signer(hana.email);
      expect((await signer.sign()).body).toMatchObject({ code: 'signature-kind-not-allowed' });
      const picture = { signatureText: null, initialsText: null, signatureData: drawnSignature() };
      expect((await signer.sign(picture)).status).toBe(200);
      const own = await before.ada.prepare(sampleLease(1), [linus]);
      expect((await before.ada.send(own.id, { signatureKinds: ['type', 'upload'] })).status).toBe(200);
      await office.settled();
      expect((await before.ada.signer(linus.email).sign()).status).toBe(200);
    },
  );

  test('signing twice is refused', async () => {
    const { ada, id } = await sentLease(office);
    const signer = ada.signer(grace.email);
    expect((await signer.sign()).status).toBe(200);
    await refusedAndUnchanged(office, id, () => signer.sign(), 409, 'already-signed', /already signed/);
    await refusedAndUnchanged(
      office,
      id,
      () => signer.decline('Too late'),
      409,
      'already-signed',
      /already signed/,
    );
  });

  test('if the sender corrects a name during the check, it is measured again, and the sealed text is not cut off', async () => {
    const ada = await office.desk();
    const lease = await ada.prepare(sampleLease(1), [grace]);
    const [recipient] = lease.recipients;
    const name = { type: 'name', page: 1, x: 300, y: 300, width: 90, height: 16, recipientId: recipient!.id };
    const fields = [...lease.signatureFields, { ...name, required: true }];
    await ada.put(`/api/documents/${lease.id}/fields`, fields);
    await ada.send(lease.id);
    await office.settled();
    const { pdf } = office.ports;
    const fit = pdf.fit.bind(pdf);
    const longName = 'Grace '.repeat(30).trim();
    pdf.fit = async (texts) => {
      const fits = await fit(texts);
      pdf.fit = fit;
      const body = { email: grace.email, name: longName };
      const path = `/api/documents/${lease.id}/recipients/${recipient!.id}/correct`;
      expect((await ada.post(path, body)).status).toBe(200);
      return fits;
    };
    const answer = await ada
      .signer(grace.email)
      .sign()
      .finally(() => (pdf.fit = fit));
    expect(answer).toMatchObject({ status: 422, body: { code: 'field-value-invalid' } });
    expect((await ada.read(lease.id)).recipients).toMatchObject([{ name: longName, status: 'opened' }]);
  });

  test('twenty identical concurrent requests cause one signature and get identical responses (S-32)', async () => {
    const { ada, id } = await sentLease(office);
    const signer = ada.signer(grace.email);
    const key = { 'idempotency-key': 'grace-signs-once' };
    const answers = await Promise.all(Array.from({ length: 20 }, () => signer.sign({}, key)));
    expect(new Set(answers.map(({ status, bytes }) => `${status} ${bytes.toString()}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    const signed = await office.ports.database.db
      .selectFrom('events')
      .select('seq')
      .where('document_id', '=', id)
      .where('type', '=', 'document_signed')
      .execute();
    expect(signed).toHaveLength(1);
    expect(await signer.sign({ signatureText: 'Somebody else' }, key)).toMatchObject({
      status: 422,
      body: { code: 'idempotency-key-reused' },
    });
  });

  test('a link of an expired document is refused', async () => {
    const { ada, id } = await sentLease(office, { expirationDays: 1 });
    const signer = ada.signer(grace.email);
    office.wait(day + 1000);
    await refusedAndUnchanged(
      office,
      id,
      () => signer.sign({ fields: [] }),
      410,
      'document-expired',
      /expired/,
    );
    expect((await signer.view()).status).toBe(410);
  });

  test('every action on another account’s document is refused (S-07)', async () => {
    const { id } = await sentLease(office);
    const mallory = await office.desk({
      firstName: 'Mallory',
      lastName: 'Quill',
      email: 'mallory@elsewhere.example',
    });
    const asks: [string, 'GET' | 'POST' | 'PUT' | 'DELETE', unknown?][] = [
      [`/api/documents/${id}`, 'GET'],
      [`/api/documents/${id}`, 'PUT', { title: 'Mine now' }],
      [`/api/documents/${id}`, 'DELETE'],
      [`/api/documents/${id}/fields`, 'PUT', []],
      [`/api/documents/${id}/recipients`, 'PUT', []],
      [`/api/documents/${id}/send`, 'POST', {}],
      [`/api/documents/${id}/void`, 'POST', { reason: 'Because' }],
      [`/api/documents/${id}/file`, 'GET'],
      [`/api/documents/${id}/download`, 'GET'],
      [`/api/documents/${id}/trail`, 'GET'],
    ];
    for (const [path, method, body] of asks) {
      await refusedAndUnchanged(
        office,
        id,
        () => mallory.ask(path, { method, body }),
        404,
        'not-found',
        /not found/,
      );
    }
    expect((await mallory.ask<unknown[]>('/api/documents')).body).toEqual([]);
  });
});

describe('invalid links', () => {
  let office: Office;
  beforeAll(async () => {
    office = await openOffice(await openOneDatabase());
  });

  test.for([
    ['made up', () => 'not-a-link'],
    [
      'forged in its last character',
      (token: string) => token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A'),
    ],
    [
      'forged in its first character',
      (token: string) => (token.startsWith('A') ? 'B' : 'A') + token.slice(1),
    ],
    ['cut short', (token: string) => token.slice(0, -1)],
  ] as const)('a link that is %s gets the same response as one that never existed', async ([, change]) => {
    const { ada, id } = await sentLease(office);
    const forged = signerOf(office.product.app, change(ada.signer(grace.email).token));
    await refusedAndUnchanged(
      office,
      id,
      () => forged.view(),
      404,
      'link-invalid',
      /expired or the link is invalid/,
    );
    await refusedAndUnchanged(
      office,
      id,
      () => forged.sign(),
      404,
      'link-invalid',
      /expired or the link is invalid/,
    );
  });
});

longTest(
  'trying many nonexistent links is throttled and does not affect others with the same IP address (S-14)',
  async () => {
    const office = await openOffice(await openOneDatabase());
    const { ada } = await sentLease(office);
    const forged = signerOf(office.product.app, 'not-a-link');
    for (let tried = 0; tried < 20; tried += 1) await forged.view();
    const held = await forged.view();
    expect(held).toMatchObject({ status: 429, body: { code: 'too-many-requests' } });
    expect(Number(held.headers['retry-after'])).toBeGreaterThan(0);
    const signer = ada.signer(grace.email);
    expect((await signer.view()).status).toBe(200);
    expect((await signer.sign({ fields: [] })).status).toBe(200);
  },
);

describe('invalid signatures', () => {
  let office: Office;
  beforeAll(async () => {
    office = await openOffice(await openOneDatabase());
  });

  const blank = { width: 600, height: 200, rgba: new Uint8Array(600 * 200 * 4) };
  const bomb = bombPng();
  test.for([
    ['none', { signatureText: null }, 'signature-missing', /Please provide your signature/],
    ['blank', drawn(writePng(blank)), 'signature-missing', /Please provide your signature/],
    ['not a PNG', drawn(Buffer.from('GIF89a')), 'signature-invalid', /not a readable image/],
    [
      'an SVG',
      { signatureData: 'data:image/svg+xml;base64,PHN2Zy8+', signatureText: null },
      'signature-invalid',
      /not a readable image/,
    ],
    ['a decompression bomb (S-29)', drawn(bomb), 'signature-invalid', /not a readable image/],
    [
      'typed in letters that no font has',
      { signatureText: '\u{1F58B}\u{10380}' },
      'signature-invalid',
      /can’t be printed/,
    ],
  ] as const)('a signature that is %s is refused, and nothing changes', async ([, change, code, says]) => {
    const { ada, id } = await sentLease(office);
    await refusedAndUnchanged(office, id, () => ada.signer(grace.email).sign(change), 422, code, says);
  });

  test('a signature without consent is refused (L-02)', async () => {
    const { ada, id } = await sentLease(office);
    const act = (): Promise<Answer> => ada.signer(grace.email).sign({ consent: false });
    await refusedAndUnchanged(
      office,
      id,
      act,
      422,
      'consent-missing',
      /^Consent required: Please consent to electronic signature$/,
    );
  });

  test('a text that does not fit its box is refused while the signer can still shorten it', async () => {
    const ada = await office.desk();
    const lease = await ada.sent(sampleLease(1), [grace], ([only]) => [
      { type: 'text', page: 1, x: 10, y: 10, width: 30, height: 12, recipientId: only ?? null },
    ]);
    const fields = [{ id: lease.signatureFields[0]!.id, value: 'Wolfeschlegelsteinhausenbergerdorff' }];
    const act = (): Promise<Answer> => ada.signer(grace.email).sign({ fields });
    await refusedAndUnchanged(office, lease.id, act, 422, 'field-value-invalid', /does not fit/);
  });

  test('a typed signature that fits its box but not the certificate page is refused', async () => {
    const ada = await office.desk();
    const { id } = await ada.sent(sampleLease(1), [grace], ([only]) => [
      { type: 'signature', page: 1, x: 60, y: 300, width: 190, height: 48, recipientId: only ?? null },
    ]);
    const act = (): Promise<Answer> => ada.signer(grace.email).sign({ signatureText: '山'.repeat(120) });
    await refusedAndUnchanged(office, id, act, 422, 'signature-invalid', /does not fit/);
  });

  test('consent to an outdated disclosure is refused (L-06)', async () => {
    const { ada, id } = await sentLease(office);
    const act = (): Promise<Answer> => ada.signer(grace.email).sign({ disclosureVersion: '2026-11-20' });
    await refusedAndUnchanged(office, id, act, 409, 'disclosure-outdated', /disclosure has changed/);
  });

  test('a value for another recipient’s field is refused (S-30)', async () => {
    const ada = await office.desk();
    const lease = await ada.sent(sampleLease(1), [grace, linus], ([, second]) => [
      { type: 'text', page: 1, x: 10, y: 10, width: 120, height: 20, recipientId: second ?? null },
    ]);
    const fields = [{ id: lease.signatureFields[0]!.id, value: 'Not mine' }];
    await refusedAndUnchanged(
      office,
      lease.id,
      () => ada.signer(grace.email).sign({ fields }),
      403,
      'field-not-yours',
      /someone else/,
    );
  });
});

async function sentLease(
  office: Office,
  send: Record<string, unknown> = {},
): Promise<{ ada: Desk; id: string }> {
  // Otherwise a late email from the previous test could be the newest one.
  await office.settled();
  const ada = await office.desk();
  const lease = await ada.prepare(sampleLease(1), [grace, linus]);
  expect((await ada.send(lease.id, send)).status).toBe(200);
  await office.settled();
  return { ada, id: lease.id };
}

/** Computes in advance the link that a recipient gets when it is their turn. */
async function linkOf(office: Office, documentId: string, email: string) {
  const { db } = office.ports.database;
  const row = await db
    .selectFrom('recipients')
    .selectAll()
    .where('document_id', '=', documentId)
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const owner = { accountId: row.account_id, documentId, recipientId: row.id };
  const id = await db.transaction().execute((tx) => issueLink(tx, owner, office.now()));
  return signerOf(office.product.app, linkToken(office.linkKey, id));
}

async function refusedAndUnchanged(
  office: Office,
  documentId: string,
  act: () => Promise<Answer>,
  status: number,
  code: string,
  says: RegExp,
): Promise<void> {
  // The first attempt may open the document. Nothing may change after that.
  if (status !== 404) await act();
  await office.settled();
  const before = await stateOf(office, documentId);
  const answer = await act();
  expect(answer).toMatchObject({ status, body: { code, status } });
  expect((answer.body as { detail: string }).detail).toMatch(says);
  await office.settled();
  expect(await stateOf(office, documentId)).toEqual(before);
}

async function stateOf({ ports, post }: Office, documentId: string): Promise<unknown> {
  const { db } = ports.database;
  // The rows of the four tables differ in shape, but here they only have to stay the same.
  const of = (table: 'recipients' | 'events' | 'signatures' | 'field_values'): Promise<unknown[]> =>
    db
      .selectFrom(table as 'events')
      .selectAll()
      .where('document_id', '=', documentId)
      .execute();
  return {
    document: await db.selectFrom('documents').selectAll().where('id', '=', documentId).execute(),
    parts: [await of('recipients'), await of('events'), await of('signatures'), await of('field_values')],
    mails: post.mails.length,
  };
}

function drawn(png: Uint8Array) {
  return {
    signatureText: null,
    signatureData: `data:image/png;base64,${Buffer.from(png).toString('base64')}`,
  };
}

/** A header that declares 20 by 20 pixels, over data that decompresses to forty megabytes. */
function bombPng(): Uint8Array {
  const small = Buffer.from(writePng({ width: 20, height: 20, rgba: new Uint8Array(1600) }));
  const large = Buffer.from(writePng({ width: 2000, height: 5000, rgba: new Uint8Array(40_000_000) }));
  const headEnd = 8 + 25;
  return Buffer.concat([small.subarray(0, headEnd), large.subarray(headEnd)]);
}
