import type { Kysely, Selectable } from 'kysely';
import type { EventType, TrailEvent } from '#core/trail/event.ts';
import { commitTo, verifyChain, type ChainVerdict } from '#core/trail/chain.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import type { DocumentKey } from './append-event.ts';
import { sha256 } from '../../foundation/crypto/sha256.ts';

/** An event as displayed, with its facts and those personal values that were not erased. */
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

/**
 * Returns a document's whole trail in order, and the result of recomputing its chain and commitments (T-04).
 */
export async function readTrail(
  db: Kysely<Schema>,
  key: DocumentKey,
): Promise<{ events: RecordedEvent[]; verdict: ChainVerdict }> {
  const rows = await db
    .selectFrom('events')
    .selectAll()
    .$narrowType<{ type: EventType }>()
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
      type: row.type,
      occurredAt: row.occurred_at,
      event: parseEvent(row.body),
      personal: Object.fromEntries(own.map(({ name, value }) => [name, value])),
      salts: Object.fromEntries(own.map(({ name, salt }) => [name, salt])),
      body: row.body,
      hash: row.hash,
    };
  });
  const chain = judgeRows(key.documentId, rows);
  return { events, verdict: chain.intact ? (changedValue(events) ?? chain) : chain };
}

/** The row of an event. Lists and pages use its columns, and the proof uses its body. */
export type EventRow = Pick<Selectable<Schema['events']>, 'id' | 'occurred_at' | 'body' | 'hash'> & {
  type: EventType;
};

/**
 * Checks that a document's rows, ordered by `seq`, form an unbroken chain, and that their columns match their
 * bodies.
 */
export function judgeRows(documentId: string, rows: readonly EventRow[]): ChainVerdict {
  const chain = verifyChain(documentId, rows, sha256);
  if (!chain.intact) return chain;
  const index = rows.findIndex(({ id, type, occurred_at: at, body }) => {
    const event = JSON.parse(body) as TrailEvent;
    return event.id !== id || event.type !== type || event.occurredAt !== at.toISOString();
  });
  return index < 0
    ? chain
    : { intact: false, seq: index + 1, problem: 'The columns of the event do not match its body.' };
}

/** Returns true if a personal value of an event matches the event's commitment. */
export function isRecorded(
  body: string,
  name: string,
  { salt, value }: { salt: string; value: string },
): boolean {
  return commitTo(salt, value, sha256) === parseEvent(body).personal[name];
}

/** A corrupted body is shown as an event without facts, and the verdict reports it as broken. */
function parseEvent(body: string): Pick<TrailEvent, 'actor' | 'data' | 'personal'> {
  try {
    const { actor, data, personal } = JSON.parse(body) as TrailEvent;
    return { actor: actor ?? nobody, data: data ?? {}, personal: personal ?? {} };
  } catch {
    return { actor: nobody, data: {}, personal: {} };
  }
}

const nobody: TrailEvent['actor'] = { kind: 'system', id: null };

/**
 * Returns a verdict about the first value that no longer matches its commitment. An erased value is not a
 * change.
 */
function changedValue(events: RecordedEvent[]): ChainVerdict | undefined {
  for (const { seq, event, personal, salts } of events) {
    for (const [name, value] of Object.entries(personal)) {
      if (commitTo(salts[name] ?? '', value, sha256) !== event.personal[name]) {
        return { intact: false, seq, problem: `The value '${name}' differs from the recorded one.` };
      }
    }
  }
  return undefined;
}
