import type { DocumentDetail, FieldInput, PageSize } from '#contract/documents/documents.ts';
import type { SignBody } from '#contract/signing/ceremony.ts';
import type { Answer, Desk, Signer } from '../desk.ts';
import { multipartForm } from '../multipart.ts';
import type { Office } from '../open-office.ts';
import { drawnSignature } from './drawn-signature.ts';

/** A document that was uploaded, signed by two people and sealed, and how far it got. */
export type Journey = {
  document: DocumentDetail;
  /** The immutable file that all recipients saw. */
  base: Uint8Array;
  sealed: Uint8Array;
  /** Codes for what the upload flattened, removed or repaired. */
  changes: string[];
};

/** If only sending was refused, `drafts` is the number of drafts that the sender can continue with. */
export type Refused = { status: number; code: string; reason: string; drafts: 0 | 1 };

export type Plan = {
  name: string;
  bytes: Uint8Array;
  /**
   * Returns fields on the displayed pages. The recipients are Grace and Linus, in this order. If the fields
   * would hide content, new ones are requested up to `layouts` times.
   */
  fields(pages: PageSize[], recipientIds: string[], layout: number): FieldInput[];
  layouts?: number;
  /** Text for the text fields of a page. Default: 'As agreed'. */
  textOn?(page: number): string;
};

let journeys = 0;

/** If true, shows the tracked changes of a Word file. */
async function uploadSomehow(desk: Desk, { bytes, name }: Plan): ReturnType<Desk['upload']> {
  const uploaded = await desk.upload(bytes, name);
  if ((uploaded.body as { code?: string }).code !== 'tracked-changes-undecided') return uploaded;
  const form = multipartForm([{ name, bytes }], { trackedChanges: 'show' });
  return desk.ask('/api/documents/upload', { method: 'POST', ...form });
}

/**
 * Takes a file through the product: upload, recipients, fields, sending, both signatures, seal, and a
 * download by all three people. Returns the refusal if the upload or sending was refused. @throws if anything
 * else goes wrong
 */
export async function runJourney(office: Office, desk: Desk, plan: Plan): Promise<Journey | Refused> {
  const uploaded = await uploadSomehow(desk, plan);
  if (uploaded.status >= 400) return refusalOf(uploaded);
  const { id, pages } = uploaded.body;
  const emails = inTheirOwnInbox();
  const ids = await nameRecipients(desk, id, emails);
  const sent = await sendSomehow(desk, id, (layout) => plan.fields(pages, ids, layout), plan.layouts ?? 1);
  // A field that would be unreadable, or would hide content, is refused while its sender can still move it.
  if (sent.status === 422) return { ...refusalOf(sent), drafts: 1 };
  expectDone(sent, 'send');
  const signers = await Promise.all(emails.map((email) => invited(office, desk, email)));
  // No name is legible in a box that is too small, so Linus draws his signature there too.
  const drawn = { signatureData: drawnSignature(), initialsData: drawnSignature(120, 60) };
  const typed = { signatureText: 'Linus Okafor', initialsText: 'LO', typeface: 'caveat' } as const;
  const typedBy = [
    { ...typed, signatureText: 'Grace Lindqvist', initialsText: 'GL' },
    { ...typed, signatureText: 'Linus Okafor', initialsText: 'LO' },
  ];
  const bodies = [drawn, pages.some(({ width }) => width < 150) ? drawn : typed];
  for (const [index, signer] of signers.entries()) {
    expectDone(await signer.opened(), 'opened');
    const filled = await fillIn(signer, plan.textOn);
    const signed = await signer.sign({ ...bodies[index], fields: filled });
    // If the strokes would cover words in dense text, they type their name, as the message suggests.
    if (signed.status !== 422) expectDone(signed, 'sign');
    else expectDone(await signer.sign({ ...typedBy[index]!, fields: filled }), 'sign');
  }
  const document = await completed(office, desk, id);
  const sealed = await desk.ask(`/api/documents/${id}/download`);
  for (const signer of signers) {
    const copy = expectDone(await signer.download(), 'download');
    if (!copy.bytes.equals(sealed.bytes)) throw new Error('A signer has another file than the sender.');
  }
  const base = expectDone(await desk.ask(document.fileUrl), 'base file');
  return { document, base: base.bytes, sealed: sealed.bytes, changes: await changesOf(desk, id) };
}

/** Each journey has its own mailboxes, so that journeys can run concurrently. */
function inTheirOwnInbox(): string[] {
  journeys += 1;
  return [`grace.${journeys}@harbour.example`, `linus.${journeys}@okafor.example`];
}

async function nameRecipients(desk: Desk, id: string, emails: string[]): Promise<string[]> {
  const names = ['Grace Lindqvist', 'Linus Okafor'];
  const saved = await desk.put<{ recipients: { id: string }[] }>(
    `/api/documents/${id}/recipients`,
    emails.map((email, index) => ({ email, name: names[index], role: 'signer' })),
  );
  return expectDone(saved, 'recipients').body.recipients.map((recipient) => recipient.id);
}

/** Moves a field that would hide content, as a sender does after reading the message. */
async function sendSomehow(
  desk: Desk,
  id: string,
  fields: (layout: number) => FieldInput[],
  layouts: number,
): Promise<Answer<DocumentDetail>> {
  for (let layout = 0; ; layout += 1) {
    const placed = await desk.put(`/api/documents/${id}/fields`, fields(layout));
    expectDone(placed, 'fields');
    const sent = await desk.send(id);
    if (sent.status !== 422 || layout + 1 >= layouts) return sent;
  }
}

async function invited(office: Office, desk: Desk, email: string): Promise<Signer> {
  await until(office, `a mail to ${email}`, () => Promise.resolve(office.post.to(email).length > 0));
  return desk.signer(email);
}

async function fillIn(
  signer: Signer,
  textOn = (_page: number): string => 'As agreed',
): Promise<NonNullable<SignBody['fields']>> {
  const { fields } = expectDone(await signer.view(), 'view').body;
  return fields
    .filter(({ type }) => type === 'text' || type === 'checkbox')
    .map(({ id, type, page }) => ({ id, value: type === 'text' ? textOn(page) : true }));
}

async function completed(office: Office, desk: Desk, id: string): Promise<DocumentDetail> {
  let document = await desk.read(id);
  await until(office, 'the seal', async () => {
    document = await desk.read(id);
    if (document.sealProblem) throw new Error(`not sealed: ${document.sealProblem}`);
    return document.status === 'completed';
  });
  return document;
}

async function changesOf(desk: Desk, id: string): Promise<string[]> {
  type Trail = { intact: boolean; events: { type: string; data: { changes?: string } }[] };
  const trail = expectDone(await desk.ask<Trail>(`/api/documents/${id}/trail`), 'trail').body;
  if (!trail.intact) throw new Error('The trail is not intact.');
  const upload = trail.events.find(({ type }) => type === 'document_uploaded');
  return (upload?.data.changes ?? '').split(' ').filter((change) => change !== '');
}

/** Waits for the due jobs in each round. After several rounds, the result counts as missing. */
async function until(office: Office, what: string, there: () => Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) {
    if (await there()) return;
    await office.settled();
  }
  if (!(await there())) throw new Error(`${what} did not come`);
}

function refusalOf({ status, body }: Answer<unknown>): Refused {
  const { code = '', detail = '' } = body as { code?: string; detail?: string };
  return { status, code, reason: detail, drafts: 0 };
}

function expectDone<T>(answer: Answer<T>, act: string): Answer<T> {
  if (answer.status < 400) return answer;
  throw new Error(`${act}: ${answer.status} ${JSON.stringify(answer.body)}`);
}
