import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { trailAnswer } from '#contract/documents.ts';
import type { Schema } from '../../db/schema.ts';
import { sealedFilesOf, type SealedTrails } from '../../trail/sealed-trails.ts';
import { readTrail } from '../../trail/trail-store.ts';
import type { WholeDocument } from '../../records/document-store.ts';

/** The trail as its account holder reads it, whether the chain still holds, and whether it is the one that was sealed. */
export async function trailView(
  { db, sealedTrails }: { db: Kysely<Schema>; sealedTrails: SealedTrails },
  { document }: WholeDocument,
): Promise<z.infer<typeof trailAnswer>> {
  const key = { accountId: document.accountId, documentId: document.id };
  const { events, verdict } = await readTrail(db, key);
  const compared = await sealedTrails.compare(await sealedFilesOf(db, key), events);
  return {
    intact: verdict.intact,
    sameAsSealed: compared && compared.same,
    events: events.map(({ seq, type, occurredAt, event, personal, hash }) => ({
      seq,
      type,
      occurredAt: occurredAt.toISOString(),
      actor:
        event.actor.kind === 'system' ? 'Countersign' : personal.actor || personal.actorEmail || 'Erased',
      data: { ...event.data, ...withoutFields(personal) },
      hash,
    })),
  };
}

function withoutFields(personal: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(personal).filter(([name]) => !/^(?:field|printed):/.test(name) && name !== 'agreement'),
  );
}
