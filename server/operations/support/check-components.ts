import { mailProblemFix, problemOf } from '#core/mail/mail-problem.ts';
import { sql, type Kysely } from 'kysely';
import type { Schema } from '../../foundation/db/schema.ts';
import type { ComponentChecks } from '../../foundation/http/health/health.ts';
import { listMailProblems } from '../../messages/mail/mail-problem-store.ts';
import type { Clock } from '../../ports/clock.ts';
import type { DocxConverter } from '../../ports/docx-converter.ts';
import type { FileStore } from '../../ports/file-store.ts';
import type { Mailer } from '../../ports/mailer.ts';
import { isStuck } from '../../evidence/sealing/stuck-documents.ts';

/** If a due job has not started after this time, too few workers are running. */
const maxWaitMs = 60_000;

/**
 * Returns the checks that GET /api/ready runs in addition to the database's. A check that returns false or
 * throws means 'degraded'.
 */
export function componentChecks(parts: {
  db: Kysely<Schema>;
  files: FileStore;
  mailer: Mailer;
  docx: DocxConverter;
  clock: Clock;
}): ComponentChecks {
  const { db, files, mailer, docx, clock } = parts;
  return {
    files: () => canWrite(files),
    mail: () => canMail(db, mailer),
    jobs: () => jobsAreTaken(db, clock()),
    converter: () => docx.available(),
    seals: () => noSealWaits(db),
  };
}

/**
 * Returns true if a file can be stored. The bytes are always the same, so that frequent checks create only
 * one small file.
 */
async function canWrite(files: FileStore): Promise<boolean> {
  const sha256 = await files.put(new TextEncoder().encode('The file store can be written.\n'));
  return files.has(sha256);
}

/**
 * Returns true if the mail server responds and accepts our sign-in, and has not refused us since it last
 * accepted an email.
 */
async function canMail(db: Kysely<Schema>, mailer: Mailer): Promise<true | { reason: string }> {
  const noted = (await listMailProblems(db)).find(({ all, kind }) => all && kind !== 'unreachable');
  const trouble = noted ?? (await mailer.findTrouble());
  return trouble ? { reason: `${problemOf(trouble.kind)}. ${mailProblemFix(trouble.kind)}` } : true;
}

async function jobsAreTaken(db: Kysely<Schema>, now: number): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM pgboss.job WHERE state IN ('created', 'retry')
    AND name IN ('seal-document', 'send-mail', 'send-support-message')
    AND start_after < ${new Date(now - maxWaitMs)} LIMIT 1`.execute(db);
  return rows.length === 0;
}

/** A failed seal has a reason until it succeeds. */
async function noSealWaits(db: Kysely<Schema>): Promise<boolean> {
  const stuck = await db.selectFrom('documents').select('id').where(isStuck).limit(1).executeTakeFirst();
  return stuck === undefined;
}
