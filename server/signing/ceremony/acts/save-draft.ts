import type { Refusal } from '#core/refusal.ts';
import type { DraftAnswer, DraftBody } from '#contract/signing/ceremony.ts';
import { saveCeremonyDraft } from '../../../records/ceremony-draft-store.ts';
import type { CeremonyDeps } from '../deps.ts';
import type { Visit } from '../open-link.ts';
import { resumeStep } from './resume-step.ts';

/**
 * Saves what a recipient has entered so far for their next visit, on any device. Only values are saved, and
 * the signature must be adopted again on each device (L-01). Runs under the document lock, so that no draft
 * is saved after the signature or ending that deleted it. Records no event.
 */
export async function saveDraft(
  services: CeremonyDeps,
  visit: Visit,
  { values }: DraftBody,
): Promise<DraftAnswer | Refusal> {
  // Recipients may save entries as long as they may decline.
  return resumeStep(services, visit, 'decline', async (tx, { whole, recipient }, now) => {
    const own = whole.fields.filter(({ recipientId }) => recipientId === recipient.id).map(({ id }) => id);
    const kept = Object.fromEntries(Object.entries(values).filter(([id]) => own.includes(id)));
    const savedAt = new Date(now);
    await saveCeremonyDraft(tx, services.draftKey, visit, { values: kept, savedAt });
    return { savedAt: savedAt.toISOString() };
  });
}
