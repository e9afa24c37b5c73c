import { disclosureFor, disclosureText } from '#core/consent/disclosure.ts';
import { notShown } from '#core/ceremony/checks.ts';
import { decideSigning } from '#core/ceremony/act.ts';
import { filesToAcknowledge } from '#core/document/files.ts';
import { publicStatus } from '#core/document/lifecycle.ts';
import type { Language } from '#core/language/language.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import { signingDay } from '#core/field/values/date-text.ts';
import type { SignAnswer, SignBody } from '#contract/signing/ceremony.ts';
import { senderWhenSent } from '../../../records/sender-store.ts';
import { inTransaction, type Tx } from '../../../foundation/db/transaction.ts';
import { statedAgreement } from '../../../records/trail/agreement-store.ts';
import { sha256 } from '../../../foundation/crypto/sha256.ts';
import { findAcceptedAgreement } from './agreed-in.ts';
import { adoptSignature, marksOf, type AdoptedSignature } from './adopt-signature.ts';
import { ceremonyLanguage } from '../ceremony-language.ts';
import { attachmentsOf } from './attachment-store.ts';
import type { Ceremony, Visitor } from '../ceremony.ts';
import { recordSigning, type SigningAct } from './record-signing.ts';
import { confirmByPasskey } from './confirm-by-passkey.ts';
import { checkDrawn, checkPrintable, type MeasuredFor } from './check-printable.ts';
import { displayKind } from '../shown-page.ts';
import type { CeremonyDeps } from '../deps.ts';
import { asOpenDocument, lockCeremony, type Visit } from '../open-link.ts';
import { earlierFor, readSignedParts } from '../signed-parts.ts';

type Request = {
  body: SignBody;
  adopted: AdoptedSignature | undefined;
  /** True if the pictures are already in the file store. */
  stored: boolean;
  visitor: Visitor;
  measuredFor: MeasuredFor | undefined;
};

/**
 * A recipient signs or approves. Checks, signature, values, events, the next invitations and (for the last
 * signer) the sealing job are one transaction under the document lock (S-31), so that concurrent actions come
 * before or after it. `once` wraps the transaction, so that a repeated request gets the first response
 * (S-32).
 */
export async function signDocument<Outcome>(
  services: CeremonyDeps,
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
 * All checks have passed and only the pictures are missing. They are stored outside the transaction, which
 * then runs again, so that refused requests never store a file.
 */
class NotStoredYet extends Error {}

/** The sender corrected the recipient after the texts were measured, so they must be measured again. */
class CorrectedMeanwhile extends Error {}

async function signLocked(
  tx: Tx,
  services: CeremonyDeps,
  visit: Visit,
  { body, adopted, stored, visitor, measuredFor }: Request,
): Promise<SignAnswer | Refusal> {
  const ceremony = await lockCeremony(tx, services, visit);
  if (isRefusal(ceremony)) return ceremony;
  const { name, email } = ceremony.recipient;
  // Texts of documents in the bin are not measured. These documents have ended, so the check below refuses
  // them.
  if (measuredFor && (name !== measuredFor.name || email !== measuredFor.email))
    throw new CorrectedMeanwhile();
  const now = services.clock();
  const passkey = ceremony.recipient.passkey === 'none' ? null : (body.passkey ?? null);
  const seen = displayKind(ceremony, body.shownSha256);
  const attempt = {
    shown: seen !== undefined,
    consent: body.consent === true,
    ...marksOf(adopted),
    values: body.fields ?? [],
    signingDay: body.signingDay ?? undefined,
    attached: await attachmentsOf(tx, visit),
    earlier: earlierFor(ceremony.whole, ceremony.recipient, await readSignedParts(tx, visit)),
    fromPage: typeof body.shownSha256 === 'string',
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
  // Signers cannot open an altered document either, so reporting the alteration helps more than asking them
  // to open it.
  if (isRefusal(signing)) return signing === notShown && isRefusal(agreement) ? agreement : signing;
  if (isRefusal(agreement)) return agreement;
  const acknowledged = filesToAcknowledge(ceremony.whole.document.files);
  if (acknowledged.some((id) => !body.acknowledgedFiles?.includes(id))) return filesNotAcknowledged;
  if (!measuredFor) throw new CorrectedMeanwhile();
  const language = findAcceptedAgreement(
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
    acknowledged,
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

const filesNotAcknowledged = refuse(
  'files-not-acknowledged',
  'Confirm that you have read every file that asks for it, then sign.',
);

/**
 * Returns the hash of the disclosure to which the signer agreed, so that no one can later claim that it was a
 * different text (L-04).
 */
async function consentGiven(tx: Tx, { whole }: Ceremony, locale: Language): Promise<SigningAct['consent']> {
  const sender = await senderWhenSent(tx, whole.document);
  const disclosure = disclosureFor({ senderName: sender.name, senderEmail: sender.email }, locale);
  return { version: disclosure.version, sha256: sha256(disclosureText(disclosure)), locale };
}
