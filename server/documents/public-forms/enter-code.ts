import { codeTries, decideCode, mailCodeLifetime, plainCode } from '#core/ceremony/gate.ts';
import { isSamePerson } from '#core/document/manage.ts';
import { hasActed } from '#core/recipient/recipient.ts';
import { isSame } from '../../foundation/crypto/is-same.ts';
import { linkToken } from '../../foundation/crypto/signing-link.ts';
import type { Tx } from '../../foundation/db/transaction.ts';
import { lockDocument } from '../../records/document-store.ts';
import { findFormLink, issueLink } from '../../records/link-store.ts';
import type { From } from '../../records/owner.ts';
import { appendEvents } from '../../records/trail/append-event.ts';
import { confirm, sendEntry, type Confirmed } from './confirm-entry.ts';
import type { PublicFormsDeps } from './deps.ts';
import { entryCode } from './form-secrets.ts';
import { saveWrongCode } from './form-counts.ts';
import { findUnfinished, lockEntry, turnOf, type FormEntry } from './form-store.ts';

/**
 * The URL of the signing page, or the start time of an unfinished document that the same person may continue,
 * or the reason why there is neither. 'over' means that the code has expired or was entered wrong too often.
 */
export type CodeOutcome =
  | { url: string }
  | { startedAt: Date }
  | 'wrong'
  | 'over'
  | Exclude<Confirmed, 'opened'>;

type Entered = {
  entryId: string;
  code: string;
  /** The visitor's choice about an unfinished document; undefined if the page did not ask. */
  choice: 'continue' | 'new' | undefined;
  from: From;
};

/**
 * Checks the code that was emailed for an entry, and returns the signing page of the resulting document. The
 * visit's token, which the caller has checked, proves that the address was entered in this browser.
 * Concurrent attempts wait for the entry's lock.
 */
export function enterFormCode(
  services: PublicFormsDeps,
  { entryId, code, choice, from }: Entered,
): Promise<CodeOutcome> {
  return sendEntry(services, entryId, async (tx, file) => {
    const entry = await lockEntry(tx, entryId);
    if (!entry) return 'gone';
    if (!acceptsCode(entry, services.clock())) return 'over';
    const outcome = decideCode({
      wrongTries: entry.codeTries,
      // If no email was sent, the code does not prove access to the mailbox.
      right: entry.mailState !== 'blocked' && isSame(plainCode(code), entryCode(services.formKey, entryId)),
    });
    if (outcome !== 'passed') {
      await saveWrongCode(tx, entry);
      return outcome === 'wrong' ? 'wrong' : 'over';
    }
    const unfinished = entry.confirmedAt || choice === 'new' ? undefined : await findUnfinished(tx, entry);
    if (unfinished && choice === 'continue')
      return unfinished.isWaiting ? 'waits' : resume(tx, services, { entry, ...unfinished, from });
    if (unfinished) return { startedAt: unfinished.startedAt };
    const confirmed = await confirm(tx, services, entry, { from, confirmedBy: 'code', file });
    return confirmed === 'opened' ? openHere(tx, services, entry) : confirmed;
  });
}

type Resumed = { entry: FormEntry; documentId: string; recipientId: string; from: From };

/** Opens the unfinished document. The audit trail records that the code was entered again. */
async function resume(
  tx: Tx,
  { clock, linkKey }: PublicFormsDeps,
  { entry, documentId, recipientId, from }: Resumed,
): Promise<CodeOutcome> {
  const now = clock();
  const key = { accountId: entry.accountId, documentId };
  // Read under the lock, because the sender may be giving the part to another person at this moment.
  const whole = await lockDocument(tx, entry.accountId, documentId);
  const recipient = whole?.recipients.find(({ id }) => id === recipientId);
  if (
    whole?.document.status !== 'sent' ||
    !recipient ||
    !isSamePerson(recipient, entry) ||
    hasActed(recipient)
  )
    return 'gone';
  const via = viaOf(entry);
  const linkId = await issueLink(tx, { ...key, recipientId }, now, { via, by: null });
  await appendEvents(tx, key, now, [
    {
      type: 'code_passed',
      actor: { kind: 'recipient', id: recipientId },
      data: { code: 'mail', via },
      personal: { actor: entry.name, actorEmail: entry.email, ...from },
    },
  ]);
  return { url: urlOf(linkKey, linkId, via) };
}

/**
 * Returns true if the code of an entry can still be entered.
 *
 * @param now ms UTC
 */
export function acceptsCode(entry: FormEntry, now: number): boolean {
  return now - entry.requestedAt.getTime() < mailCodeLifetime && entry.codeTries < codeTries;
}

/**
 * Returns the same link when the code is entered again, and none after that link has ended, because another
 * person may then have the part.
 */
async function openHere(
  tx: Tx,
  { clock, linkKey }: PublicFormsDeps,
  before: FormEntry,
): Promise<CodeOutcome> {
  const entry = await lockEntry(tx, before.id);
  const recipientId = entry && (await turnOf(tx, entry)).recipientId;
  if (!entry || entry.documentId === null || recipientId === undefined) return 'gone';
  const owner = { accountId: entry.accountId, documentId: entry.documentId, recipientId };
  const now = clock();
  const via = viaOf(entry);
  const linkId = before.confirmedAt
    ? await findFormLink(tx, owner, via, now)
    : await issueLink(tx, owner, now, { via, by: null });
  return linkId === undefined ? 'gone' : { url: urlOf(linkKey, linkId, via) };
}

type FormVia = 'form' | 'counter';
const viaOf = ({ atCounter }: Pick<FormEntry, 'atCounter'>): FormVia => (atCounter ? 'counter' : 'form');

/** On a device that many visitors use, the page is shown in a frame. */
function urlOf(linkKey: Uint8Array, linkId: string, via: FormVia): string {
  return `/sign/${linkToken(linkKey, linkId)}${via === 'counter' ? '?counter' : ''}`;
}
