import { sql, type Kysely } from 'kysely';
import {
  accountHead,
  finishReport,
  type Report,
  type ReportContent,
  type ReportedAccountEvent,
  type ReportedDocument,
  type ReportScope,
} from '#core/report/report.ts';
import { stepsOf } from '#core/report/steps.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import { sha256 } from '../../foundation/crypto/sha256.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import { catchUpLog } from '../log/watch-log.ts';
import type { ReportsDeps } from './deps.ts';
import { wasTestSealed } from '../../records/trail/sealed-trails.ts';
import { readTrail, type RecordedEvent } from '../../records/trail/trail-store.ts';
import { containing } from '../../foundation/db/like-pattern.ts';

type Db = Kysely<Schema>;
type Gathering = Pick<ReportsDeps, 'db' | 'sealedTrails' | 'clock' | 'log'>;
export type ReportMaker = { accountId: string; name: string; email: string };

/** Maximum number of events in a report, which is built in memory. */
export const MAX_REPORT_ROWS = 50_000;
export const MAX_PDF_ROWS = 5_000;

/**
 * Returns the period's events with their proofs, up to the limit. All database reads use one snapshot; the
 * log is read after it.
 */
export async function collectReport(
  services: Gathering,
  maker: ReportMaker,
  scope: ReportScope,
  most: number = MAX_REPORT_ROWS,
): Promise<Report | Refusal> {
  const content = await readContent(services, maker, scope, most);
  if (isRefusal(content)) return content;
  await catchUpLog(services);
  const lastOf = ({ events }: ReportedDocument): string => events.at(-1)?.hash ?? '';
  const proofs = await services.log.proofsOf(content.documents.map(lastOf));
  const documents = content.documents.map((one) => ({ ...one, logProof: proofs.get(lastOf(one)) ?? null }));
  return finishReport({ ...content, documents }, sha256);
}

async function readContent(
  services: Gathering,
  maker: ReportMaker,
  scope: ReportScope,
  most: number,
): Promise<ReportContent | Refusal> {
  const { db, clock } = services;
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const covered = await coveredDocuments(tx, maker.accountId, scope);
      const counted = covered.reduce((sum, { events }) => sum + events, 0);
      if (counted > most) return tooMuch(most);
      const documents: ReportedDocument[] = [];
      for (const { id } of covered) {
        const document = await reportDocument({ ...services, db: tx }, maker.accountId, id, scope);
        if (document) documents.push(document);
      }
      const ofAccount = scope.document || scope.folder ? [] : await accountEvents(tx, maker.accountId, scope);
      if (counted + ofAccount.length > most) return tooMuch(most);
      return {
        format: 'countersign-audit-report',
        version: 1,
        account: { id: maker.accountId, name: await accountName(tx, maker.accountId) },
        madeAt: new Date(clock()).toISOString(),
        madeBy: { name: maker.name, email: maker.email },
        scope,
        documents,
        account_events: { events: ofAccount, head: accountHead(ofAccount, sha256) },
      };
    });
}

function tooMuch(most: number): Refusal {
  return refuse(
    'report-too-long',
    `This report would have more than ${most} events. Choose a shorter period, one folder or one person.`,
    { max: most },
  );
}

/** Returns the documents with events in the period, oldest first, and how many events each has. */
async function coveredDocuments(
  db: Db,
  accountId: string,
  { from, to, person, document, folder }: ReportScope,
): Promise<{ id: string; events: number }[]> {
  const like = person && containing(person);
  const rows = await db
    .selectFrom('events')
    .select(({ fn }) => ['events.document_id', fn.countAll<string>().as('count')])
    .where('events.account_id', '=', accountId)
    .where('events.occurred_at', '>=', new Date(from))
    .where('events.occurred_at', '<', new Date(to))
    .$if(document !== null, (some) => some.where('events.document_id', '=', document?.id ?? ''))
    .$if(folder !== null, (some) =>
      some.where(
        sql<boolean>`EXISTS (SELECT 1 FROM documents WHERE documents.account_id = events.account_id
          AND documents.id = events.document_id AND documents.folder_id = ${folder?.id ?? null})`,
      ),
    )
    .$if(like !== null, (some) =>
      some.where(
        sql<boolean>`EXISTS (SELECT 1 FROM event_values AS named WHERE named.account_id = events.account_id
          AND named.document_id = events.document_id
          AND name IN ('actor', 'actorEmail', 'recipient', 'recipientEmail') AND value ILIKE ${like})`,
      ),
    )
    .groupBy('events.document_id')
    .orderBy(sql`min(events.occurred_at)`)
    .orderBy('events.document_id')
    .execute();
  return rows.map(({ document_id: id, count }) => ({ id, events: Number(count) }));
}

async function reportDocument(
  { db, sealedTrails }: Gathering,
  accountId: string,
  documentId: string,
  { from, to, person }: ReportScope,
): Promise<ReportedDocument | undefined> {
  const { events, verdict } = await readTrail(db, { accountId, documentId });
  const row = await db
    .selectFrom('documents')
    .select(['title', 'status', 'sealed_sha256', 'certificate_sha256', 'files_kept', 'sealed_elsewhere'])
    .select(['test', 'purged_at'])
    .where('account_id', '=', accountId)
    .where('id', '=', documentId)
    .executeTakeFirst();
  const [start, end] = [Date.parse(from), Date.parse(to)];
  const isWithin = ({ occurredAt }: RecordedEvent) =>
    occurredAt.getTime() >= start && occurredAt.getTime() < end;
  // Takes all events between the first and the last one of the period, so that a clock that was set back
  // leaves no gap.
  const [first, last] = [events.findIndex(isWithin), events.findLastIndex(isWithin)];
  const head = events.at(-1);
  if (first < 0 || !head) return undefined;
  const compared = row && !wasTestSealed(row) ? await sealedTrails.compare(row, events) : null;
  return {
    id: documentId,
    title: row?.title ?? '',
    status: statusOf(row),
    trail: {
      events: events.length,
      head: head.hash,
      asRecorded: verdict.intact && compared?.same !== false,
    },
    events: events.slice(first, last + 1).map((event) => {
      const asked = isWithin(event) && names(event, person);
      return {
        seq: event.seq,
        asked,
        body: event.body,
        hash: event.hash,
        values: asked ? valuesOf(event) : {},
      };
    }),
    steps: stepsOf(events.map(asStep)).filter(
      (step) => person === null || holds(`${step.name} ${step.email}`, person),
    ),
    logProof: null,
  };
}

function names({ personal }: RecordedEvent, person: string | null): boolean {
  if (person === null) return true;
  const { actor = '', actorEmail = '', recipient = '', recipientEmail = '' } = personal;
  return [actor, actorEmail, recipient, recipientEmail].some((name) => holds(name, person));
}

function holds(text: string, part: string): boolean {
  return text.toLowerCase().includes(part.toLowerCase());
}

function valuesOf({ personal, salts }: RecordedEvent): Record<string, { value: string; salt: string }> {
  return Object.fromEntries(
    Object.entries(personal).map(([name, value]) => [name, { value, salt: salts[name] ?? '' }]),
  );
}

function asStep({ type, occurredAt, event, personal }: RecordedEvent) {
  const { recipientId } = event.data;
  const invited = type === 'invitation_issued' || type === 'link_due';
  return {
    type,
    at: occurredAt.toISOString(),
    actorId: event.actor.id,
    recipientId: typeof recipientId === 'string' ? recipientId : null,
    name: (invited ? personal['recipient'] : personal['actor']) ?? '',
    email: (invited ? personal['recipientEmail'] : personal['actorEmail']) ?? '',
  };
}

async function accountEvents(
  db: Db,
  accountId: string,
  { from, to, person }: ReportScope,
): Promise<ReportedAccountEvent[]> {
  const like = person && containing(person);
  const rows = await db
    .selectFrom('account_events')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('occurred_at', '>=', new Date(from))
    .where('occurred_at', '<', new Date(to))
    .$if(like !== null, (some) =>
      some.where((row) => row.or([row('name', 'ilike', like), row('email', 'ilike', like)])),
    )
    .orderBy('occurred_at')
    .orderBy('id')
    .limit(MAX_REPORT_ROWS + 1)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    type: row.type,
    occurredAt: row.occurred_at.toISOString(),
    name: row.name ?? '',
    email: row.email ?? '',
    ip: row.ip,
    detail: row.detail,
  }));
}

async function accountName(db: Db, accountId: string): Promise<string> {
  const row = await db.selectFrom('accounts').select('name').where('id', '=', accountId).executeTakeFirst();
  return row?.name ?? '';
}

/** Files sealed elsewhere get a special status, because the seal of a report must not vouch for them. */
function statusOf(row: { status: string; sealed_elsewhere: string | null } | undefined): string {
  if (!row) return 'deleted';
  return row.sealed_elsewhere === null ? row.status : 'sealed-elsewhere';
}
