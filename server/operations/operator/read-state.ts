import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { sql, type Kysely } from 'kysely';
import type { OperatorState } from '#contract/operations/operator-state.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import { runChecks } from '../../foundation/http/health/health.ts';
import type { Log } from '../../foundation/http/log.ts';
import { headsOf } from '../../evidence/log/log-store.ts';
import { listMailProblems } from '../../messages/mail/mail-problem-store.ts';
import { stuckDocuments } from '../../evidence/sealing/stuck-documents.ts';
import type { OperatorDeps } from './deps.ts';
import { componentChecks } from '../support/check-components.ts';

const maxJobs = 100;
const maxMails = 50;
const maxAccounts = 20;
const maxHeads = 5;
/** Emails older than this (in milliseconds) are ignored. */
const lately = 7 * 24 * 3_600_000;

export const { version: programVersion } = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
) as { version: string };

/** Returns the state of the installation for the operator. It contains no titles, names or addresses. */
export async function readState(services: OperatorDeps, log: Log): Promise<OperatorState> {
  const [figures, storage] = await Promise.all([readFigures(services, log), largestAccounts(services.db)]);
  return { ...figures, storage };
}

/**
 * Returns the state without the parts that scan every document, which would cost too much for a monitor that
 * polls four times a minute.
 */
export async function readFigures(services: OperatorDeps, log: Log): Promise<Omit<OperatorState, 'storage'>> {
  const { db, jobs, clock, key } = services;
  const now = clock();
  const [{ components }, queues, failed, stuck, mails, troubles, schema, database] = await Promise.all([
    runChecks(componentChecks(services), log),
    readQueues(db, now),
    jobs.failed(),
    stuckDocuments(db),
    troubledMails(db, now),
    listMailProblems(db),
    newestMigration(db),
    databaseVersion(db),
  ]);
  const { notAfter, ...seal } = key.describe();
  return {
    at: new Date(now).toISOString(),
    version: programVersion,
    schema,
    components,
    queues,
    platform: { node: process.version, database, embedded: services.database.kind === 'embedded' },
    failed: failed.slice(0, maxJobs).map(({ id, name, problem, failedAt, payload }) => ({
      id,
      name,
      problem,
      failedAt: failedAt.toISOString(),
      documentId: documentIn(payload),
    })),
    failedTotal: failed.length,
    stuck: stuck.map(({ since, ...document }) => ({ ...document, since: since.toISOString() })),
    mails,
    mailProblems: troubles.map(({ firstAt, lastAt, ...trouble }) => ({
      ...trouble,
      since: firstAt.toISOString(),
      lastAt: lastAt.toISOString(),
    })),
    seal: { ...seal, notAfter: new Date(notAfter).toISOString() },
    roots: rootsOf(services),
    log: await readHeads(services),
  };
}

/** Returns the jobs that are due or running. Jobs scheduled for later do not count. */
async function readQueues(db: Kysely<Schema>, now: number): Promise<OperatorState['queues']> {
  const { rows } = await sql<{ name: string; due: string; running: string; oldest: Date | null }>`
    SELECT name, count(*) FILTER (WHERE state <> 'active') AS due, count(*) FILTER (WHERE state = 'active') AS running,
           min(start_after) FILTER (WHERE state <> 'active') AS oldest
      FROM pgboss.job
     WHERE name <> 'failed-jobs' AND (state = 'active' OR (state IN ('created', 'retry') AND start_after <= ${new Date(now)}))
     GROUP BY name ORDER BY name`.execute(db);
  return rows.map(({ name, due, running, oldest }) => ({
    name,
    due: Number(due),
    running: Number(running),
    oldest: oldest && new Date(oldest).toISOString(),
  }));
}

async function troubledMails(db: Kysely<Schema>, now: number): Promise<OperatorState['mails']> {
  const rows = await db
    .selectFrom('mails')
    .select(['id', 'document_id', 'kind', 'state', 'attempts', 'created_at'])
    .select(sql<string>`split_part(to_address, '@', -1)`.as('domain'))
    .where('state', 'in', ['deferred', 'bounced', 'blocked'])
    .where('created_at', '>', new Date(now - lately))
    .orderBy('created_at', 'desc')
    .limit(maxMails)
    .execute();
  return rows.map(({ document_id: documentId, created_at: at, state, ...mail }) => ({
    ...mail,
    documentId,
    createdAt: at.toISOString(),
    state: state as OperatorState['mails'][number]['state'],
  }));
}

async function largestAccounts(db: Kysely<Schema>): Promise<OperatorState['storage']> {
  const { rows } = await sql<{ accountId: string; bytes: string; documents: string }>`
    SELECT account_id AS "accountId", count(*) AS documents,
           sum(CASE WHEN files_kept THEN original_size + base_size ELSE 0 END + coalesce(sealed_size, 0)) AS bytes
      FROM documents GROUP BY account_id ORDER BY bytes DESC, account_id LIMIT ${maxAccounts}`.execute(db);
  return rows.map(({ accountId, bytes, documents }) => ({
    accountId,
    bytes: Number(bytes),
    documents: Number(documents),
  }));
}

async function newestMigration(db: Kysely<Schema>): Promise<string> {
  const { rows } = await sql<{ name: string }>`SELECT max(name) AS name FROM migrations`.execute(db);
  return rows[0]?.name ?? '';
}

async function databaseVersion(db: Kysely<Schema>): Promise<string> {
  const { rows } = await sql<{
    version: string;
  }>`SELECT current_setting('server_version') AS version`.execute(db);
  return rows[0]?.version ?? '';
}

function rootsOf({ key, timestamps }: OperatorDeps): OperatorState['roots'] {
  const described = (of: 'seal' | 'timestamps', certificate: string | Uint8Array) => {
    const { subject, validTo } = new X509Certificate(certificate);
    return { of, subject: subject.split('\n').join(', '), notAfter: new Date(validTo).toISOString() };
  };
  return [
    described('seal', key.rootPem),
    ...(timestamps?.roots ?? []).map((root) => described('timestamps', root)),
  ];
}

async function readHeads({ db, log }: OperatorDeps): Promise<OperatorState['log']> {
  const heads = await headsOf(db).orderBy('size', 'desc').limit(maxHeads).execute();
  const listed = heads.map(({ size, signedAt, key }) => ({
    size: Number(size),
    signedAt: signedAt.toISOString(),
    key,
  }));
  return {
    size: listed[0]?.size ?? 0,
    signedAt: listed[0]?.signedAt ?? null,
    problem: (await log.problem()) ?? null,
    heads: listed,
  };
}

function documentIn(payload: unknown): string | null {
  const { documentId } = (payload ?? {}) as { documentId?: unknown };
  return typeof documentId === 'string' ? documentId : null;
}
