import { disclosureFor, disclosureText } from '#core/consent/disclosure.ts';
import { notShown } from '#core/ceremony/checks.ts';
import { decideSigning } from '#core/ceremony/act.ts';
import { publicStatus } from '#core/document/lifecycle.ts';
import type { Language } from '#core/language/language.ts';
import { isRefusal, type Refusal } from '#core/refusal.ts';
import { signingDay } from '#core/field/date-text.ts';
import type { SignAnswer, SignBody } from '#contract/ceremony.ts';
import { senderWhenSent } from '../records/sender-store.ts';
import { inTransaction, type Tx } from '../db/transaction.ts';
import { statedAgreement } from '../trail/agreement-store.ts';
import { sha256 } from '../crypto/sha256.ts';
import { agreedIn } from './agreed-in.ts';
import { adoptSignature, marksOf, type AdoptedSignature } from './adopt-signature.ts';
import { ceremonyLanguage } from './ceremony-language.ts';
import { attachmentsOf } from './attachment-store.ts';
import type { Ceremony, Visitor } from './ceremony.ts';
import { recordSigning, type SigningAct } from './record-signing.ts';
import { confirmByPasskey } from './confirm-by-passkey.ts';
import { checkDrawn, checkPrintable, type MeasuredFor } from './check-printable.ts';
import { howSeen } from './shown-page.ts';
import type { Services } from '../services.ts';
import { asOpenDocument, lockCeremony, type Visit } from './open-link.ts';

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
    const unsealable = await checkDrawn(services, visit, body, adopted);
    if (unsealable) return unsealable;
    const request = { body, adopted, stored, visitor, measuredFor };
    try {
      return await inTransaction(services.db, (tx) =>
        once(tx, () => signLocked(tx, services, visit, request)),
      );
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

async function signLocked(
  tx: Tx,
  services: Services,
  visit: Visit,
  { body, adopted, stored, visitor, measuredFor }: Request,
): Promise<SignAnswer | Refusal> {
  const ceremony = await lockCeremony(tx, services, visit);
  if (isRefusal(ceremony)) return ceremony;
  const { name, email } = ceremony.recipient;
  // Of a document in the bin nothing was measured, however often it is tried: it is over, and is refused below.
  if (measuredFor && (name !== measuredFor.name || email !== measuredFor.email))
    throw new CorrectedMeanwhile();
  const now = services.clock();
  const passkey = ceremony.recipient.passkey === 'none' ? null : (body.passkey ?? null);
  const seen = howSeen(ceremony, body.shownSha256);
  const attempt = {
    shown: seen !== undefined,
    consent: body.consent === true,
    ...marksOf(adopted),
    values: body.fields ?? [],
    signingDay: body.signingDay ?? undefined,
    attached: await attachmentsOf(tx, visit),
    formats: ceremony.whole.document.formats,
    passkey: { rule: ceremony.recipient.passkey, confirmed: passkey !== null },
  };
  const signing = decideSigning(
    asOpenDocument(ceremony.whole),
    ceremony.recipient,
    attempt,
    now,
    signingDay(now, ceremony.whole.document.formats),
  );
  const agreement = await statedAgreement(tx, ceremony.whole);
  // A document that was altered cannot be opened either: to say so helps more than to ask for it to be opened.
  if (isRefusal(signing)) return signing === notShown && isRefusal(agreement) ? agreement : signing;
  if (isRefusal(agreement)) return agreement;
  if (!measuredFor) throw new CorrectedMeanwhile();
  const language = agreedIn(
    ceremony.owner.disclosuresServed,
    body,
    ceremonyLanguage(body.locale, ceremony.recipient, visitor.language),
  );
  if (isRefusal(language)) return language;
  const confirmed =
    passkey && (await confirmByPasskey(tx, services, { ...ceremony, agreement }, passkey, visitor));
  if (isRefusal(confirmed)) return confirmed;
  if (!stored) throw new NotStoredYet();
  const consent = await consentGiven(tx, ceremony, language);
  await recordSigning(tx, services, {
    ceremony,
    signing,
    adopted: adopted!,
    consent,
    retrieved: seen === 'program',
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

/** The words the consent box stood for, by their hash, so that nobody can later claim other ones (L-04). */
async function consentGiven(tx: Tx, { whole }: Ceremony, locale: Language): Promise<SigningAct['consent']> {
  const sender = await senderWhenSent(tx, whole.document);
  const disclosure = disclosureFor({ senderName: sender.name, senderEmail: sender.email }, locale);
  return { version: disclosure.version, sha256: sha256(disclosureText(disclosure)), locale };
}
