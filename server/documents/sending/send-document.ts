import type { Kysely } from 'kysely';
import { baseStated } from '#core/document/agreement.ts';
import { decideSend, type Sending } from '#core/document/send.ts';
import { readMarkKinds, type AllowedMarks } from '#core/ceremony/mark-kind.ts';
import { warningTime } from '#core/document/manage.ts';
import type { ReminderRule } from '#core/document/sending-terms.ts';
import { changeFormats, type DocumentFormats } from '#core/formats/formats.ts';
import { mustBeConfirmed } from '#core/permission/confirmed-address.ts';
import { plans } from '#core/plan/plans.ts';
import { isPartialReader } from '#core/recipient/chosen-files.ts';
import { isInvitedByMail } from '#core/recipient/recipient.ts';
import { isRefusal, type Refusal } from '#core/refusal.ts';
import type { SendBody } from '#contract/documents/documents.ts';
import { lockMembership } from '../../records/member.ts';
import { lockPlanUsage, type PlanRules } from '../../records/plan-store.ts';
import { invite } from '../invitations/invite.ts';
import { rememberRecipients } from '../../accounts/contacts/contact-store.ts';
import { isInPrivateFolder } from '../../records/visibility-store.ts';
import type { Tx } from '../../foundation/db/transaction.ts';
import { refuseByChoice } from '../../records/mail-choice-store.ts';
import { lockMailCounts, readMailLimits, refuseMails } from '../../messages/mail/mail-limit-store.ts';
import { newAgreement, stating } from '../../records/trail/agreement-store.ts';
import { findSignatureKinds, mustProtectLinks, refuseUnprotected } from '../../records/account-settings.ts';
import { returnUrlToSend } from '../../records/return-url-store.ts';
import { appendEvents } from '../../records/trail/append-event.ts';
import { fitFor } from '../../ports/pdf-engine.ts';
import { checkPrefilled } from '../draft/check-prefilled.ts';
import { cleanMessage } from '#core/mail/clean-message.ts';
import { byOwner, chosenByMember, type Owner } from '../../records/owner.ts';
import { brandInForce } from '../../records/brand-store.ts';
import { defaultFormats } from '../../records/formats-store.ts';
import {
  findDocument,
  lockDocument,
  replaceFields,
  replaceRecipients,
  saveDocument,
  type NewRecipient,
} from '../../records/document-store.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import type { StoredDocument, WholeDocument } from '../../records/document.ts';
import { findSender } from '../../records/sender-store.ts';
import { accessCodeRequired, nameRecipientsIn, notFound, withCodes } from '../draft/edit-draft.ts';
import { inOrder } from '../draft/in-order.ts';
import { subjectOf } from '../draft/terms.ts';
import type { SendingDeps } from './deps.ts';
import { prefillCompanies } from './prefill-companies.ts';
import { settleFiles } from './settle-files.ts';

/**
 * Sends a draft within the caller's transaction (T-02): freezes the base file, starts the first turn and
 * queues one email per recipient. The request may repeat the recipients, who then keep their fields. If it
 * returns a refusal, nothing has been written. `whenMany` decides what happens when the account has sent many
 * emails (S-15): the request is refused, or the emails wait, as in a bulk send.
 */
export async function sendInTransaction(
  tx: Tx,
  services: Pick<SendingDeps, 'jobs' | 'pdf' | 'clock' | 'plans' | 'newAccountMails' | 'sealable'>,
  owner: Owner,
  id: string,
  request: SendBody,
  whenMany: 'refuse' | 'wait',
): Promise<Refusal | undefined> {
  const mayNot = mustBeConfirmed(owner) ?? (await lockMembership(tx, owner, 'document.send', services));
  if (mayNot) return mayNot;
  const now = services.clock();
  const whole = await lockDocument(tx, owner.accountId, id);
  if (!whole) return notFound;
  const named = await namedIn(tx, whole, request, now);
  if (isRefusal(named)) return named;
  const { signingOrder } = named;
  const recipients = await settleFiles(tx, whole.document, await withCodes<Named>(named.recipients));
  if (isRefusal(recipients)) return recipients;
  const codeless = recipients.find(({ accessCodeRequired }) => accessCodeRequired);
  if (codeless) return accessCodeRequired(codeless.name || codeless.email);
  const linksProtected = await mustProtectLinks(tx, whole.document);
  const unprotected = refuseUnprotected(recipients, linksProtected);
  if (unprotected) return unprotected;
  const pdf = fitFor(services.pdf, owner.accountId);
  const formats = await formatsOf(tx, whole.document, owner, request);
  const draft = {
    status: whole.document.status,
    signingOrder,
    recipients: recipients.map((recipient) => ({ ...recipient, status: 'waiting' as const })),
    fields: await prefillCompanies(tx, pdf, owner.accountId, {
      ...{ fields: whole.fields, recipients: chosenByMember(owner, recipients), formats },
    }),
  };
  const plan = await lockPlanUsage(tx, owner.accountId, services);
  const recipientLimit = plans[plan].limits.recipientsPerDocument;
  const sending = decideSend(draft, { expirationDays: daysOf(whole.document, request), recipientLimit }, now);
  if (isRefusal(sending)) return sending;
  const returnUrl = await returnUrlToSend(tx, whole.document, request.returnUrl);
  if (isRefusal(returnUrl)) return returnUrl;
  const unprintable = await checkPrefilled(pdf, sending.fields, recipients, formats);
  if (unprintable) return unprintable;
  const names = await namesOf(tx, whole.document, owner, services);
  const unsealable = await services.sealable.check({
    document: { ...whole.document, formats },
    fields: sending.fields,
    recipients,
    ...names,
  });
  if (unsealable) return unsealable;
  const unmailable = await refuseToMail(tx, services, owner, {
    all: recipients.filter(isInvitedByMail),
    first: sending.invite.filter(isInvitedByMail),
    whenMany,
  });
  if (unmailable) return unmailable;

  await replaceRecipients(tx, whole.document, draft.recipients);
  await replaceFields(tx, whole.document, sending.fields);
  await saveSent(tx, whole.document, {
    ...{ request, signingOrder, returnUrl, formats, linksProtected, sending, now, recipients },
    signatureKinds: await signatureKindsOf(tx, whole.document, request),
  });
  await recordSent(tx, whole.document, { ...owner, accountName: names.accountName }, sending, now);
  if (!whole.document.test) {
    const secret = await isInPrivateFolder(tx, whole.document);
    await rememberRecipients(tx, { ...owner, secret }, chosenByMember(owner, draft.recipients), now);
  }
  await invite(
    tx,
    services,
    { ...whole.document, reminderRule: remindersOf(whole.document, request) },
    sending.invite,
    now,
    {
      pace: whenMany === 'wait' ? await readMailLimits(tx, owner.accountId, services) : undefined,
      present: owner.through?.present,
    },
  );
  return undefined;
}

/**
 * Also checks recipients of later turns. Otherwise sending to another person first would bypass both limits.
 * Blocked recipients cause a refusal even with `wait`, because waiting does not unblock them.
 */
async function refuseToMail(
  tx: Tx,
  services: Pick<SendingDeps, 'clock' | 'plans' | 'newAccountMails'>,
  { accountId }: Owner,
  to: { all: readonly { email: string }[]; first: readonly { email: string }[]; whenMany: 'refuse' | 'wait' },
): Promise<Refusal | undefined> {
  const addresses = [...new Set(to.all.map(({ email }) => email.toLowerCase()))];
  const unwanted = await refuseByChoice(tx, accountId, addresses, services.clock());
  if (unwanted) return unwanted;
  if (to.whenMany === 'refuse') return refuseMails(tx, accountId, to.first, services);
  await lockMailCounts(tx, accountId, addresses);
  return undefined;
}

/**
 * Runs the preflight before taking the document lock, because it takes a moment and would block others. Under
 * the lock its cached result is used, unless the draft has changed.
 */
export async function preflightSend(
  services: Pick<SendingDeps, 'db' | 'clock' | 'plans' | 'sealable'>,
  owner: Owner,
  id: string,
  request: SendBody,
): Promise<void> {
  const whole = await findDocument(services.db, owner.accountId, id);
  if (!whole) return;
  const now = services.clock();
  const named = await namedIn(services.db, whole, request, now);
  if (isRefusal(named)) return;
  const { signingOrder, recipients } = named;
  const draft = {
    status: whole.document.status,
    signingOrder,
    fields: whole.fields,
    recipients: recipients.map((recipient) => ({ ...recipient, status: 'waiting' as const })),
  };
  const sending = decideSend(draft, { expirationDays: undefined, recipientLimit: null }, now);
  if (isRefusal(sending)) return;
  const names = await namesOf(services.db, whole.document, owner, services);
  const formats = await formatsOf(services.db, whole.document, owner, request);
  await services.sealable.check({
    document: { ...whole.document, formats },
    fields: sending.fields,
    recipients,
    ...names,
  });
}

/** Returns the formats from the request, the draft or the account, in that order. */
async function formatsOf(
  db: Kysely<Schema>,
  document: StoredDocument,
  owner: Owner,
  request: SendBody,
): Promise<DocumentFormats> {
  return changeFormats(document.formats ?? (await defaultFormats(db, owner)), request.formats);
}

/**
 * Returns the kinds of signatures that signers may use. Later changes to the account do not affect the
 * document.
 */
async function signatureKindsOf(
  db: Kysely<Schema>,
  { accountId, signatureKinds }: StoredDocument,
  request: SendBody,
): Promise<AllowedMarks> {
  const { signatureKinds: kinds = signatureKinds } = request;
  return readMarkKinds(kinds) ?? (await findSignatureKinds(db, accountId));
}

/** Returns the recipients from the request, or else from the draft, with their turns. */
async function namedIn(db: Kysely<Schema>, whole: WholeDocument, request: SendBody, now: number) {
  const named = request.recipients
    ? await nameRecipientsIn(db, whole, request.recipients, now)
    : whole.recipients;
  if (isRefusal(named)) return named;
  return inOrder<Unturned>(whole, named, { chosen: request.signingOrder, keepTurns: true });
}

type Unturned = Omit<Named, 'turn'> & { turn?: number | undefined; order?: number | undefined };
type Named = NewRecipient & { accessCodeHash: string | null; newCode?: string | null | undefined };

/**
 * Returns the number of days until the deadline: from the request, or else copied from the source document or
 * template.
 */
function daysOf({ expirationDays }: StoredDocument, request: SendBody): unknown {
  return request.expirationDays === undefined ? (expirationDays ?? undefined) : request.expirationDays;
}

function remindersOf({ reminderRule }: StoredDocument, { reminders }: SendBody): ReminderRule {
  return reminders === undefined ? reminderRule : reminders;
}

async function saveSent(
  tx: Tx,
  document: StoredDocument,
  sent: {
    request: SendBody;
    signingOrder: StoredDocument['signingOrder'];
    returnUrl: string;
    formats: DocumentFormats;
    linksProtected: boolean;
    signatureKinds: AllowedMarks;
    sending: Sending;
    now: number;
    recipients: readonly NewRecipient[];
  },
): Promise<void> {
  await saveDocument(tx, document, {
    status: sent.sending.status,
    signing_order: sent.signingOrder,
    formats: sent.formats,
    subject:
      sent.request.subject === undefined
        ? document.subject
        : subjectOf(sent.request.subject ?? '', document.test),
    message: sent.request.message === undefined ? document.message : cleanMessage(sent.request.message ?? ''),
    expiration_days: Math.round((sent.sending.expiresAt - sent.now) / 86_400_000),
    expires_at: new Date(sent.sending.expiresAt),
    warn_at: new Date(warningTime(sent.now, sent.sending.expiresAt)),
    reminder_every_days: remindersOf(document, sent.request)?.everyDays ?? null,
    reminder_max: remindersOf(document, sent.request)?.most ?? null,
    delegation_allowed: sent.request.allowDelegation ?? document.delegationAllowed,
    return_url: sent.returnUrl,
    signature_kinds: sent.signatureKinds,
    links_protected: sent.linksProtected,
    separate_files:
      sent.recipients.some(isPartialReader) ||
      (sent.request.separateFiles ?? document.separateFiles ?? false),
    separate_certificate: sent.request.separateCertificate ?? document.separateCertificate ?? false,
    sent_at: new Date(sent.now),
    updated_at: new Date(sent.now),
    revision: document.revision + 1,
  });
}

/**
 * Returns the names that appear on the certificate page in addition to the recipients. The preflight must
 * have glyphs for their scripts.
 */
async function namesOf(db: Kysely<Schema>, document: StoredDocument, sender: Owner, rules: PlanRules) {
  return {
    senderName: sender.name,
    ownerName: (await onBehalfOf(db, document, sender)).onBehalfOf,
    accountName: await accountNameOf(db, sender, rules),
  };
}

/** Returns the account name if the plan includes it, and an empty text otherwise. */
async function accountNameOf(db: Kysely<Schema>, { accountId }: Owner, rules: PlanRules): Promise<string> {
  return (await brandInForce(db, accountId, rules))?.name ?? '';
}

async function recordSent(
  tx: Tx,
  document: StoredDocument,
  owner: Owner & { accountName: string },
  sending: Sending,
  now: number,
): Promise<void> {
  const { actor, personal } = byOwner(owner);
  // Reads the stored rows instead of the request, because all later actions and the seal use these rows.
  const stored = await lockDocument(tx, document.accountId, document.id);
  if (!stored) throw new Error(`Document ${document.id} disappeared while it was sent`);
  await appendEvents(tx, { accountId: document.accountId, documentId: document.id }, now, [
    stating(newAgreement(stored), {
      type: 'document_sent',
      actor,
      data: {
        ...baseStated(document),
        recipients: stored.recipients.length,
        fields: sending.fields.length,
        expiresAt: new Date(sending.expiresAt).toISOString(),
        senderConfirmedAt: owner.confirmedAt === null ? null : new Date(owner.confirmedAt).toISOString(),
        senderConfirmedBy: owner.confirmedAt === null ? null : owner.confirmedBy,
        ...(owner.through && { through: owner.through.kind }),
      },
      personal: {
        ...personal,
        title: document.title,
        ...(owner.accountName && { account: owner.accountName }),
        ...(await onBehalfOf(tx, document, owner)),
        startedBy: owner.through?.startedBy?.name,
        startedByEmail: owner.through?.startedBy?.email,
      },
    }),
  ]);
}

/**
 * Returns the owner of the draft if another member sends it. The recorded sender is always the member who
 * sent it.
 */
async function onBehalfOf(
  db: Kysely<Schema>,
  document: StoredDocument,
  sender: Owner,
): Promise<{ onBehalfOf?: string; onBehalfOfEmail?: string }> {
  if (document.createdBy === sender.userId) return {};
  const { name, email } = await findSender(db, document);
  return { onBehalfOf: name, onBehalfOfEmail: email };
}
