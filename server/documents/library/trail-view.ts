import type { Kysely } from 'kysely';
import type { z } from 'zod';
import { fileFacts, readFileFacts } from '#core/trail/file-facts.ts';
import type { trailAnswer } from '#contract/documents/documents.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import { matchesSealedTrail } from '../../records/trail/compare-rows.ts';
import { sealedFilesOf, type SealedTrails } from '../../records/trail/sealed-trails.ts';
import { readTrail } from '../../records/trail/trail-store.ts';
import type { WholeDocument } from '../../records/document-store.ts';

/**
 * Returns the audit trail as shown to the account, with two checks: whether the hash chain is intact, and
 * whether trail and rows match the sealed file.
 */
export async function trailView(
  { db, sealedTrails }: { db: Kysely<Schema>; sealedTrails: SealedTrails },
  { document }: WholeDocument,
  serviceName: string,
): Promise<z.infer<typeof trailAnswer>> {
  const key = { accountId: document.accountId, documentId: document.id };
  const { events, verdict } = await readTrail(db, key);
  const files = await sealedFilesOf(db, key);
  const sealedElsewhere = files.sealed_elsewhere !== null;
  return {
    intact: verdict.intact,
    matchesSealedFile: sealedElsewhere
      ? false
      : await matchesSealedTrail({ db, sealedTrails }, key, files, events),
    sealedElsewhere,
    events: events.map(({ seq, type, occurredAt, event, personal, hash }) => ({
      seq,
      type,
      occurredAt: occurredAt.toISOString(),
      actor: event.actor.kind === 'system' ? serviceName : personal.actor || personal.actorEmail || 'Erased',
      data: { ...readFileFacts({ data: event.data, personal }), ...shownValues(personal) },
      hash,
    })),
  };
}

function shownValues(personal: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(personal).filter(
      ([name]) => !/^(?:field|printed):/.test(name) && name !== 'agreement' && name !== fileFacts,
    ),
  );
}
