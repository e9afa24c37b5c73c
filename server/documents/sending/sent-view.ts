import type { SendCheckView, SentDocumentView } from '#contract/documents/one-call.ts';
import { publicStatus } from '#core/document/lifecycle.ts';
import { isWritten, type Field } from '#core/field/field.ts';
import { printedForm } from '#core/field/printed-texts.ts';
import { isFixed } from '#core/field/rules/references.ts';
import { firstValue } from '#core/field/visible-fields.ts';
import type { Answer } from '../../foundation/http/idempotency.ts';
import type { StoredRecipient, WholeDocument } from '../../records/document.ts';
import { recipientView } from '../document-view.ts';
import { withLinkAddresses, type Addressing, type LinkIds } from '../invitations/hand-out-link.ts';

/** Names of the template's roles, by the id of the recipient who has the role. */
export type RoleNames = ReadonlyMap<string, string>;

/**
 * Returns the view of the sent document with all fields and initial values. `links` are the ids of the links
 * that the sender delivers; the route replaces them with URLs.
 */
export function sentView(whole: WholeDocument, roles: RoleNames, links: LinkIds): SentDocumentView {
  return {
    id: whole.document.id,
    status: publicStatus(whole.document.status),
    ...membersView(whole),
    recipients: whole.recipients.map((recipient) => {
      const { status: state, delivery } = recipientView(recipient, whole);
      const fields = fieldsOf(whole, recipient).map((field) => ({
        id: field.id,
        ...fieldView(field, recipient, whole),
      }));
      const shown = personView(recipient, whole, roles);
      const link = links.get(recipient.id) ?? null;
      return { id: recipient.id, ...shown, status: state, delivery, link, fields };
    }),
  };
}

/** Returns the response to a send request with the URLs of its links. A check has none. */
export function sentAnswer(
  services: Addressing,
  { body }: Answer<SentDocumentView | SendCheckView>,
): SentDocumentView | SendCheckView {
  return 'id' in body ? withLinkAddresses(services, body) : body;
}

/** Returns the view for a check. It has no ids or states, because nothing was stored. */
export function checkView(whole: WholeDocument, roles: RoleNames): SendCheckView {
  return {
    ...membersView(whole),
    recipients: whole.recipients.map((recipient) => ({
      ...personView(recipient, whole, roles),
      fields: fieldsOf(whole, recipient).map((field) => fieldView(field, recipient, whole)),
    })),
  };
}

function membersView({ document }: WholeDocument) {
  return {
    title: document.title,
    test: document.test,
    folderId: document.folderId,
    externalId: document.externalId ?? null,
    metadata: document.metadata ?? {},
    pageCount: document.pages.length,
    subject: document.subject,
    message: document.message,
    signingOrder: document.signingOrder,
    expirationDate: document.expiresAt?.toISOString() ?? null,
    reminders: document.reminderRule,
    allowDelegation: document.delegationAllowed,
    returnUrl: document.returnUrl ?? null,
    signatureKinds: document.signatureKinds && [...document.signatureKinds],
    separateFiles: document.separateFiles ?? false,
    separateCertificate: document.separateCertificate ?? false,
    formats: document.formats ?? null,
    fileNotes: [...(document.fileNotes ?? [])],
  };
}

function personView(recipient: StoredRecipient, whole: WholeDocument, roles: RoleNames) {
  const { email, name, sendEmail, phone, ...view } = recipientView(recipient, whole);
  const { role, order, language, awaited } = view;
  const templateRole = roles.get(recipient.id) ?? null;
  return { email, name, sendEmail, phone, role, templateRole, order, language, awaited };
}

function fieldsOf({ fields }: WholeDocument, { id }: StoredRecipient): Field[] {
  return fields.filter(({ recipientId }) => recipientId === id);
}

function fieldView(field: Field, recipient: StoredRecipient, { document }: WholeDocument) {
  const { type, label, page, required } = field;
  const value = firstValue(field, recipient) || null;
  const printed = value === null || !isWritten(type) ? null : printedForm(field, value, document.formats);
  return { type, label, page, required, readOnly: isFixed(field), value, printed };
}
