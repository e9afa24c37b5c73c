import type { DocumentDetail, DocumentSummary } from '#contract/documents/documents.ts';
import type { ProposalView } from '#contract/documents/proposals.ts';
import { isOfSender } from '#core/field/kinds.ts';

/** Returns the parts of a document that an assistant needs. File URLs and hashes are only for programs. */
export function shownInList({
  id,
  title,
  status,
  createdAt,
  sentAt,
  expirationDate,
  ...more
}: DocumentSummary) {
  const { waitingFor, declinedBy, people, test, externalId, metadata } = more;
  return {
    id,
    title,
    status,
    createdAt,
    sentAt,
    expirationDate,
    waitingFor,
    declinedBy,
    people,
    test,
    externalId,
    metadata,
  };
}

export function shownDocument(document: DocumentDetail, publicUrl: string) {
  const { id, title, status, message, signingOrder, pages, expirationDate, completedAt, test } = document;
  const { externalId, metadata } = document;
  return {
    id,
    title,
    status,
    test,
    externalId,
    metadata,
    pages: pages.length,
    message,
    signingOrder,
    expirationDate,
    completedAt,
    url: `${publicUrl}/document/${id}`,
    recipients: document.recipients.map((one) => ({
      id: one.id,
      name: one.name,
      email: one.email,
      sendEmail: one.sendEmail,
      phone: one.phone,
      role: one.role,
      order: one.order,
      status: one.status,
      delivery: one.delivery,
      awaited: one.awaited,
      fields: document.signatureFields
        .filter(({ recipientId }) => recipientId === one.id)
        .map(({ type, page, label }) => ({ type, page, label })),
    })),
    fieldsOfNobody: document.signatureFields.filter(
      ({ type, recipientId }) => !recipientId && !isOfSender(type),
    ).length,
  };
}

export function shownProposal({ id, act, state, url, endsAt, changed, document }: ProposalView) {
  const { title, status } = document;
  return { id, act, state, url, endsAt, changed, document: { id: document.id, title, status } };
}
