import { setTimeout as pause } from 'node:timers/promises';
import type { CeremonyAnswer } from '#contract/signing/ceremony.ts';
import type { DocumentDetail } from '#contract/documents/documents.ts';
import { sampleLease } from '../documents/sample-lease.ts';
import { boundary, multipartBody } from '../multipart.ts';
import type { Mailbox } from '../confirm-address.ts';
import { ada, signUp } from '../sign-up.ts';
import { sendRequest, parsed, ServerGone, type Entry, type Ledger, type Answer } from './ledger.ts';
import type { OutboxMail } from './outbox-mails.ts';

export type World = {
  baseUrl: string;
  ledger: Ledger;
  mails(): Promise<OutboxMail[]>;
  mailbox: Mailbox;
  /** Webhook address of the accounts, if they have one. */
  webhook?: string;
  /** Returns true if a refusal is temporary. The request is then retried, as after a lost response. */
  forgives?(status: number, code: string, requestedAt: number): boolean;
  /** Number of documents per account before a new account signs up. Default: one. */
  documentsPerAccount?: number;
  /** Resolves when the server is up, or to false when the work is over. */
  goOn(): Promise<boolean>;
};

let people = 0;
let documents = 0;

type Account = Pick<Entry, 'cookie' | 'owner'> & { left: number };

/**
 * Prepares, sends and signs one document after the other, and records every acknowledgment. When the server
 * dies, it waits and continues after the last acknowledged response, as people do.
 */
export async function beBusy(world: World): Promise<void> {
  let account: Account | undefined;
  let entry: Entry | undefined;
  while (await world.goOn()) {
    try {
      if (!account || (account.left === 0 && !entry)) account = await openAccount(world);
      entry ??= beginDocument(world, account);
      await finishDocument(world, entry);
      entry = undefined;
    } catch (error) {
      if (!(error instanceof ServerGone)) throw error;
      await pause(20);
    }
  }
}

async function openAccount(world: World): Promise<Account> {
  const number = (people += 1);
  const owner = `ada.${number}@harbour.example`;
  const cookie = await signUp(world.baseUrl, { ...ada, email: owner }, { mailbox: world.mailbox }).catch(
    (error: unknown) => {
      // fetch throws a TypeError if the server does not respond. If faults are tolerated, a new account signs
      // up next.
      const isGone = error instanceof TypeError || world.forgives !== undefined;
      throw isGone ? new ServerGone('sign up', { cause: error }) : error;
    },
  );
  if (world.webhook !== undefined) {
    const kinds = ['document.completed'];
    const hook = json('POST', { url: world.webhook, kinds }, { cookie });
    expectDone(world, 'webhook', await sendRequest(world.baseUrl, '/api/webhooks', hook));
  }
  world.ledger.acknowledged += 1;
  return { cookie, owner, left: world.documentsPerAccount ?? 1 };
}

function beginDocument({ ledger }: World, account: Account): Entry {
  const number = (documents += 1);
  account.left -= 1;
  const entry: Entry = {
    cookie: account.cookie,
    owner: account.owner,
    title: `Lease ${String(number).padStart(6, '0')}`,
    emails: [`grace.${number}@harbour.example`, `linus.${number}@okafor.example`],
    moreFiles: number % 4,
    signed: [false, false],
  };
  ledger.entries.push(entry);
  return entry;
}

/** Continues a document from its last acknowledged response until it is sealed. */
export async function finishDocument(world: World, entry: Entry): Promise<void> {
  if (entry.id === undefined) await upload(world, entry);
  if (entry.fields === undefined) await placeFields(world, entry);
  if (!entry.sent) await send(world, entry);
  // Waits for both even if one fails, because no request may be running when the document is continued.
  const signing = await Promise.allSettled([sign(world, entry, 0), sign(world, entry, 1)]);
  for (const one of signing) if (one.status === 'rejected') throw one.reason;
  await awaitSeal(world, entry);
}

async function upload(world: World, entry: Entry): Promise<void> {
  const uploaded = await sendRequest(world.baseUrl, '/api/documents/upload', {
    method: 'POST',
    body: multipartBody([{ name: `${entry.title}.pdf`, bytes: sampleLease(2) }]),
    headers: { cookie: entry.cookie, 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
  expectDone(world, 'upload', uploaded);
  let document = parsed<DocumentDetail>(uploaded.bytes);
  for (let file = 1; file <= entry.moreFiles; file += 1)
    document = await addFile(world, document.id, entry, file);
  entry.id = document.id;
  entry.baseSha256 = document.baseSha256;
  world.ledger.acknowledged += 1;
}

async function addFile(world: World, id: string, entry: Entry, file: number): Promise<DocumentDetail> {
  const added = await sendRequest(world.baseUrl, `/api/documents/${id}/files`, {
    method: 'POST',
    body: multipartBody([{ name: `terms-${file}.pdf`, bytes: sampleLease(1) }]),
    headers: { cookie: entry.cookie, 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
  expectDone(world, 'files', added);
  return parsed<DocumentDetail>(added.bytes);
}

async function placeFields(world: World, entry: Entry): Promise<void> {
  const names = ['Grace Lindqvist', 'Linus Okafor'];
  const recipients = entry.emails.map((email, at) => ({ email, name: names[at], role: 'signer' }));
  const named = await change<{ recipients: { id: string }[] }>(world, entry, 'PUT', 'recipients', recipients);
  const fields = named.recipients.map(({ id }, at) => ({
    type: 'signature' as const,
    // If there are several files, the second signer signs on the last one.
    page: at === 1 && entry.moreFiles > 0 ? 2 + entry.moreFiles : at + 1,
    x: 40,
    y: 100 + at * 80,
    width: 180,
    height: 44,
    recipientId: id,
  }));
  await change(world, entry, 'PUT', 'fields', fields);
  entry.fields = fields.map(({ recipientId: _, ...field }) => field);
}

async function send(world: World, entry: Entry): Promise<void> {
  try {
    await change(world, entry, 'POST', 'send', { separateFiles: entry.moreFiles > 0 });
  } catch (error) {
    if (error instanceof ServerGone) throw error;
    // Maybe the document was sent, and only the response was lost.
    const { bytes } = await sendRequest(world.baseUrl, `/api/documents/${entry.id}`, withCookie(entry));
    if (parsed<DocumentDetail>(bytes).status === 'draft') throw error;
  }
  entry.sent = true;
}

async function sign(world: World, entry: Entry, who: 0 | 1): Promise<void> {
  if (entry.signed[who]) return;
  const token = await invitation(world, entry.emails[who]);
  const path = `/api/sign/${token}`;
  const seen = await sendRequest(world.baseUrl, path);
  expectDone(world, 'view', seen);
  const { recipient, disclosure } = parsed<CeremonyAnswer>(seen.bytes);
  if (recipient.state !== 'signed') {
    const { version: disclosureVersion, language: locale } = disclosure;
    const signature = { signatureText: recipient.name, consent: true, disclosureVersion, locale };
    const file = await sendRequest(world.baseUrl, `${path}/file`);
    expectDone(world, 'file', file);
    const opened = await sendRequest(world.baseUrl, `${path}/opened`, { method: 'POST' });
    expectDone(world, 'opened', opened);
    const signed = await sendRequest(world.baseUrl, path, json('POST', { ...signature, fields: [] }));
    expectDone(world, 'sign', signed);
  }
  entry.signed[who] = true;
  world.ledger.acknowledged += 1;
}

async function invitation(world: World, email: string): Promise<string> {
  for (;;) {
    const mail = (await world.mails()).find(({ to, token }) => to === email && token !== undefined);
    if (mail?.token) return mail.token;
    await stillThere(world);
  }
}

async function awaitSeal(world: World, entry: Entry): Promise<void> {
  for (;;) {
    const read = await sendRequest(world.baseUrl, `/api/documents/${entry.id}`, withCookie(entry));
    expectDone(world, 'read', read);
    const document = parsed<DocumentDetail>(read.bytes);
    if (document.status === 'completed' && document.sealedSha256) {
      entry.sealedSha256 = document.sealedSha256;
      world.ledger.acknowledged += 1;
      return;
    }
    await stillThere(world);
  }
}

/** Waits between two polls. Throws if the server has died or the work is over. */
async function stillThere(world: World): Promise<void> {
  await pause(200);
  await sendRequest(world.baseUrl, '/api/health');
  if (!(await world.goOn())) throw new ServerGone('over');
}

async function change<T>(
  world: World,
  entry: Entry,
  method: string,
  what: string,
  body: unknown,
): Promise<T> {
  const done = await sendRequest(
    world.baseUrl,
    `/api/documents/${entry.id}/${what}`,
    json(method, body, entry),
  );
  expectDone(world, what, done);
  world.ledger.acknowledged += 1;
  return parsed<T>(done.bytes);
}

const withCookie = ({ cookie }: Entry): RequestInit => ({ headers: { cookie } });

const json = (method: string, body: unknown, entry?: Pick<Entry, 'cookie'>): RequestInit => ({
  method,
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json', ...(entry && { cookie: entry.cookie }) },
});

function expectDone(world: World, act: string, { status, bytes, requestedAt }: Answer): void {
  if (status < 400) return;
  if (world.forgives?.(status, codeIn(bytes), requestedAt)) throw new ServerGone(`${act}: ${status}`);
  throw new Error(`${act}: ${status} ${bytes.toString('utf8').slice(0, 400)}`);
}

function codeIn(bytes: Buffer): string {
  return /"code":"([\w-]+)"/.exec(bytes.toString('utf8'))?.[1] ?? '';
}
