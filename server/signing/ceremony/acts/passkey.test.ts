import { execFile } from 'node:child_process';
import { createHash, createPublicKey, verify } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import type { PasskeyConfirmation, PasskeyQuestion } from '#contract/signing/ceremony.ts';
import { grace, linus } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import { signerOf, type Desk, type Signer } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { openPasskeyDevice, type PasskeyDevice } from '#testing/fakes/passkey-device.ts';
import { verifyFile } from '#verify/verify-file.ts';
import { longTest } from '#testing/long-test.ts';
import { multipartForm } from '#testing/multipart.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { canonicalJson } from '#core/trail/canonical.ts';
import { readAttachment } from '#pdf/read/read-attachment.ts';
import { sealPdf } from '#pdf/sign/seal-pdf.ts';
import { composePdf } from '#pdf/stamp/compose-pdf.ts';
import { sha256 } from '../../../foundation/crypto/sha256.ts';

const origin = 'http://localhost:3000';

type Evidence = {
  document: { baseSha256: string };
  events: { body: string; values: { name: string; value: string }[] }[];
};

describeOnOneDatabase('signatures confirmed with a passkey', (open) => {
  let office: Office;
  let ada: Desk;
  let people = 0;
  beforeAll(async () => {
    office = await openOffice(await open(), { settings: { PUBLIC_URL: origin } });
    ada = await office.desk();
  });

  const newGrace = () => ({ ...grace, email: `grace+${(people += 1)}@harbour.example` });

  /** Sends a lease. By default, Grace must sign with a passkey. */
  async function out(person = newGrace(), passkey: 'none' | 'offered' | 'required' = 'required') {
    const lease = await ada.sent(sampleLease(1), [{ ...person, passkey }, linus]);
    return { id: lease.id, person, signer: ada.signer(person.email) };
  }

  const ask = async (signer: Signer): Promise<PasskeyQuestion> => {
    const asked = await signer.post<PasskeyQuestion>('/passkey');
    expect(asked.status).toBe(200);
    return asked.body;
  };

  /** Does what our page does: creates a passkey and its assertion. */
  async function confirm(
    signer: Signer,
    device: PasskeyDevice,
    { fresh = true, from = origin, bend = {} } = {},
  ): Promise<PasskeyConfirmation> {
    const question = await ask(signer);
    const { nonce } = question;
    const registration = fresh ? await device.create(question, from) : null;
    const assertion = await device.get(question, from, bend);
    return { nonce, registration, assertion } as PasskeyConfirmation;
  }

  async function expectNothingDone({ id, signer, person }: Awaited<ReturnType<typeof out>>): Promise<void> {
    expect((await signer.view()).body.recipient).toMatchObject({ state: 'ready', signedAt: null });
    const { db } = office.ports.database;
    const known = db.selectFrom('signer_passkeys').select('id').where('email', '=', person.email);
    expect(await known.execute()).toEqual([]);
    const { body } = await ada.ask<{ events: { type: string }[] }>(`/api/documents/${id}/trail`);
    expect(body.events.map(({ type }) => type)).not.toContain('passkey_confirmed');
  }

  async function evidenceOf(id: string): Promise<Evidence> {
    expect((await ada.signer(linus.email).sign()).status).toBe(200);
    await office.settled();
    expect((await ada.read(id)).status).toBe('completed');
    return (await ada.ask<Evidence>(`/api/documents/${id}/evidence`)).body;
  }

  test('the sealed evidence contains the confirmation, and node:crypto verifies it over the document’s hash', async () => {
    const { id, signer } = await out();
    expect((await signer.view()).body.passkey).toEqual({ rule: 'required', known: false });
    const signed = await signer.sign({ passkey: await confirm(signer, openPasskeyDevice()) });
    expect(signed.status).toBe(200);
    const evidence = await evidenceOf(id);
    const confirmed = evidence.events
      .map(({ body, values }) => ({ event: JSON.parse(body) as Confirmed, values }))
      .find(({ event }) => event.type === 'passkey_confirmed')!;
    const kept = (name: string): Buffer =>
      Buffer.from(confirmed.values.find((value) => value.name === name)!.value, 'base64url');
    const { data, actor } = confirmed.event;
    const sha = (bytes: string | Buffer): Buffer => createHash('sha256').update(bytes).digest();
    const client = JSON.parse(kept('clientDataJSON').toString()) as { challenge: string; origin: string };

    expect(data.baseSha256).toBe(evidence.document.baseSha256);
    const { baseSha256, agreementSha256, nonce } = data;
    const statement = ['countersign passkey 2', baseSha256, agreementSha256, actor.id, nonce].join('\n');
    expect(client).toMatchObject({ challenge: sha(statement).toString('base64url'), origin });
    const authenticator = kept('authenticatorData');
    expect(authenticator.subarray(0, 32)).toEqual(sha(data.rpId));
    expect(authenticator[32]! & 5).toBe(5);
    const key = createPublicKey({ key: kept('publicKey'), format: 'der', type: 'spki' });
    const said = Buffer.concat([authenticator, sha(kept('clientDataJSON'))]);
    expect(verify('sha256', said, key, kept('signature'))).toBe(true);
  });

  test('docs/check.mjs verifies it, and detects another key or another document', async () => {
    const { id, signer } = await out();
    await signer.sign({ passkey: await confirm(signer, openPasskeyDevice()) });
    await evidenceOf(id);
    const sealed = (await signer.download()).bytes;
    expect(await runVerifier(sealed)).toMatch(
      /^genuine[^]*verify page: nothing, mail-link,new-passkey,mail-link$/m,
    );
    // Mallory has the sealing key and recomputes every hash. Only the passkey reveals the change.
    const otherNonce = await resealed(sealed, ({ event }) => (event.data.nonce += '0'));
    expect(await runVerifier(otherNonce)).toMatch(noPasskey);
    const otherSignature = await resealed(sealed, ({ event, values }) => {
      const kept = values.find(({ name }) => name === 'signature')!;
      kept.value = `${kept.value.slice(0, -4)}AAAA`;
      event.personal['signature'] = sha256(`${kept.salt}:${kept.value}`);
    });
    expect(await runVerifier(otherSignature)).toMatch(noPasskey);
  });

  test('for several files, the confirmed agreement names them, and all verifiers agree', async () => {
    const person = newGrace();
    const draft = await ada.prepare(sampleLease(1), [{ ...person, passkey: 'required' }, linus]);
    const more = multipartForm([{ name: 'terms.pdf', bytes: sampleLease(1) }], {});
    await ada.ask(`/api/documents/${draft.id}/files`, { method: 'POST', ...more });
    expect((await ada.send(draft.id)).status).toBe(200);
    await office.settled();
    const signer = ada.signer(person.email);
    expect((await signer.sign({ passkey: await confirm(signer, openPasskeyDevice()) })).status).toBe(200);
    const evidence = await evidenceOf(draft.id);
    for (const { body } of evidence.events) expect(body).not.toContain(evidence.document.baseSha256);
    const sealed = (await signer.download()).bytes;
    const roots = office.ports.key.chain.slice(-1);
    expect((await verifyFile(sealed, { roots, now: office.now() })).checks).toContainEqual({
      ...{ name: 'passkeys', result: 'holds', findings: [] },
    });
    expect(await runVerifier(sealed)).toMatch(/^genuine/m);
    expect(await runVerifier(await resealed(sealed, ({ event }) => (event.data.nonce += '0')))).toMatch(
      noPasskey,
    );
  });

  /** Changes the passkey event, recomputes the hash chain and seals the file again. */
  async function resealed(sealed: Uint8Array, harm: (confirmed: Confirming) => unknown): Promise<Uint8Array> {
    const bytes = readAttachment(sealed, 'evidence.json')!;
    const all = JSON.parse(Buffer.from(bytes).toString()) as Sealed;
    let prev = '0'.repeat(64);
    for (const one of all.events) {
      const event = JSON.parse(one.body) as Confirming['event'];
      if (event.type === 'passkey_confirmed') harm({ event, values: one.values });
      one.body = canonicalJson({ ...event, prev });
      prev = one.hash = sha256(`\u0000${one.body}`);
    }
    all.chainHead = prev;
    const composed = await composePdf({
      base: sealed.subarray(0, all.document.baseBytes),
      stamps: [],
      appendix: [],
      info: { title: 'Lease' },
      attachments: [
        {
          name: 'evidence.json',
          mediaType: 'application/json',
          description: '',
          relationship: 'Data',
          bytes: Buffer.from(canonicalJson(all as never)),
        },
      ],
    });
    return sealPdf({
      pdf: composed,
      key: office.ports.key,
      at: office.now(),
      name: 'Countersign',
      reason: '',
    });
  }

  longTest('the same passkey can sign another document, and its counter must not decrease', async () => {
    const first = await out();
    const device = openPasskeyDevice();
    expect((await first.signer.sign({ passkey: await confirm(first.signer, device) })).status).toBe(200);
    const second = await out(first.person);
    expect((await second.signer.view()).body.passkey).toEqual({ rule: 'required', known: true });
    expect((await ask(second.signer)).known).toHaveLength(1);
    office.wait(1000);
    const again = await confirm(second.signer, device, { fresh: false });
    expect((await second.signer.sign({ passkey: again })).status).toBe(200);
    const third = await out({ ...first.person, email: first.person.email.toUpperCase() });
    const { db } = office.ports.database;
    await db.updateTable('signer_passkeys').set({ counter: 1000 }).execute();
    const copied = await confirm(third.signer, device, { fresh: false });
    expect(await third.signer.sign({ passkey: copied })).toMatchObject(refused);
  });

  test('a required passkey cannot be omitted, an optional one can, and one that nobody requested is ignored', async () => {
    const required = await out();
    expect(await required.signer.sign()).toMatchObject({ status: 422, body: { code: 'passkey-missing' } });
    await expectNothingDone(required);
    const offered = await out(newGrace(), 'offered');
    expect((await offered.signer.sign()).status).toBe(200);
    const none = await out(newGrace(), 'none');
    expect((await none.signer.view()).body.passkey).toBeNull();
    expect((await none.signer.post('/passkey')).status).toBe(422);
  });

  test.each([
    ['another origin', { from: 'https://harbour.example.evil.example' }],
    ['another host', { bend: { rpId: 'evil.example' } }],
    ['a person who was not verified by fingerprint, face or PIN', { bend: { verified: false } }],
    ['an unknown passkey', { fresh: false }],
  ])('rejects a confirmation with %s, and leaves nothing behind', async (_name, bend) => {
    const lease = await out();
    const passkey = await confirm(lease.signer, openPasskeyDevice(), bend);
    expect(await lease.signer.sign({ passkey })).toMatchObject(refused);
    await expectNothingDone(lease);
  });

  test('rejects a confirmation that is late, or that is for another document or person', async () => {
    const [lease, other] = [await out(), await out()];
    const device = openPasskeyDevice();
    const elsewhere = await confirm(other.signer, device);
    expect(await lease.signer.sign({ passkey: elsewhere })).toMatchObject(refused);
    const made = await confirm(lease.signer, device);
    const foreign = await openPasskeyDevice().get(await ask(lease.signer), origin);
    const mixed = { ...made, assertion: foreign } as PasskeyConfirmation;
    expect(await lease.signer.sign({ passkey: mixed })).toMatchObject(refused);
    office.wait(11 * 60_000);
    expect(await lease.signer.sign({ passkey: made })).toMatchObject(refused);
    await expectNothingDone(lease);
  });

  test("Grace's passkey cannot confirm Mallory's signature", async () => {
    const hers = await out();
    const device = openPasskeyDevice();
    expect((await hers.signer.sign({ passkey: await confirm(hers.signer, device) })).status).toBe(200);
    const mallorys = await out();
    const borrowed = await confirm(mallorys.signer, device, { fresh: false });
    expect(await mallorys.signer.sign({ passkey: borrowed })).toMatchObject(refused);
    const taken = await confirm(mallorys.signer, device);
    expect(await mallorys.signer.sign({ passkey: taken })).toMatchObject(refused);
    await expectNothingDone(mallorys);
  });

  test("a passkey created on the sender's device is not stored for the mailbox", async () => {
    const { id, person } = await out();
    const recipientId = (await ada.read(id)).recipients[0]!.id;
    const path = `/api/documents/${id}/recipients/${recipientId}/hand-over`;
    const { body } = await ada.post<{ url: string }>(path);
    const handed = signerOf(office.product.app, body.url.split('/').at(-1)!);
    expect((await handed.sign({ passkey: await confirm(handed, openPasskeyDevice()) })).status).toBe(200);
    expect((await (await out(person)).signer.view()).body.passkey).toMatchObject({ known: false });
  });

  test('if a recipient signs and declines concurrently, exactly one action takes effect', async () => {
    const lease = await out();
    const passkey = await confirm(lease.signer, openPasskeyDevice());
    const [signed, declined] = await Promise.all([
      lease.signer.sign({ passkey }),
      lease.signer.decline('No'),
    ]);
    expect([signed.status, declined.status].filter((status) => status < 300)).toHaveLength(1);
    const { db } = office.ports.database;
    const known = db.selectFrom('signer_passkeys').select('id').where('email', '=', lease.person.email);
    expect(await known.execute()).toHaveLength(signed.status === 200 ? 1 : 0);
  });
});

type Confirmed = {
  type: string;
  actor: { id: string };
  data: { baseSha256: string; agreementSha256: string; nonce: string; rpId: string };
};

type Confirming = {
  event: Confirmed & { personal: Record<string, string> };
  values: { name: string; value: string; salt: string }[];
};
type Sealed = {
  document: { baseBytes: number };
  chainHead: string;
  events: { body: string; hash: string; values: Confirming['values'] }[];
};

const refused = { status: 422, body: { code: 'passkey-refused' } };

const noPasskey = /the passkey says no[^]*verify page: .*passkey-differs/;

/** Runs the verifier in docs/ and the core of the verify page. */
async function runVerifier(sealed: Uint8Array): Promise<string> {
  const { checks, story } = await verifyFile(sealed, { roots: [], now: Date.now() });
  const own = checks.filter(({ name }) => name !== 'root' && name !== 'log');
  const found = own.flatMap(({ findings }) => findings);
  const ways = story?.parties.flatMap(({ identified }) => identified.map(({ by }) => by)).join();
  const folder = temporaryFolder();
  const script = fileURLToPath(new URL('../../../../docs/check.mjs', import.meta.url));
  const file = join(folder, 'sealed.pdf');
  await writeFile(file, sealed);
  const said = await promisify(execFile)(process.execPath, [script, file]).then(
    ({ stdout }) => stdout,
    (error: { stdout: string; stderr: string }) => error.stdout + error.stderr,
  );
  return `${said}verify page: ${found.map(({ code }) => code).join() || `nothing, ${ways}`}\n`;
}
