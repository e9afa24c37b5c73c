import type { Kysely } from 'kysely';
import type { EventType, TrailEvent } from '#core/trail/event.ts';
import { commitTo, verifyChain, type ChainVerdict } from '#core/trail/chain.ts';
import type { Schema } from '../db/schema.ts';
import type { DocumentKey } from './append-event.ts';
import { sha256 } from '../crypto/sha256.ts';

/** An event as it is shown: its facts, and the personal values that have not been erased. */
export type RecordedEvent = {
  seq: number;
  type: EventType;
  occurredAt: Date;
  event: Pick<TrailEvent, 'actor' | 'data' | 'personal'>;
  personal: Record<string, string>;
  body: string;
  hash: string;
  salts: Record<string, string>;
};

/** A document's whole trail in order, with the verdict of recomputing its chain and its commitments (T-04). */
export async function readTrail(
  db: Kysely<Schema>,
  key: DocumentKey,
): Promise<{ events: RecordedEvent[]; verdict: ChainVerdict }> {
  const rows = await db
    .selectFrom('events')
    .selectAll()
    .where('account_id', '=', key.accountId)
    .where('document_id', '=', key.documentId)
    .orderBy('seq')
    .execute();
  const values = await db
    .selectFrom('event_values')
    .selectAll()
    .where('account_id', '=', key.accountId)
    .where('document_id', '=', key.documentId)
    .execute();
  const events = rows.map((row): RecordedEvent => {
    const own = values.filter((value) => value.seq === row.seq);
    return {
      seq: row.seq,
      type: row.type as EventType,
      occurredAt: row.occurred_at,
      event: parseEvent(row.body),
      personal: Object.fromEntries(own.map(({ name, value }) => [name, value])),
      salts: Object.fromEntries(own.map(({ name, salt }) => [name, salt])),
      body: row.body,
      hash: row.hash,
    };
  });
  const chain = verifyChain(key.documentId, rows, sha256);
  return { events, verdict: chain.intact ? (changedValue(events) ?? chain) : chain };
}

/** A body that somebody broke is shown as an event without facts; the verdict says that it is broken. */
function parseEvent(body: string): Pick<TrailEvent, 'actor' | 'data' | 'personal'> {
  try {
    const { actor, data, personal } = JSON.parse(body) as TrailEvent;
    return { actor: actor ?? nobody, data: data ?? {}, personal: personal ?? {} };
  } catch {
    return { actor: nobody, data: {}, personal: {} };
  }
}

const nobody: TrailEvent['actor'] = { kind: 'system', id: null };

/** A value that no longer matches its commitment; an erased one is no change. */
function changedValue(events: RecordedEvent[]): ChainVerdict | undefined {
  for (const { seq, event, personal, salts } of events) {
    for (const [name, value] of Object.entries(personal)) {
      if (commitTo(salts[name] ?? '', value, sha256) !== event.personal[name]) {
        return { intact: false, seq, problem: `The value '${name}' is not the one that was recorded.` };
      }
    }
  }
  return undefined;
}
