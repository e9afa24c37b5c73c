import type { Signing } from '#core/ceremony/act.ts';
import { baseStated } from '#core/document/agreement.ts';
import { isSamePerson } from '#core/document/manage.ts';
import type { Language } from '#core/language/language.ts';
import { ownerWantsMail } from '../../../records/notifications/notice-store.ts';
import type { Tx } from '../../../foundation/db/transaction.ts';
import { invite } from '../../../documents/invitations/invite.ts';
import { queueNews } from '../../../messages/mail/mail-store.ts';
import { deleteCeremonyDrafts } from '../../../records/ceremony-draft-store.ts';
import { saveDocument, saveRecipient } from '../../../records/document-store.ts';
import { findSender } from '../../../records/sender-store.ts';
import type { CeremonyDeps } from '../deps.ts';
import { stating, type AgreementStated } from '../../../records/trail/agreement-store.ts';
import { appendEvents, type NewEvent } from '../../../records/trail/append-event.ts';
import type { AdoptedSignature } from './adopt-signature.ts';
import type { Ceremony, Visitor } from '../ceremony.ts';
import { personalOf, servedTo, viaOf } from '../open-link.ts';

/** A signature that has passed every check, with everything to record. */
export type SigningAct = {
  ceremony: Ceremony;
  signing: Signing;
  adopted: AdoptedSignature;
  consent: { version: string; sha256: string; locale: Language };
  /** True if a program retrieved the document without our page displaying it. */
  retrieved: boolean;
  agreement: AgreementStated;
  /** Ids of the files that the signer confirmed having read. */
  acknowledged: readonly string[];
  /** The passkey's confirmation; null if no passkey was used. */
  confirmed: NewEvent | null;
  visitor: Visitor;
  now: number;
};

/**
 * Records a signature and its consequences: events, the next invitations, notifications and the sealing job.
 */
export async function recordSigning(tx: Tx, services: CeremonyDeps, act: SigningAct): Promise<void> {
  const { ceremony, signing, now } = act;
  const { document } = ceremony.whole;
  await insertSignature(tx, act);
  await insertValues(tx, act);
  await deleteCeremonyDrafts(tx, ceremony.owner);
  await saveRecipient(tx, document, ceremony.recipient.id, {
    status: signing.recipientStatus,
    acted_at: new Date(now),
  });
  await saveDocument(tx, document, { status: signing.status, updated_at: new Date(now) });
  const events = eventsOf(act);
  const first = (await appendEvents(tx, ceremony.owner, now, events)) - events.length + 1;
  const seq =
    first + events.findIndex(({ type }) => type === 'document_signed' || type === 'document_approved');
  await notifySender(tx, services, act, seq);
  await invite(tx, services, document, signing.invite, now);
  if (signing.last) {
    await services.jobs.enqueue(tx, 'seal-document', {
      accountId: document.accountId,
      documentId: document.id,
    });
  }
}

/**
 * The last signature causes no such email, because the one about completion follows, unless the sender turned
 * that off.
 */
async function notifySender(
  tx: Tx,
  { jobs }: CeremonyDeps,
  { ceremony, signing, now }: SigningAct,
  eventSeq: number,
): Promise<void> {
  const { document } = ceremony.whole;
  if (signing.last && (await ownerWantsMail(tx, ceremony.owner, 'document-completed'))) return;
  const sender = await findSender(tx, document);
  // Senders who sign their own document get no notification of it.
  if (isSamePerson(sender, ceremony.recipient)) return;
  const kind = signing.recipientStatus === 'approved' ? 'approved' : 'signed';
  await queueNews(tx, jobs, { document, kind, recipients: [], sender, eventSeq }, now);
}

async function insertSignature(
  tx: Tx,
  { ceremony, adopted, consent, visitor, now, signing }: SigningAct,
): Promise<void> {
  const { document } = ceremony.whole;
  await tx
    .insertInto('signatures')
    .values({
      account_id: document.accountId,
      document_id: document.id,
      recipient_id: ceremony.recipient.id,
      act: signing.recipientStatus,
      kind: adopted.kind,
      image_sha256: adopted.imageSha256,
      signature_text: adopted.text,
      typeface: adopted.typeface,
      initials_sha256: adopted.initialsSha256,
      initials_text: adopted.initialsText,
      disclosure_version: consent.version,
      disclosure_sha256: consent.sha256,
      locale: consent.locale,
      base_sha256: document.baseSha256,
      ip: visitor.ip,
      user_agent: visitor.userAgent.slice(0, 500),
      signed_at: new Date(now),
    })
    .execute();
}

async function insertValues(tx: Tx, { ceremony, signing, now }: SigningAct): Promise<void> {
  if (signing.values.length === 0) return;
  const { document } = ceremony.whole;
  const rows = signing.values.map(({ fieldId, value, printed = null }) => ({
    account_id: document.accountId,
    document_id: document.id,
    field_id: fieldId,
    recipient_id: ceremony.recipient.id,
    value,
    printed,
    filled_at: new Date(now),
  }));
  await tx.insertInto('field_values').values(rows).execute();
}

function eventsOf(act: SigningAct): NewEvent[] {
  const { ceremony, signing, adopted, consent, retrieved, agreement, acknowledged, confirmed, visitor } = act;
  const { recipient, whole } = ceremony;
  const actor = { kind: 'recipient' as const, id: recipient.id };
  const personal = personalOf(recipient, visitor);
  const values = signing.values.flatMap(({ fieldId, value, printed }): [string, string][] => [
    [`field:${fieldId}`, value],
    ...(printed === undefined ? [] : [[`printed:${fieldId}`, printed] as [string, string]]),
  ]);
  const events: NewEvent[] = [
    ...(retrieved
      ? [
          stating(agreement, {
            type: 'document_retrieved',
            actor,
            data: {
              ...baseStated(whole.document),
              ...servedTo(ceremony.owner),
              ...viaOf(ceremony.owner),
            },
            personal,
          }),
        ]
      : []),
    {
      type: 'consent_given',
      actor,
      data: {
        disclosureVersion: consent.version,
        disclosureSha256: consent.sha256,
        locale: consent.locale,
        ...(acknowledged.length > 0 && { acknowledgedFiles: acknowledged.join(' ') }),
        ...viaOf(ceremony.owner),
      },
      personal,
    },
    ...(confirmed ? [confirmed] : []),
    stating(agreement, {
      type: signing.recipientStatus === 'approved' ? 'document_approved' : 'document_signed',
      actor,
      data: {
        ...baseStated(whole.document),
        method: adopted.kind,
        imageSha256: adopted.imageSha256,
        inkSha256: adopted.inkSha256,
        initialsSha256: adopted.initialsSha256,
        initialsInkSha256: adopted.initialsInkSha256,
        typeface: adopted.typeface,
        ...(adopted.savedInBrowser && { savedInBrowser: true }),
        fields: signing.values.length,
        ...servedTo(ceremony.owner),
        ...viaOf(ceremony.owner),
      },
      personal: {
        ...personal,
        signature: adopted.text,
        initials: adopted.initialsText,
        ...Object.fromEntries(values),
      },
    }),
  ];
  if (signing.last) events.push({ type: 'all_signed', actor: { kind: 'system', id: null } });
  return events;
}
