import { isDeepStrictEqual } from 'node:util';
import { sql, type Kysely } from 'kysely';
import { defaultSendSettings } from '#core/template/settings.ts';
import type { TemplateDetails } from '#core/template/template.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import type { Tx } from '../../foundation/db/transaction.ts';
import type { JobQueue } from '../../foundation/jobs/job-queue.ts';
import { scheduleReleaseOf } from '../../records/stored-files/promise-release.ts';
import { lockTemplate, replaceTemplateParts, saveTemplate } from './template-store.ts';
import type { Template, TemplateParts } from './template.ts';

type Db = Kysely<Schema>;
type Key = { accountId: string; id: string };

/** Milliseconds within which changes by one member belong to one version. */
const sessionMs = 30 * 60_000;
/** Maximum number of versions. The oldest are deleted. */
export const MAX_VERSIONS = 50;

/** The parts of a template that a version stores. */
export type VersionContent = TemplateDetails & Required<Omit<TemplateParts, 'externalId'>>;

export type TemplateVersion = {
  version: number;
  author: { id: string; name: string };
  createdAt: Date;
  updatedAt: Date;
  content: VersionContent;
};

function contentOf(template: Template): VersionContent {
  const { name, description, category, file, roles, fields } = template;
  const { merge = null, formats = null, settings = defaultSendSettings } = template;
  return { name, description, category, file, merge, roles, fields, formats, settings };
}

/**
 * Records the state of a template after an edit. The current version is updated if the same member saved it
 * recently and no document uses it; otherwise a new version is created. The first edit also records the state
 * before it. Returns the version number.
 */
export async function recordVersion(
  tx: Tx,
  jobs: JobQueue,
  before: Template,
  after: Template,
  { userId, now, isNew = false }: { userId: string; now: number; isNew?: boolean },
): Promise<number> {
  if (!isNew && isDeepStrictEqual(contentOf(before), contentOf(after))) return before.version;
  const key = { accountId: before.accountId, id: before.id };
  const latest = await tx
    .selectFrom('template_versions')
    .select(['author_id', 'updated_at'])
    .where('account_id', '=', key.accountId)
    .where('template_id', '=', key.id)
    .where('version', '=', before.version)
    .executeTakeFirst();
  const last = latest ?? { author_id: before.createdBy, updated_at: before.updatedAt };
  if (!latest) await insertVersion(tx, before, { userId: last.author_id, now: before.updatedAt.getTime() });
  const isSession =
    !isNew &&
    !before.versionUsed &&
    last.author_id === userId &&
    now - last.updated_at.getTime() < sessionMs &&
    before.file?.baseSha256 === after.file?.baseSha256;
  if (isSession) {
    await tx
      .updateTable('template_versions')
      .set({ content: contentOf(after), updated_at: new Date(now) })
      .where('account_id', '=', key.accountId)
      .where('template_id', '=', key.id)
      .where('version', '=', before.version)
      .execute();
    return before.version;
  }
  const version = before.version + 1;
  await insertVersion(tx, { ...after, version }, { userId, now });
  await tx
    .updateTable('templates')
    .set({ version, version_used: false })
    .where('account_id', '=', key.accountId)
    .where('id', '=', key.id)
    .execute();
  await deleteOldVersions(tx, jobs, key, version - MAX_VERSIONS);
  return version;
}

async function insertVersion(
  tx: Tx,
  template: Template,
  { userId, now }: { userId: string; now: number },
): Promise<void> {
  const { file } = template;
  await tx
    .insertInto('template_versions')
    .values({
      account_id: template.accountId,
      template_id: template.id,
      version: template.version,
      author_id: userId,
      created_at: new Date(now),
      updated_at: new Date(now),
      content: contentOf(template),
      original_sha256: file?.originalSha256 ?? null,
      original_size: file?.originalSize ?? null,
      base_sha256: file?.baseSha256 ?? null,
      base_size: file?.baseSize ?? null,
    })
    .execute();
}

async function deleteOldVersions(
  tx: Tx,
  jobs: JobQueue,
  { accountId, id }: Key,
  upTo: number,
): Promise<void> {
  if (upTo < 1) return;
  const rows = await tx
    .deleteFrom('template_versions')
    .where('account_id', '=', accountId)
    .where('template_id', '=', id)
    .where('version', '<=', upTo)
    .returning(['original_sha256', 'base_sha256'])
    .execute();
  const files = filesOfRows(rows);
  if (files.length > 0) await scheduleReleaseOf(tx, jobs, accountId, files);
}

/** Returns the hashes of the files in a template's versions. */
export async function filesOfVersions(db: Db, { accountId, id }: Key): Promise<string[]> {
  const rows = await db
    .selectFrom('template_versions')
    .select(['original_sha256', 'base_sha256'])
    .where('account_id', '=', accountId)
    .where('template_id', '=', id)
    .execute();
  return filesOfRows(rows);
}

function filesOfRows(
  rows: readonly { original_sha256: string | null; base_sha256: string | null }[],
): string[] {
  const named = rows.flatMap((row) => [row.original_sha256, row.base_sha256]);
  return [...new Set(named.filter((sha256) => sha256 !== null))];
}

/**
 * Locks a template from which a document is made in this transaction. Its version no longer changes
 * afterwards, because the document refers to it.
 */
export async function lockForUse(tx: Tx, accountId: string, id: string): Promise<Template | undefined> {
  const template = await lockTemplate(tx, accountId, id);
  if (template && !template.versionUsed)
    await tx
      .updateTable('templates')
      .set({ version_used: true })
      .where('account_id', '=', accountId)
      .where('id', '=', template.id)
      .execute();
  return template;
}

/**
 * Like `lockForUse`, but for a version shown earlier, or null for the current one. Returns undefined if the
 * version has been deleted, as the oldest ones are.
 */
export async function lockVersionForUse(
  tx: Tx,
  accountId: string,
  id: string,
  version: number | null,
): Promise<Template | undefined> {
  const template = await lockTemplate(tx, accountId, id);
  if (!template || version === null || version === template.version) return lockForUse(tx, accountId, id);
  const found = await findVersion(tx, template, version);
  return found && { ...template, ...found.content, version };
}

/** Returns the versions of a template, newest first. A template that was never edited has one. */
export async function listVersions(db: Db, template: Template): Promise<TemplateVersion[]> {
  const rows = await versionsOf(db, template).orderBy('template_versions.version', 'desc').execute();
  return rows.length > 0 ? rows.map(readVersion) : [await presentVersion(db, template)];
}

export async function findVersion(
  db: Db,
  template: Template,
  version: number,
): Promise<TemplateVersion | undefined> {
  const row = await versionsOf(db, template)
    .where('template_versions.version', '=', version)
    .executeTakeFirst();
  if (row) return readVersion(row);
  return version === template.version ? presentVersion(db, template) : undefined;
}

/** Replaces the content of a template with that of a version. */
export async function writeContent(
  tx: Tx,
  template: Template,
  content: VersionContent,
  now: number,
): Promise<void> {
  const { roles, fields, ...change } = content;
  await replaceTemplateParts(tx, template, { roles, fields });
  await saveTemplate(tx, template, change, now);
}

const nameOf = sql<string>`coalesce(nullif(trim(users.first_name || ' ' || users.last_name), ''), users.email)`;

function versionsOf(db: Db, { accountId, id }: Key) {
  return db
    .selectFrom('template_versions')
    .innerJoin('users', (join) =>
      join
        .onRef('users.account_id', '=', 'template_versions.account_id')
        .onRef('users.id', '=', 'template_versions.author_id'),
    )
    .select([
      'version',
      'author_id',
      'template_versions.created_at',
      'template_versions.updated_at',
      'content',
    ])
    .select(nameOf.as('author'))
    .where('template_versions.account_id', '=', accountId)
    .where('template_versions.template_id', '=', id);
}

async function presentVersion(db: Db, template: Template): Promise<TemplateVersion> {
  const { author } = await db
    .selectFrom('users')
    .select(nameOf.as('author'))
    .where('account_id', '=', template.accountId)
    .where('id', '=', template.createdBy)
    .executeTakeFirstOrThrow();
  const { version, createdAt, updatedAt } = template;
  const content = contentOf(template);
  return { version, author: { id: template.createdBy, name: author }, createdAt, updatedAt, content };
}

function readVersion(row: {
  version: number;
  author_id: string;
  author: string;
  created_at: Date;
  updated_at: Date;
  content: unknown;
}): TemplateVersion {
  return {
    version: row.version,
    author: { id: row.author_id, name: row.author },
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    content: row.content as VersionContent,
  };
}
