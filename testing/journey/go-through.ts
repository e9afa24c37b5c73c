import type { DocumentDetail, FieldInput, PageSize } from '#contract/documents.ts';
import type { SignBody } from '#contract/ceremony.ts';
import type { Answer, Desk, Signer } from '../desk.ts';
import { multipartForm } from '../multipart.ts';
import type { Office } from '../open-office.ts';
import { drawnSignature } from './drawn-signature.ts';

/** A document that was taken in, signed by two and sealed, and how far it came. */
export type Journey = {
  document: DocumentDetail;
  /** The immutable file that everybody was shown. */
  base: Uint8Array;
  sealed: Uint8Array;
  /** Codes of what the upload flattened, removed or repaired. */
  changes: string[];
};

/** `drafts`: how many documents are left, which the sender goes on with: one that was refused only when it was sent. */
export type Refused = { status: number; code: string; reason: string; drafts: 0 | 1 };

export type Plan = {
  name: string;
  bytes: Uint8Array;
  /**
   * Fields on the pages as displayed; the recipients are Grace and Linus, in this order. When they would hide something
   * they are asked for again, `layouts` times at most.
   */
  fields(pages: PageSize[], recipientIds: string[], layout: number): FieldInput[];
  layouts?: number;
  /** Written into the text fields of a page; 'As agreed' without it. */
  textOn?(page: number): string;
};

let journeys = 0;

/** Tracked changes of a Word file are shown. */
async function uploadSomehow(desk: Desk, { bytes, name }: Plan): ReturnType<Desk['upload']> {
  const uploaded = await desk.upload(bytes, name);
  if ((uploaded.body as { code?: string }).code !== 'tracked-changes-undecided') return uploaded;
  const form = multipartForm([{ name, bytes }], { trackedChanges: 'show' });
  return desk.ask('/api/documents/upload', { method: 'POST', ...form });
}

/**
 * A file's whole way through the office: upload, recipients, fields, send, both signatures, seal, download by all
 * three. Answers the refusal when the upload or the sending was refused; anything else that goes wrong throws.
 */
export async function goThrough(office: Office, desk: Desk, plan: Plan): Promise<Journey | Refused> {
  const uploaded = await uploadSomehow(desk, plan);
  if (uploaded.status >= 400) return refusalOf(uploaded);
  const { id, pages } = uploaded.body;
  const emails = inTheirOwnInbox();
  const ids = await nameRecipients(desk, id, emails);
  const sent = await sendSomehow(desk, id, (layout) => plan.fields(pages, ids, layout), plan.layouts ?? 1);
  // A field that could not be read where it lies, or hides something, is refused while its sender can move it.
  if (sent.status === 422) return { ...refusalOf(sent), drafts: 1 };
  expectDone(sent, 'send');
  const signers = await Promise.all(emails.map((email) => invited(office, desk, email)));
  // Nobody's name is legible in too small a box: there Linus draws as well.
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
    // Told that strokes would cover words of a narrow text, they type their name, as they are told to.
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

/** Nobody else's links are in the inbox, so that journeys can run beside each other. */
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

/** As a sender does who is told that a field would hide something, and moves it. */
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

/** Each turn waits for the jobs that are due; what is not there after some turns does not come. */
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
