import type { Refusal } from '#core/refusal.ts';
import type { DraftAnswer, DraftBody } from '#contract/ceremony.ts';
import { keepDraft } from '../records/ceremony-draft-store.ts';
import type { Services } from '../services.ts';
import type { Visit } from './open-link.ts';
import { takeStep } from './take-step.ts';

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
  // Whoever may still say no may still write.
  return takeStep(services, visit, 'decline', async (tx, { whole, recipient }, now) => {
    const own = whole.fields.filter(({ recipientId }) => recipientId === recipient.id).map(({ id }) => id);
    const kept = Object.fromEntries(Object.entries(values).filter(([id]) => own.includes(id)));
    const savedAt = new Date(now);
    await keepDraft(tx, services.draftKey, visit, { values: kept, savedAt });
    return { savedAt: savedAt.toISOString() };
  });
}
