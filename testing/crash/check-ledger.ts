import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { DocumentDetail } from '#contract/documents/documents.ts';
import { verifyPdf } from '#pdf/verify/verify-pdf.ts';
import { sendRequest, parsed, type Entry } from './ledger.ts';
import type { OutboxMail } from './outbox-mails.ts';

type Trail = { intact: boolean; events: { type: string; data: { revisionBytes?: number } }[] };

/**
 * Returns every acknowledged fact of the document that the server lost, and every fact that it did not
 * acknowledge.
 */
export async function checkEntry(baseUrl: string, entry: Entry): Promise<string[]> {
  if (entry.id === undefined) return checkSession(baseUrl, entry);
  const document = await read<DocumentDetail>(baseUrl, entry, '');
  if (typeof document === 'number') return [`document ${entry.id} is lost (${document})`];
  const trail = await read<Trail>(baseUrl, entry, '/trail');
  if (typeof trail === 'number') return [`the trail of ${entry.id} is lost (${trail})`];
  const faults = [...checkDocument(document, entry), ...checkTrail(trail, entry)];
  if (entry.sealedSha256 && (await sealedSha256Of(baseUrl, entry, trail)) !== entry.sealedSha256)
    faults.push('the sealed file is another one');
  return faults.map((fault) => `document ${entry.id}: ${fault}`);
}

/** Maximum time in seconds for emails and separate files, whose jobs may end after the seal. */
const jobPatience = 60;

/** Checks that a completed document was sealed once, its file is valid, and everyone was notified once. */
export async function checkSealed(
  baseUrl: string,
  entry: Entry,
  { root, mails }: { root: Uint8Array; mails: () => Promise<OutboxMail[]> },
): Promise<string[]> {
  const { bytes } = await sendRequest(baseUrl, `/api/documents/${entry.id}/download`, withCookie(entry));
  const { verdict } = await verifyPdf(bytes, { roots: [root] });
  const faults = verdict === 'sealed-unchanged' ? [] : [`the sealed file is ${verdict}`];
  const trail = await read<Trail>(baseUrl, entry, '/trail');
  const events = typeof trail === 'number' ? [] : trail.events.map(({ type }) => type);
  for (const type of ['all_signed', 'document_sealed', 'document_completed'])
    if (events.filter((event) => event === type).length !== 1) faults.push(`not one event ${type}`);
  const latest = Date.now() + jobPatience * 1000;
  if (entry.moreFiles > 0) faults.push(...(await wrongFiles(baseUrl, entry, root, latest)));
  let wrong = wrongMails(entry, await mails());
  while (wrong.length > 0 && Date.now() < latest) {
    await pause(200);
    wrong = wrongMails(entry, await mails());
  }
  return [...faults, ...wrong].map((fault) => `document ${entry.id}: ${fault}`);
}

/** Checks that each file was sealed once as a separate PDF and is valid. */
async function wrongFiles(
  baseUrl: string,
  entry: Entry,
  root: Uint8Array,
  latest: number,
): Promise<string[]> {
  const ask = (query: string) =>
    sendRequest(baseUrl, `/api/documents/${entry.id}/download${query}`, withCookie(entry));
  const document = await read<DocumentDetail>(baseUrl, entry, '');
  if (typeof document === 'number') return ['it is lost'];
  const faults = document.files.length === entry.moreFiles + 1 ? [] : ['it has other files'];
  for (const { id } of document.files) {
    let answer = await ask(`?file=${id}`);
    for (; answer.status === 409 && Date.now() < latest; answer = await ask(`?file=${id}`)) await pause(200);
    const { verdict } = await verifyPdf(answer.bytes, { roots: [root] });
    if (verdict !== 'sealed-unchanged') faults.push(`a separate file is ${verdict} (${answer.status})`);
  }
  const trail = await read<Trail>(baseUrl, entry, '/trail');
  const count =
    typeof trail === 'number' ? 0 : trail.events.filter(({ type }) => type === 'files_sealed').length;
  return count === 1 ? faults : [...faults, `${count} events files_sealed`];
}

/**
 * Checks that each signer was emailed once about the invitation and once about the end, and the sender once
 * about the end.
 */
function wrongMails({ emails, owner, title }: Entry, mails: OutboxMail[]): string[] {
  const expected = [2, 2, 1];
  return [...emails, owner].flatMap((address, at) => {
    const subjects = mails
      .filter(({ to, subject }) => to === address && subject.includes(title))
      .map(({ subject }) => subject);
    const right = subjects.length === expected[at] && new Set(subjects).size === subjects.length;
    const all = mails.filter(({ to }) => to === address).map(({ subject }) => subject);
    return right ? [] : [`${address} has not the mails about ${title}: ${all.join(', ')}`];
  });
}

/** Returns the document's progress on the server. 'sealing' means that everyone has signed. */
export async function sealingState(
  baseUrl: string,
  entry: Entry,
): Promise<'open' | 'sealing' | { sealedSha256: string }> {
  if (entry.id === undefined) return 'open';
  const document = await read<DocumentDetail>(baseUrl, entry, '');
  if (typeof document === 'number') throw new Error(`document ${entry.id}: ${document}`);
  const { status, sealedSha256, recipients } = document;
  if (status === 'completed' && sealedSha256 !== null) return { sealedSha256 };
  const all = recipients.length > 0 && recipients.every((recipient) => recipient.status === 'signed');
  return all ? 'sealing' : 'open';
}

async function checkSession(baseUrl: string, entry: Entry): Promise<string[]> {
  const { status } = await sendRequest(baseUrl, '/api/auth/user', withCookie(entry));
  return status === 200 ? [] : [`the account of ${entry.owner} is lost (${status})`];
}

function checkDocument(document: DocumentDetail, entry: Entry): string[] {
  const faults: string[] = [];
  if (document.baseSha256 !== entry.baseSha256) faults.push('the base file is another one');
  if (entry.fields) {
    const fields = document.signatureFields.map(({ type, page, x, y, width, height }) =>
      JSON.stringify({ type, page, x, y, width, height }),
    );
    const wanted = entry.fields.map((field) => JSON.stringify(field));
    if (fields.toSorted().join() !== wanted.toSorted().join()) faults.push('its fields are not as saved');
  }
  if (entry.sent && document.status === 'draft') faults.push('it is a draft again');
  for (const [at, email] of entry.emails.entries()) {
    const recipient = document.recipients.find((one) => one.email === email);
    if (entry.signed[at] && recipient?.status !== 'signed') faults.push(`${email} has not signed any more`);
  }
  if (entry.sealedSha256 && document.sealedSha256 !== entry.sealedSha256) faults.push('it lost its seal');
  return faults;
}

function checkTrail({ intact, events }: Trail, entry: Entry): string[] {
  const count = (type: string): number => events.filter((event) => event.type === type).length;
  const faults = intact ? [] : ['its trail is not intact'];
  for (const type of ['document_sent', 'all_signed', 'document_sealed', 'document_completed']) {
    if (count(type) > 1) faults.push(`${count(type)} events ${type}`);
  }
  if (count('document_sealed') !== count('document_completed')) faults.push('sealed without completed');
  const signed = entry.signed.filter(Boolean).length;
  if (count('document_signed') < signed || count('document_signed') > 2)
    faults.push(`${count('document_signed')} events document_signed`);
  return faults;
}

async function read<T>(baseUrl: string, entry: Entry, path: string): Promise<T | number> {
  const { status, bytes } = await sendRequest(
    baseUrl,
    `/api/documents/${entry.id}${path}`,
    withCookie(entry),
  );
  return status === 200 ? parsed<T>(bytes) : status;
}

/**
 * Returns the hash of the file when it was sealed. Timestamps are appended later, and the trail records the
 * length of each.
 */
async function sealedSha256Of(baseUrl: string, entry: Entry, { events }: Trail): Promise<string> {
  const { bytes } = await sendRequest(baseUrl, `/api/documents/${entry.id}/download`, withCookie(entry));
  const augmented = events.filter(({ type }) => type === 'document_strengthened');
  const behind = augmented.reduce((sum, { data }) => sum + (data.revisionBytes ?? 0), 0);
  return createHash('sha256')
    .update(bytes.subarray(0, bytes.length - behind))
    .digest('hex');
}

const withCookie = ({ cookie }: Entry): RequestInit => ({ headers: { cookie } });
