import { checkCeremony, type CeremonyStep } from '#core/ceremony/checks.ts';
import { isRefusal, type Refusal } from '#core/refusal.ts';
import { inTransaction, type Tx } from '../../../foundation/db/transaction.ts';
import type { CeremonyDeps } from '../deps.ts';
import type { Ceremony } from '../ceremony.ts';
import { asOpenDocument, lockCeremony, type Visit } from '../open-link.ts';

/**
 * Runs a recipient's action in a transaction under the document lock. Calls `act` with the current time (ms
 * UTC) if the link, codes, document and recipient permit the action.
 */
export function resumeStep<Done>(
  services: CeremonyDeps,
  visit: Visit,
  step: CeremonyStep,
  act: (tx: Tx, ceremony: Ceremony, now: number) => Promise<Done | Refusal>,
): Promise<Done | Refusal> {
  return inTransaction(services.db, async (tx) => {
    const ceremony = await lockCeremony(tx, services, visit);
    if (isRefusal(ceremony)) return ceremony;
    const { whole, recipient } = ceremony;
    const now = services.clock();
    const refused = checkCeremony(step, { document: asOpenDocument(whole), recipient, now });
    return refused ?? act(tx, ceremony, now);
  });
}
