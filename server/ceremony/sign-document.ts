import { disclosureFor, disclosureText, disclosureVersion } from '#core/consent/disclosure.ts';
import { notShown } from '#core/ceremony/checks.ts';
import { decideSigning, type Signing } from '#core/ceremony/act.ts';
import { isSamePerson } from '#core/document/tend.ts';
import { publicStatus } from '#core/document/lifecycle.ts';
import type { Language } from '#core/language/language.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import type { SignAnswer, SignBody } from '#contract/ceremony.ts';
import { findSender, senderWhenSent } from '../records/sender-store.ts';
import { inTransaction, type Tx } from '../db/transaction.ts';
import { saveDocument, saveRecipient } from '../records/document-store.ts';
import { ownerWantsMail } from '../bell/notice-store.ts';
import { queueNews } from '../mail/mail-store.ts';
import { statedAgreement, stating, type AgreementStated } from '../trail/agreement-store.ts';
import { appendEvents, type NewEvent } from '../trail/append-event.ts';
import { sha256 } from '../crypto/sha256.ts';
import { adoptSignature, type AdoptedSignature } from './adopt-signature.ts';
import { ceremonyLanguage } from './ceremony-language.ts';
import { attachmentsOf } from './attachment-store.ts';
import type { Ceremony, Visitor } from './ceremony.ts';
import { confirmByPasskey } from './confirm-by-passkey.ts';
import { checkDrawn, checkPrintable, type MeasuredFor } from './check-printable.ts';
import { forgetDrafts } from '../records/ceremony-draft-store.ts';
import { invite } from '../invitations/invite.ts';
import { nameDisclosure } from '../records/link-store.ts';
import type { Services } from '../services.ts';
import { asOpenDocument, lockCeremony, personalOf, servedTo, viaOf, type Visit } from './open-link.ts';

type SigningAct = {
  ceremony: Ceremony;
  signing: Signing;
  adopted: AdoptedSignature;
  consent: { version: string; sha256: string; locale: Language };
  agreement: AgreementStated;
  /** That a passkey has confirmed it; null when none was used. */
  confirmed: NewEvent | null;
  visitor: Visitor;
  now: number;
};

type Request = {
  body: SignBody;
  adopted: AdoptedSignature | undefined;
  /** Whether the pictures are in the store. */
  stored: boolean;
  visitor: Visitor;
  measuredFor: MeasuredFor | undefined;
};

/**
 * A recipient signs or approves. Checks, signature, values, events, the next invitations and (for the last
 * one) the job that seals are one transaction under the document's lock (S-31): whatever else is tried at the
 * same moment comes before or after it, never in between. `once` wraps the work of the transaction, so that a
 * repeated request is answered as the first one was (S-32).
 */
export async function signDocument<Outcome>(
  services: Services,
  visit: Visit,
  body: SignBody,
  visitor: Visitor,
  once: (tx: Tx, act: () => Promise<SignAnswer | Refusal>) => Promise<Outcome>,
): Promise<Outcome | Refusal> {
  const adopted = adoptSignature(body);
  if (isRefusal(adopted)) return adopted;
  let stored = adopted === undefined || adopted.pictures.length === 0;
  for (;;) {
    let measuredFor: MeasuredFor | undefined;
    const unprintable = await checkPrintable(services, visit, body, adopted, (at) => (measuredFor = at));
    if (unprintable) return unprintable;
    const unsealable = await checkDrawn(services, visit, adopted);
    if (unsealable) return unsealable;
    const request = { body, adopted, stored, visitor, measuredFor };
    try {
      return await inTransaction(services.db, (tx) => once(tx, () => signIn(tx, services, visit, request)));
    } catch (error) {
      if (error instanceof NotStoredYet) {
        for (const picture of adopted?.pictures ?? []) await services.files.put(picture);
        stored = true;
      } else if (!(error instanceof CorrectedMeanwhile)) throw error;
    }
  }
}

/**
 * The act has passed every check, and only its pictures are missing: they are stored outside of the transaction, and
 * then it is done anew. Whoever is refused, however often, leaves no file.
 */
class NotStoredYet extends Error {}

/** The sender corrected the recipient between the measuring and the lock: what is to be printed is measured again. */
class CorrectedMeanwhile extends Error {}

async function signIn(
  tx: Tx,
  services: Services,
  visit: Visit,
  { body, adopted, stored, visitor, measuredFor }: Request,
): Promise<SignAnswer | Refusal> {
  const ceremony = await lockCeremony(tx, services, visit);
  if (isRefusal(ceremony)) return ceremony;
  const { name, email } = ceremony.recipient;
  if (name !== measuredFor?.name || email !== measuredFor.email) throw new CorrectedMeanwhile();
  const now = services.clock();
  const passkey = ceremony.recipient.passkey === 'none' ? null : (body.passkey ?? null);
  const attempt = {
    shown: ceremony.owner.fileServedAt !== null && ceremony.owner.openedAt !== null,
    consent: body.consent === true,
    hasSignature: adopted !== undefined,
    hasInitials: adopted !== undefined && (adopted.initialsSha256 !== null || adopted.initialsText !== null),
    values: body.fields ?? [],
    attached: await attachmentsOf(tx, visit),
    passkey: { rule: ceremony.recipient.passkey, confirmed: passkey !== null },
  };
  const signing = decideSigning(
    asOpenDocument(ceremony.whole),
    ceremony.recipient,
    attempt,
    now,
    dateText(now),
  );
  const agreement = await statedAgreement(tx, ceremony.whole);
  // What was altered cannot be opened either: to say so helps more than to ask for it to be opened.
  if (isRefusal(signing)) return signing === notShown && isRefusal(agreement) ? agreement : signing;
  if (isRefusal(agreement)) return agreement;
  const language = ceremonyLanguage(body.locale, ceremony.recipient, visitor.language);
  if (!wereShown(ceremony, body.disclosureVersion, language)) return disclosureOutdated;
  const confirmed =
    passkey && (await confirmByPasskey(tx, services, { ...ceremony, agreement }, passkey, visitor));
  if (isRefusal(confirmed)) return confirmed;
  if (!stored) throw new NotStoredYet();
  const consent = await consentGiven(tx, ceremony, language);
  await record(tx, services, {
    ceremony,
    signing,
    adopted: adopted!,
    consent,
    agreement,
    confirmed,
    visitor,
    now,
  });
  const { document } = ceremony.whole;
  const status = publicStatus(signing.status);
  return {
    document: { id: document.id, title: document.title, status, sealing: signing.last },
    recipient: {
      id: visit.recipientId,
      status: signing.recipientStatus,
      signedAt: new Date(now).toISOString(),
    },
  };
}

/** Nobody agrees to words they were not shown (L-06). */
const disclosureOutdated = refuse(
  'consent-missing',
  'The disclosure has changed since you opened this page. Reload it, read the new one and agree again; your entries are kept.',
);

/** Whether these are the words of today, and went out to this link in this language. */
function wereShown({ owner }: Ceremony, version: string | null | undefined, language: Language): boolean {
  return (
    version === disclosureVersion && owner.disclosuresServed.includes(nameDisclosure({ version, language }))
  );
}

/** What date fields show, by the server's clock in UTC (T-10), in the specification's format (§9). */
export function dateText(now: number): string {
  return new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  }).format(now);
}

/** The words the consent box stood for, by their hash, so that nobody can later claim other ones (L-04). */
async function consentGiven(tx: Tx, { whole }: Ceremony, locale: Language): Promise<SigningAct['consent']> {
  const sender = await senderWhenSent(tx, whole.document);
  const disclosure = disclosureFor({ senderName: sender.name, senderEmail: sender.email }, locale);
  return { version: disclosure.version, sha256: sha256(disclosureText(disclosure)), locale };
}

async function record(tx: Tx, services: Services, act: SigningAct): Promise<void> {
  const { ceremony, signing, now } = act;
  const { document } = ceremony.whole;
  await insertSignature(tx, act);
  await insertValues(tx, act);
  await forgetDrafts(tx, ceremony.owner);
  await saveRecipient(tx, document, ceremony.recipient.id, {
    status: signing.recipientStatus,
    acted_at: new Date(now),
  });
  await saveDocument(tx, document, { status: signing.status, updated_at: new Date(now) });
  const events = eventsOf(act);
  const first = (await appendEvents(tx, ceremony.owner, now, events)) - events.length + 1;
  const seq =
    first + events.findIndex(({ type }) => type === 'document_signed' || type === 'document_approved');
  await tellSender(tx, services, act, seq);
  await invite(tx, services, document, signing.invite, now);
  if (signing.last) {
    await services.jobs.enqueue(tx, 'seal-document', {
      accountId: document.accountId,
      documentId: document.id,
    });
  }
}

/** Of the last one the sealed copy tells, unless its sender wants no mail about that. */
async function tellSender(
  tx: Tx,
  { jobs }: Services,
  { ceremony, signing, now }: SigningAct,
  eventSeq: number,
): Promise<void> {
  const { document } = ceremony.whole;
  if (signing.last && (await ownerWantsMail(tx, ceremony.owner, 'document-completed'))) return;
  const sender = await findSender(tx, document);
  // Who signs their own document knows that they did.
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
  const rows = signing.values.map(({ fieldId, value }) => ({
    account_id: document.accountId,
    document_id: document.id,
    field_id: fieldId,
    recipient_id: ceremony.recipient.id,
    value,
    filled_at: new Date(now),
  }));
  await tx.insertInto('field_values').values(rows).execute();
}

function eventsOf(act: SigningAct): NewEvent[] {
  const { ceremony, signing, adopted, consent, agreement, confirmed, visitor } = act;
  const { recipient, whole } = ceremony;
  const actor = { kind: 'recipient' as const, id: recipient.id };
  const personal = personalOf(recipient, visitor);
  const values = signing.values.map(({ fieldId, value }): [string, string] => [`field:${fieldId}`, value]);
  const events: NewEvent[] = [
    {
      type: 'consent_given',
      actor,
      data: {
        disclosureVersion: consent.version,
        disclosureSha256: consent.sha256,
        locale: consent.locale,
        ...viaOf(ceremony.owner),
      },
      personal,
    },
    ...(confirmed ? [confirmed] : []),
    stating(agreement, {
      type: signing.recipientStatus === 'approved' ? 'document_approved' : 'document_signed',
      actor,
      data: {
        baseSha256: whole.document.baseSha256,
        method: adopted.kind,
        imageSha256: adopted.imageSha256,
        inkSha256: adopted.inkSha256,
        initialsSha256: adopted.initialsSha256,
        initialsInkSha256: adopted.initialsInkSha256,
        typeface: adopted.typeface,
        fields: values.length,
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
