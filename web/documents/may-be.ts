import type { DocumentSummary } from '#contract/documents.ts';
import { allows } from '#core/document/lifecycle.ts';

type Standing = Pick<DocumentSummary, 'status' | 'sealing'>;

/** Whether the server would delete it: an act that can only fail is not offered. */
export function mayBeDeleted({ status, sealing }: Standing): boolean {
  return allows(sealing ? 'sealing' : status, 'remove');
}

/** Whether it is out for signature, and can be taken back from everybody. */
export function mayBeVoided({ status, sealing }: Standing): boolean {
  return allows(sealing ? 'sealing' : status, 'void');
}
