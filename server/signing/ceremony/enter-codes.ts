import { randomBytes } from 'node:crypto';
import {
  codeTries,
  decideCode,
  decideMailCode,
  isMailCodeFresh,
  mailCodeTries,
  plainCode,
} from '#core/ceremony/gate.ts';
import { checkCeremony } from '#core/ceremony/checks.ts';
import { CODES_PER_PART, refuseUnsolicited, unsolicitedSpan } from '#core/mail/unsolicited.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import type { GateAnswer } from '#contract/signing/ceremony.ts';
import { isSame } from '../../foundation/crypto/is-same.ts';
import { isAccessCode } from '../../foundation/crypto/access-code.ts';
import { brandBeside } from '../../records/brand-store.ts';
import { senderWhenSent } from '../../records/sender-store.ts';
import { inTransaction, type Tx } from '../../foundation/db/transaction.ts';
import { findIncludingBin, saveRecipient, type StoredRecipient } from '../../records/document-store.ts';
import { mailsSince, queueMail } from '../../messages/mail/mail-store.ts';
import { countUnsolicited } from '../../records/unsolicited-mail-store.ts';
import { appendEvents } from '../../records/trail/append-event.ts';
import type { Ceremony, Visitor } from './ceremony.ts';
import { isGated, isPass, createPass } from './gate-pass.ts';
import { mailCode } from '../../foundation/crypto/mail-code.ts';
import type { CeremonyDeps } from './deps.ts';
import { asOpenDocument, badLink, lockBeforeGate, personalOf, viaOf, type Visit } from './open-link.ts';

export type Codes = { accessCode?: string | null | undefined; mailCode?: string | null | undefined };

const hour = 3_600_000;

/**
 * Returns the codes that are required before the document is shown. Names the sender but reveals nothing
 * about the document.
 */
export async function viewGate(services: CeremonyDeps, visit: Visit): Promise<GateAnswer | Refusal> {
  const whole = await findIncludingBin(services.db, visit.accountId, visit.documentId);
  const recipient = whole?.recipients.find(({ id }) => id === visit.recipientId);
  if (!whole || !recipient) return badLink;
  const sender = await senderWhenSent(services.db, whole.document);
  const brand = await brandBeside(services, whole.document, sender);
  const open =
    !isGated(recipient) || isPass(services.linkKey, { ...visit, recipient }, visit.pass, services.clock());
  return {
    open,
    sender: sender.name || sender.email,
    brand: brand && { ...brand, address: sender.email },
    accessCode: recipient.accessCodeHash !== null,
    mailCode: recipient.mailCode,
    sentTo: recipient.mailCode ? maskAddress(recipient.email) : null,
    locked: recipient.accessCodeTries >= codeTries || recipient.mailCodeWrong >= mailCodeTries,
  };
}

/** Emails a new one-time code. The previous code stops working. */
export async function sendNewCode(
  services: CeremonyDeps,
  visit: Visit,
  visitor: Visitor,
): Promise<Refusal | undefined> {
  return inTransaction(services.db, async (tx) => {
    const now = services.clock();
    const ceremony = await beforeGate(tx, services, visit, now);
    if (isRefusal(ceremony)) return ceremony;
    const { whole, recipient } = ceremony;
    if (!recipient.mailCode)
      return refuse('code-required', 'This document does not require a code by email.');
    if (recipient.mailCodeWrong >= mailCodeTries) return outOfTries;
    const codes = { ...visit, address: recipient.email, kinds: ['code' as const] };
    const sent = await mailsSince(tx, codes, now - unsolicitedSpan);
    const tooMany = decideMailCode(
      sent.filter((at) => at > now - hour),
      now,
    );
    if (tooMany) return tooMany;
    const isFree = sent.length < CODES_PER_PART;
    const wait = isFree ? 0 : await countUnsolicited(tx, { kind: 'code', address: recipient.email }, now);
    // Visitors may not know the address, so only part of it is shown until the code is entered.
    if (wait > 0) return refuseUnsolicited(maskAddress(recipient.email), wait);
    await saveRecipient(tx, whole.document, recipient.id, {
      mail_code_nonce: randomBytes(16).toString('base64url'),
      mail_code_at: new Date(now),
      mail_code_tries: 0,
    });
    const to = { name: recipient.name, address: recipient.email };
    const { accountId, documentId, recipientId } = visit;
    await queueMail(tx, services.jobs, { accountId, documentId, recipientId, kind: 'code', to }, now);
    await appendEvents(tx, visit, now, [eventOf(ceremony, 'code_sent', 'mail', visitor)]);
    return undefined;
  });
}

/**
 * Checks all required codes together. Returns the pass that opens the link in this browser, or which code was
 * wrong. Failed attempts are counted under the document lock, so that parallel attempts give no advantage.
 */
export async function enterCodes(
  services: CeremonyDeps,
  visit: Visit,
  codes: Codes,
  visitor: Visitor,
): Promise<{ pass: string } | Refusal> {
  return inTransaction(services.db, async (tx) => {
    const now = services.clock();
    const ceremony = await beforeGate(tx, services, visit, now);
    if (isRefusal(ceremony)) return ceremony;
    const { whole, recipient } = ceremony;
    const entered = { tx, ceremony, visitor, now };
    const wrong =
      (await tryAccessCode(entered, codes.accessCode ?? '')) ??
      (await tryMailCode(entered, codes.mailCode ?? '', services.linkKey));
    if (wrong) return wrong;
    const asked = [recipient.accessCodeHash !== null && 'access', recipient.mailCode && 'mail'] as const;
    const passed = asked.filter((kind) => kind !== false);
    await saveRecipient(tx, whole.document, recipient.id, {
      access_code_tries: 0,
      mail_code_tries: 0,
      mail_code_wrong: 0,
      mail_code_nonce: null,
    });
    await appendEvents(
      tx,
      visit,
      now,
      passed.map((kind) => eventOf(ceremony, 'code_passed', kind, visitor)),
    );
    return { pass: createPass(services.linkKey, { ...visit, recipient }, now) };
  });
}

/** Locks the part of this link, if people who know its codes may still open it. */
async function beforeGate(
  tx: Tx,
  services: CeremonyDeps,
  visit: Visit,
  now: number,
): Promise<Ceremony | Refusal> {
  const ceremony = await lockBeforeGate(tx, services, visit);
  if (isRefusal(ceremony)) return ceremony;
  const { whole, recipient } = ceremony;
  // The record of an ended document also requires the codes.
  if (ended.has(whole.document.status)) return ceremony;
  return checkCeremony('view', { document: asOpenDocument(whole), recipient, now }) ?? ceremony;
}

const ended: ReadonlySet<string> = new Set(['declined', 'voided', 'expired']);

type Entered = { tx: Tx; ceremony: Ceremony; visitor: Visitor; now: number };

async function tryAccessCode(entered: Entered, code: string): Promise<Refusal | undefined> {
  const { recipient } = entered.ceremony;
  if (recipient.accessCodeHash === null) return undefined;
  const wrongTries = recipient.accessCodeTries;
  const right = wrongTries < codeTries && code !== '' && (await isAccessCode(recipient.accessCodeHash, code));
  return count(entered, 'access', wrongTries, right);
}

async function tryMailCode(entered: Entered, code: string, key: Uint8Array): Promise<Refusal | undefined> {
  const { recipient } = entered.ceremony;
  if (!recipient.mailCode) return undefined;
  if (recipient.mailCodeWrong >= mailCodeTries) return outOfTries;
  const nonce = isMailCodeFresh(recipient, entered.now) ? recipient.mailCodeNonce : null;
  if (nonce === null) {
    return refuse('code-wrong', 'The code from the email has expired. Request a new one.');
  }
  return count(entered, 'mail', recipient.mailCodeTries, isSame(plainCode(code), mailCode(key, nonce)));
}

/** Failed attempts are committed even though the request is refused. */
async function count(
  { tx, ceremony, visitor, now }: Entered,
  kind: 'access' | 'mail',
  wrongTries: number,
  right: boolean,
): Promise<Refusal | undefined> {
  const outcome = decideCode({ wrongTries, right });
  if (outcome === 'passed') return undefined;
  if (outcome !== 'already-locked') {
    const tries = wrongTries + 1;
    const change = kind === 'access' ? { access_code_tries: tries } : mailCodeWrong(ceremony.recipient);
    await saveRecipient(tx, ceremony.whole.document, ceremony.recipient.id, change);
    const type = outcome === 'locked' ? 'code_locked' : 'code_failed';
    await appendEvents(tx, ceremony.owner, now, [eventOf(ceremony, type, kind, visitor)]);
  }
  return outcome === 'wrong' ? wrong(kind, codeTries - wrongTries - 1) : locked(kind);
}

/** Counts attempts per code and in total. Requesting a new code does not reset the total. */
function mailCodeWrong({ mailCodeTries: tries, mailCodeWrong: all }: StoredRecipient) {
  return { mail_code_tries: tries + 1, mail_code_wrong: all + 1 };
}

const outOfTries = refuse(
  'code-locked',
  'Too many wrong codes. Ask the sender to open this document for you again.',
);

function wrong(kind: 'access' | 'mail', left: number): Refusal {
  const which = kind === 'access' ? 'The access code' : 'The code from the email';
  return refuse('code-wrong', `${which} is wrong. Attempts left: ${left}.`);
}

function locked(kind: 'access' | 'mail'): Refusal {
  return kind === 'access'
    ? refuse('code-locked', 'Too many wrong access codes. Ask the sender for a new one.')
    : refuse('code-locked', 'Too many wrong codes from the email. Request a new one.');
}

function eventOf(
  { owner, recipient }: Ceremony,
  type: 'code_sent' | 'code_passed' | 'code_failed' | 'code_locked',
  code: 'access' | 'mail',
  visitor: Visitor,
) {
  return {
    type,
    actor: { kind: 'recipient' as const, id: owner.recipientId },
    data: { code, ...viaOf(owner) },
    personal: personalOf(recipient, visitor),
  };
}

/**
 * Returns text such as 'g•••@harbour.example': enough to recognize the mailbox, but not to learn the address.
 */
function maskAddress(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}•••${email.slice(at)}`;
}
