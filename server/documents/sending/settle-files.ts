import {
  checkHiddenTitles,
  filesNamedOpenly,
  isPartialReader,
  settleChosenFiles,
} from '#core/recipient/chosen-files.ts';
import { isRefusal, type Refusal } from '#core/refusal.ts';
import type { Tx } from '../../foundation/db/transaction.ts';
import { filesOf, type StoredDocument } from '../../records/document.ts';
import { readTrail } from '../../records/trail/trail-store.ts';

/** Returns the recipients with the files that each of them gets when the document is sent. */
export async function settleFiles<Named extends Parameters<typeof settleChosenFiles>[0][number]>(
  tx: Tx,
  document: StoredDocument,
  recipients: readonly Named[] | Refusal,
): Promise<Named[] | Refusal> {
  if (isRefusal(recipients)) return recipients;
  const settled = settleChosenFiles(recipients, filesOf(document));
  if (isRefusal(settled) || !settled.some(isPartialReader)) return settled;
  if (await hasPlainFileHashes(tx, document)) return filesNamedOpenly;
  return checkHiddenTitles(document.title, settled, filesOf(document)) ?? settled;
}

/**
 * Returns true if an event of the draft contains the plain hash of a file, as events did before 2026-11-28.
 */
async function hasPlainFileHashes(tx: Tx, { accountId, id }: StoredDocument): Promise<boolean> {
  const { events } = await readTrail(tx, { accountId, documentId: id });
  return events.some(({ event }) => 'baseSha256' in event.data);
}
