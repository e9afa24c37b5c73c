import type { WebhookPayload } from '#contract/messages/webhooks.ts';
import { publicStatus } from '#core/document/lifecycle.ts';
import { detailedBody, kindsWithValues } from '#core/webhook/events.ts';
import { findDocument, type WholeDocument } from '../../records/document-store.ts';
import { listSignedValues } from '../../records/entered-values.ts';
import type { Delivery } from './delivery-store.ts';
import type { WebhooksDeps } from './deps.ts';
import type { Endpoint } from './endpoint-store.ts';

type Data = WebhookPayload['data'];

/**
 * Returns the body to send: the recorded one with the document, the recipient and, if the endpoint includes
 * them, the values. These are read at each attempt and never stored, so that erased data is not sent again.
 */
export async function bodyToSend(
  { db }: Pick<WebhooksDeps, 'db'>,
  endpoint: Pick<Endpoint, 'detailed' | 'includeValues'>,
  { accountId, documentId, kind, body }: Pick<Delivery, 'accountId' | 'documentId' | 'kind' | 'body'>,
): Promise<string> {
  if (documentId === null || !endpoint.detailed) return body;
  const whole = await findDocument(db, accountId, documentId);
  if (!whole) return body;
  const values = endpoint.includeValues ? await valuesOf(db, whole, kind, recipientIn(body)) : undefined;
  return bodyWith(whole, body, values);
}

export function bodyWith(whole: WholeDocument, body: string, values?: Data['values']): string {
  const recipient = recipientPart(whole, recipientIn(body));
  return detailedBody(body, { document: documentPart(whole), recipient, values });
}

const recipientIn = (body: string) => (JSON.parse(body) as { data: Data }).data.recipientId;

async function valuesOf(
  db: WebhooksDeps['db'],
  whole: WholeDocument,
  kind: string,
  recipientId: string | undefined,
): Promise<Data['values']> {
  const extent = kindsWithValues[kind];
  if (!extent) return undefined;
  const values = await listSignedValues(db, whole);
  return extent === 'document' ? values : values.filter((value) => value.recipientId === recipientId);
}

function documentPart({ document }: WholeDocument): NonNullable<Data['document']> {
  const { id, title, status, completedAt, externalId = null, metadata = {} } = document;
  const completed = completedAt?.toISOString() ?? null;
  return { id, title, status: publicStatus(status), completedAt: completed, externalId, metadata };
}

function recipientPart({ recipients }: WholeDocument, recipientId: string | undefined): Data['recipient'] {
  const recipient = recipients.find(({ id }) => id === recipientId);
  if (!recipient) return undefined;
  const { id, role, name, email, status } = recipient;
  return { id, role, name, email, status };
}
