import { beforeAll, expect, test } from 'vitest';
import { jobsOf } from '#server/features.ts';
import { grace, linus } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { gatherOwnData } from './gather-own-data.ts';

type Data = Record<'documents' | 'contacts' | 'memberships' | 'mails', Record<string, unknown>[]>;

describeOnOneDatabase('what is held about somebody', (open) => {
  let office: Office;
  beforeAll(async () => {
    office = await openOffice(await open(), { working: false });
    await office.product.jobs.work(jobsOf(office.product.services));
  });

  let callers = 0;
  const post = (url: string, email = '') =>
    office.product.app.inject({
      ...{ method: 'POST', url, remoteAddress: `10.8.0.${++callers}` },
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: office.product.services.publicUrl,
      },
      payload: new URLSearchParams({ email }).toString(),
    });
  const linksTo = (email: string) =>
    office.post.to(email).flatMap(({ text }) => /\/my-data\/[\w-]+/.exec(text)?.[0] ?? []);

  test('is read by whoever reads the mail, with their own part of a document and nothing of anybody else', async () => {
    const ada = await office.desk();
    await ada.sent(sampleLease(), [grace, linus]);
    await ada.signer(grace.email).sign();
    await ada.signer(linus.email).decline('The berth is too short');
    await office.settled();
    await ada.upload(sampleLease(2), 'secret.pdf', 'A draft that nobody was sent');
    expect((await office.product.app.inject({ url: '/my-data' })).statusCode).toBe(200);
    const asked = await post('/my-data', ` ${grace.email.toUpperCase()} `);
    expect([asked.statusCode, asked.body]).toEqual([200, expect.stringContaining('mailbox')]);
    await office.settled();
    const [link] = linksTo(grace.email.toUpperCase());
    // Looking at the link hands nothing out.
    const looked = await office.product.app.inject({ url: link! });
    expect([looked.statusCode, looked.headers['content-type']]).toEqual([
      200,
      expect.stringContaining('html'),
    ]);
    const read = await post(link!);
    const data = read.json<Data>();
    expect(data.documents).toMatchObject([
      { title: 'lease', part: 'signed', signature: { kind: 'typed', text: grace.name } },
    ]);
    expect((data.documents[0]!['events'] as { type: string }[]).map(({ type }) => type)).toContain(
      'document_signed',
    );
    expect(data.contacts).toHaveLength(1);
    expect(data.mails.length).toBeGreaterThan(1);
    const all = JSON.stringify(data);
    for (const others of [
      linus.name,
      linus.email,
      'The berth is too short',
      'A draft',
      ada.accountId,
      'ada@',
    ])
      expect(all).not.toContain(others);
  });

  test('has the part that they passed on to somebody else, and not who has it now', async () => {
    const ada = await office.desk();
    const nora = { name: 'Nora Voss', email: 'Nora@voss.example' };
    const draft = await ada.prepare(sampleLease(), [nora]);
    await ada.send(draft.id, { allowDelegation: true });
    await office.settled();
    const signer = ada.signer(nora.email);
    await signer.opened();
    const passed = await signer.delegate({
      name: linus.name,
      email: linus.email,
      reason: 'On leave in hospital',
    });
    expect(passed.status).toBeLessThan(300);
    await office.settled();
    const data = (await gatherOwnData(office.ports.database.db, nora.email, office.now())) as Data;
    expect(data.documents).toMatchObject([{ title: 'lease', part: 'passed-on' }]);
    const all = JSON.stringify(data);
    expect(all).toContain('On leave in hospital');
    expect(all).not.toContain(linus.email);
  });

  test('names no document to somebody whose turn has not come, and nothing that lies behind an access code', async () => {
    const ada = await office.desk();
    const imre = { name: 'Imre', email: 'imre.next@sandor.example', order: 2 };
    const hana = { name: 'Hana', email: 'hana.first@sato.example', order: 1, accessCode: 'Quay 14' };
    const box = { type: 'text' as const, page: 1, x: 20, width: 150, height: 30 };
    const { id } = await ada.prepare(sampleLease(1), [hana, imre], (ids) =>
      ids.map((recipientId, at) => ({ ...box, y: 20 + at * 60, recipientId })),
    );
    expect((await ada.send(id, { signingOrder: 'sequential' })).status).toBe(200);
    await office.settled();
    const held = async (email: string) => {
      await post('/my-data', email);
      await office.settled();
      return (await post(linksTo(email).at(-1)!)).json<Data>().documents;
    };
    expect(await held(imre.email)).toMatchObject([{ title: null, part: 'waiting' }]);
    const signer = ada.signer(hana.email);
    const gate = await signer.post('/gate', { accessCode: 'Quay 14' });
    const cookie = String(gate.headers['set-cookie']).split(';')[0]!;
    expect((await signer.sign({}, { cookie })).status).toBe(200);
    await office.settled();
    expect(await held(hana.email)).toMatchObject([{ title: 'lease', values: null, behindCode: true }]);
    expect(await held(imre.email)).toMatchObject([{ title: 'lease', values: [], behindCode: false }]);
  });

  test('is told to members of an account too, and not what they have only typed', async () => {
    const noor = await office.desk({ email: 'noor@harbour.example', firstName: 'Noor' });
    await post('/my-data', 'noor@harbour.example');
    await office.settled();
    const data = (await post(linksTo('noor@harbour.example')[0]!)).json<Data>();
    expect(data.memberships).toMatchObject([{ role: 'owner', firstName: 'Noor' }]);
    expect(JSON.stringify(data)).not.toContain(noor.userId);
    // Mallory signed up with an address that is not hers, and is nobody's business who reads that mailbox.
    await office.desk({ email: 'imre@harbour.example', firstName: 'Mallory', confirmed: false });
    await post('/my-data', 'imre@harbour.example');
    await office.settled();
    expect((await post(linksTo('imre@harbour.example')[0]!)).json<Data>().memberships).toEqual([]);
  });

  test('Mallory learns of nobody, fills no mailbox, and guesses no link; a link ends after a day', async () => {
    const answers = await Promise.all(
      ['hana@harbour.example', 'nobody@nowhere.example', 'hana@harbour.example', 'hana@harbour.example'].map(
        (email) => post('/my-data', email),
      ),
    );
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    await post('/my-data', 'hana@harbour.example');
    expect((await post('/my-data', 'no address')).statusCode).toBe(422);
    await office.settled();
    expect(linksTo('hana@harbour.example')).toHaveLength(3);
    const [link] = linksTo('hana@harbour.example');
    for (const forged of [`${link!.slice(0, -2)}AA`, '/my-data/x'])
      expect((await post(forged)).statusCode).toBe(404);
    expect((await post(link!)).statusCode).toBe(200);
    office.wait(86_400_001);
    expect((await post(link!)).statusCode).toBe(404);
  });
});
