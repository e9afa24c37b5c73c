import { checkCeremony } from '#core/ceremony/checks.ts';
import { isRefusal, type Refusal } from '#core/refusal.ts';
import type { DraftAnswer, DraftBody } from '#contract/ceremony.ts';
import { inTransaction } from '../db/transaction.ts';
import { keepDraft } from '../records/ceremony-draft-store.ts';
import type { Services } from '../services.ts';
import { asOpenDocument, lockCeremony, type Visit } from './open-link.ts';

/**
 * Keeps what a recipient has entered so far, for their next visit on whatever device. Only values: a signature is
 * adopted afresh on each device (L-01). Under the document's lock, so that no draft comes after the act or the end
 * that took it away. It is no act, and no event.
 */
export async function saveDraft(
  services: Services,
  visit: Visit,
  { values }: DraftBody,
): Promise<DraftAnswer | Refusal> {
  return inTransaction(services.db, async (tx) => {
    const ceremony = await lockCeremony(tx, services, visit);
    if (isRefusal(ceremony)) return ceremony;
    const { whole, recipient } = ceremony;
    const now = services.clock();
    // Whoever may still say no may still write.
    const refused = checkCeremony('decline', { document: asOpenDocument(whole), recipient, now });
    if (refused) return refused;
    const own = whole.fields.filter(({ recipientId }) => recipientId === recipient.id).map(({ id }) => id);
    const kept = Object.fromEntries(Object.entries(values).filter(([id]) => own.includes(id)));
    const savedAt = new Date(now);
    await keepDraft(tx, services.draftKey, visit, { values: kept, savedAt });
    return { savedAt: savedAt.toISOString() };
  });
}
