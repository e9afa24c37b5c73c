import { codeTries, decideCode, mailCodeLifetime, plainCode } from '#core/ceremony/gate.ts';
import { isSame } from '../../foundation/crypto/is-same.ts';
import { linkToken } from '../../foundation/crypto/signing-link.ts';
import type { Tx } from '../../foundation/db/transaction.ts';
import { findFormLink, issueLink } from '../../records/link-store.ts';
import type { From } from '../../records/owner.ts';
import { closedIfNotSent, confirm, type Confirmed } from './confirm-entry.ts';
import type { PublicFormsDeps } from './deps.ts';
import { entryCode } from './form-secrets.ts';
import { lockEntry, saveWrongCode, turnOf, type FormEntry } from './form-store.ts';

/** The address of the signing page, or why there is none. 'over': the code expired or was entered wrong too often. */
export type CodeOutcome = { url: string } | 'wrong' | 'over' | Exclude<Confirmed, 'opened'>;

/**
 * Checks the code that was emailed for an entry, and returns the signing page of the document that it makes. The
 * caller proves with the token of the visit that it is the browser in which the address was entered. Parallel
 * attempts wait for the lock of the entry.
 */
export function enterFormCode(
  services: PublicFormsDeps,
  { entryId, code, from }: { entryId: string; code: string; from: From },
): Promise<CodeOutcome> {
  return closedIfNotSent(services, async (tx) => {
    const entry = await lockEntry(tx, entryId);
    if (!entry) return 'gone';
    if (!acceptsCode(entry, services.clock())) return 'over';
    const outcome = decideCode({
      wrongTries: entry.codeTries,
      // Without an email nothing proves access to the mailbox.
      right: entry.mailState !== 'blocked' && isSame(plainCode(code), entryCode(services.formKey, entryId)),
    });
    if (outcome !== 'passed') {
      await saveWrongCode(tx, entry);
      return outcome === 'wrong' ? 'wrong' : 'over';
    }
    const confirmed = await confirm(tx, services, entry, { from, confirmedBy: 'code' });
    return confirmed === 'opened' ? openHere(tx, services, entry) : confirmed;
  });
}

/** Returns whether the code of an entry can still be entered. `now` in ms UTC. */
export function acceptsCode(entry: FormEntry, now: number): boolean {
  return now - entry.requestedAt.getTime() < mailCodeLifetime && entry.codeTries < codeTries;
}

/**
 * Repeating the code leads to the same link, and to none after that link ended: then another person may have the
 * part.
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
  const linkId = before.confirmedAt
    ? await findFormLink(tx, owner, now)
    : await issueLink(tx, owner, now, { via: 'form', by: null });
  return linkId === undefined ? 'gone' : { url: `/sign/${linkToken(linkKey, linkId)}` };
}
