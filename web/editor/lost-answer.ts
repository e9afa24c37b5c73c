import type { DocumentDetail } from '#contract/documents.ts';
import type { Field } from '#core/field/field.ts';
import { isSentAlready, isUnanswered } from '../api/request.ts';
import { alike, holdsFields } from './lost-save.ts';
import type { SendForm } from './send-values.ts';

/** The dialog and the fields, as they are to be sent. */
export type Asked = { values: SendForm; fields: readonly Field[] };

/** A document that is out; `asAsked` false where an earlier asking sent it, and other things were asked for then. */
export type Sent = { document: DocumentDetail; asAsked: boolean };

/** For each document that this tab asked the server to send without hearing what became of it, as it was to be sent. */
const unanswered = new Map<string, Asked>();

/** Makes the call that sends a document, and remembers when its answer is lost. */
export async function noteIfLost<Answer>(
  id: string,
  asked: Asked,
  send: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await send();
  } catch (error) {
    if (isUnanswered(error)) unanswered.set(id, asked);
    throw error;
  }
}

/**
 * The document, where the answer to sending it was lost, now or when it was tried before, and it is out. Null where it
 * is not, where nobody can say, and where somebody else has sent it. Rejects where a frame is told that it was sent.
 */
export async function sentAfterAll(
  id: string,
  asked: Asked,
  read: (id: string) => Promise<DocumentDetail | null>,
): Promise<Sent | null> {
  const before = unanswered.get(id);
  if (!before) return null;
  const document = await read(id).catch((error: unknown) => {
    if (isSentAlready(error)) throw error;
    return null;
  });
  if (!document || document.status === 'draft') return null;
  return { document, asAsked: before === asked || holds(document, before, asked) };
}

function holds(sent: DocumentDetail, before: Asked, { values, fields }: Asked): boolean {
  // Whoever was new has an id of the server by now, and a field of nobody has the one who could sign it.
  const said = ({ recipients, ...rest }: SendForm) => ({
    ...rest,
    recipients: recipients.map((row) => ({ ...row, recipientId: '' })),
  });
  const owners = new Map(sent.signatureFields.map(({ id, recipientId }) => [id, recipientId]));
  const owned = fields.map((field) => ({
    ...field,
    recipientId: field.recipientId ?? owners.get(field.id) ?? null,
  }));
  return alike(said(before.values), said(values)) && holdsFields(sent, owned);
}
