import { Secret } from 'otpauth';
import type { z } from 'zod';
import type { DocumentDetail, FieldInput, trailAnswer } from '#contract/documents/documents.ts';
import type { Enrolment } from '#contract/accounts/security.ts';
import { sha256 } from '#server/foundation/crypto/sha256.ts';
import { codeAt } from '#server/accounts/identity-provider/one-time-code.ts';
import { grace, hana, linus } from '../cast.ts';
import type { Answer, Desk } from '../desk.ts';
import { sampleLease } from '../documents/sample-lease.ts';
import { drawnSignature } from '../journey/drawn-signature.ts';
import type { Member } from '../open-sign-in-office.ts';
import { ada, type AccountHolder } from '../sign-up.ts';
import { openFolderOffice, type FolderOffice } from './folder-office.ts';

/** Facts about a stored data folder, recorded when it was created, for later versions that open it. */
export type Kept = {
  /** Time in ISO 8601. */
  at: string;
  people: (AccountHolder & { /** Secret of their authenticator app, in base32. */ secret?: string })[];
  documents: KeptDocument[];
  templates: string[];
  contacts: string[];
  /** Secret of the link with which Linus continues after Grace has signed. */
  link: string;
};

export type KeptDocument = {
  owner: string;
  id: string;
  title: string;
  status: string;
  recipients: { email: string; status: string }[];
  fields: { type: string; page: number; recipientId: string | null }[];
  /** SHA-256 of the responses of its URLs, or the HTTP status if they refuse. */
  file: string;
  original: string;
  download: string;
  /** The events of its trail, in order. */
  trail: { type: string; hash: string }[];
};

const hanaHolder: AccountHolder = {
  email: hana.email,
  password: 'tide tables of 1902',
  firstName: 'Hana',
  lastName: 'Sato',
};

/**
 * Fills an empty data folder with samples of everything that real data folders contain. `at` is in ms UTC.
 */
export async function fillDataFolder(dataDir: string, at: number): Promise<Kept> {
  const office = await openFolderOffice(dataDir, at);
  const [adaAtHome, hanaAtHome] = [await office.signedIn(ada), await office.signedIn(hanaHolder)];
  const secret = await turnOnSecondFactor(office, adaAtHome);
  const [adasDesk, hanasDesk] = [await office.deskOf(adaAtHome), await office.deskOf(hanaAtHome)];
  await prepareDrafts(adasDesk);
  await sendOne(office, hanasDesk, 'Mooring for a season', [linus]);
  await sendOne(office, adasDesk, 'Berth 1: sent', [grace, linus]);
  await endSome(office, adasDesk);
  const link = await signSome(office, adasDesk);
  await must(
    adasDesk.ask('/api/contacts', post({ ...hana, company: 'Harbour Office', note: 'Berths 1 to 9' })),
  );
  await office.settled();
  const kept = {
    at: new Date(office.now()).toISOString(),
    people: [{ ...ada, secret }, hanaHolder],
    documents: [...(await describe(ada.email, adasDesk)), ...(await describe(hana.email, hanasDesk))],
    templates: await namesOf(adasDesk, '/api/templates', 'name'),
    contacts: await namesOf(adasDesk, '/api/contacts', 'email'),
    link,
  };
  await office.close();
  return kept;
}

async function turnOnSecondFactor(office: FolderOffice, member: Member): Promise<string> {
  const { password } = ada;
  const begun = await member.ask<Enrolment>('/api/security/two-factor', post({ password }));
  const secret = Secret.fromBase32(begun.body.secret.replaceAll(' ', ''));
  const code = codeAt(new Uint8Array(secret.buffer), office.now());
  const { status } = await member.ask('/api/security/two-factor/confirm', post({ code }));
  if (status !== 200) throw new Error(`The second factor was not turned on: ${status}`);
  return secret.base32;
}

async function prepareDrafts(desk: Desk): Promise<void> {
  const draft = await desk.prepare(sampleLease(2), [grace, linus], everyKind);
  await rename(desk, draft.id, 'Berth 9: a draft');
  await must(desk.ask('/api/templates', post({ ...template, documentId: draft.id })));
  const folder = await must(desk.ask<{ id: string }>('/api/folders', post({ name: 'Moorings' })));
  await must(desk.ask('/api/documents/move', post({ ids: [draft.id], folderId: folder.body.id })));
  const thrownAway = await desk.prepare(sampleLease(1), []);
  await rename(desk, thrownAway.id, 'Thrown away');
  await must(desk.delete(`/api/documents/${thrownAway.id}`));
}

async function endSome(office: FolderOffice, desk: Desk): Promise<void> {
  await sendOne(office, desk, 'Berth 2: declined', [grace, linus]);
  await must(desk.signer(linus.email).decline('The berth is too short.'));
  const voided = await sendOne(office, desk, 'Berth 3: voided', [grace]);
  await must(desk.ask(`/api/documents/${voided.id}/void`, post({ reason: 'Sent twice' })));
}

/**
 * Creates one document that both people have signed, and one that only Grace has signed. Returns the link
 * with which Linus continues the second one.
 */
async function signSome(office: FolderOffice, desk: Desk): Promise<string> {
  const drawn = { signatureData: drawnSignature(), signatureText: null };
  await sendOne(office, desk, 'Berth 4: completed', [grace, linus]);
  await must(desk.signer(grace.email).sign(drawn));
  await office.settled();
  await must(desk.signer(linus.email).sign());
  await office.settled();
  await sendOne(office, desk, 'Berth 5: signed by Grace', [grace, linus]);
  await must(desk.signer(grace.email).sign(drawn));
  await office.settled();
  return desk.signer(linus.email).token;
}

async function sendOne(
  office: FolderOffice,
  desk: Desk,
  title: string,
  recipients: (typeof grace)[],
): Promise<DocumentDetail> {
  const document = await desk.prepare(sampleLease(2), recipients, everyKind);
  await rename(desk, document.id, title);
  await must(desk.send(document.id));
  await office.settled();
  return document;
}

const template = { name: 'Berth lease', description: 'One berth for one year', category: 'Legal' };

/** Returns fields for each recipient: signature, initials, date, text field and checkbox. */
const everyKind = (ids: string[]): FieldInput[] =>
  ids.flatMap((recipientId, column) =>
    (['signature', 'initial', 'date', 'text', 'checkbox'] as const).map((type, row): FieldInput => {
      const size = type === 'checkbox' ? { width: 18, height: 18 } : { width: 180, height: 40 };
      return { type, page: 1 + (row % 2), x: 40 + column * 260, y: 200 + row * 60, ...size, recipientId };
    }),
  );

const post = (body: object) => ({ method: 'POST' as const, body });

const rename = (desk: Desk, id: string, title: string) => must(desk.put(`/api/documents/${id}`, { title }));

async function must<Body>(asked: Promise<Answer<Body>>): Promise<Answer<Body>> {
  const answer = await asked;
  if (answer.status >= 400) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  return answer;
}

async function namesOf(desk: Desk, path: string, name: string): Promise<string[]> {
  const { body } = await desk.ask<Record<string, string>[]>(path);
  return body.map((row) => row[name]!);
}

async function describe(owner: string, desk: Desk): Promise<KeptDocument[]> {
  const { body } = await desk.ask<{ id: string }[]>('/api/documents');
  return Promise.all(body.map(({ id }) => describeDocument(owner, desk, id)));
}

/** Returns the facts about a document as its owner sees it. */
export async function describeDocument(owner: string, desk: Desk, id: string): Promise<KeptDocument> {
  const { title, status, recipients, signatureFields } = await desk.read(id);
  const bytes = async (rest: string) => {
    const answer = await desk.ask(`/api/documents/${id}/${rest}`);
    return answer.status === 200 ? sha256(answer.bytes) : String(answer.status);
  };
  const trail = await desk.ask<z.infer<typeof trailAnswer>>(`/api/documents/${id}/trail`);
  const [file, original, download] = [await bytes('file'), await bytes('original'), await bytes('download')];
  return {
    owner,
    id,
    title,
    status,
    file,
    original,
    download,
    recipients: recipients.map((one) => ({ email: one.email, status: one.status })),
    fields: signatureFields.map(({ type, page, recipientId }) => ({ type, page, recipientId })),
    trail: trail.body.events.map(({ type, hash }) => ({ type, hash })),
  };
}
