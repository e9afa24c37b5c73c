import type { DocumentDetail } from '#contract/documents/documents.ts';
import type { Field } from '#core/field/field.ts';
import { isSentAlready, isUnanswered } from '../../api/transport/request.ts';
import { alike, hasFields } from '../state/lost-save.ts';
import type { SendForm } from './send-values.ts';

/** The dialog and the fields to be sent. */
export type Asked = { values: SendForm; fields: readonly Field[] };

/** A sent document. `asAsked` is false if an earlier request with different content sent it. */
export type Sent = { document: DocumentDetail; asAsked: boolean };

/** The content of each send request from this tab whose response was lost. */
const unanswered = new Map<string, Asked>();

/** Runs the request that sends a document, and remembers its content if the response is lost. */
export async function rememberLostRequest<Answer>(
  id: string,
  request: Asked,
  send: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await send();
  } catch (error) {
    if (isUnanswered(error)) unanswered.set(id, request);
    throw error;
  }
}

/**
 * Returns the document if it was sent by this or an earlier request whose response was lost. Returns null if
 * it was not sent, if its state is unknown, or if someone else sent it. Rejects if a frame learns that the
 * document was sent.
 */
export async function checkLostRequest(
  id: string,
  request: Asked,
  read: (id: string) => Promise<DocumentDetail | null>,
): Promise<Sent | null> {
  const before = unanswered.get(id);
  if (!before) return null;
  const document = await read(id).catch((error: unknown) => {
    if (isSentAlready(error)) throw error;
    return null;
  });
  if (!document || document.status === 'draft') return null;
  return { document, asAsked: before === request || holds(document, before, request) };
}

function holds(sent: DocumentDetail, before: Asked, { values, fields }: Asked): boolean {
  // By now, new recipients have an id from the server, and unassigned fields belong to the only signer.
  const comparable = ({ recipients, ...rest }: SendForm) => ({
    ...rest,
    recipients: recipients.map((row) => ({ ...row, recipientId: '' })),
  });
  const owners = new Map(sent.signatureFields.map(({ id, recipientId }) => [id, recipientId]));
  const owned = fields.map((field) => ({
    ...field,
    recipientId: field.recipientId ?? owners.get(field.id) ?? null,
  }));
  return alike(comparable(before.values), comparable(values)) && hasFields(sent, owned);
}
