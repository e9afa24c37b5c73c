import type { Tx } from '../../foundation/db/transaction.ts';
import type { JobQueue } from '../../foundation/jobs/job-queue.ts';
import { scheduleReleaseOf } from './promise-release.ts';

/** Tables whose rows belong only to the account, ordered by their foreign keys. */
const own = [
  ...['bulk_rows', 'bulk_sends', 'public_forms', 'template_fields', 'template_roles'],
  ...['template_versions', 'templates'],
  ...['contacts', 'notices', 'report_schedules', 'report_mails', 'member_invitations', 'brands'],
  ...['sender_domains', 'storage_counts'],
  ...['file_deliveries', 'file_destinations'],
  ...['webhook_attempts', 'webhook_deliveries', 'webhook_events', 'webhook_endpoints', 'member_photos'],
  ...['ceremony_drafts', 'signer_passkeys', 'preferences', 'account_exports', 'template_usage'],
  ...['proposals', 'connections', 'apps', 'account_sign_ons'],
  ...['provisioned_group_people', 'provisioned_groups', 'provisioned_people', 'provisioning_tokens'],
  ...['embed_addresses', 'editor_frames', 'embedding_origins'],
] as const;

/** Deletes the account's own rows and releases their files. Documents, audit trails and users remain. */
export async function removeRowsOf(
  tx: Tx,
  jobs: Pick<JobQueue, 'enqueue'>,
  accountId: string,
): Promise<void> {
  const files = await filesOf(tx, accountId);
  if (files.length > 0) await scheduleReleaseOf(tx, jobs, accountId, files);
  await tx.updateTable('documents').set({ folder_id: null }).where('account_id', '=', accountId).execute();
  await tx.updateTable('folders').set({ parent_id: null }).where('account_id', '=', accountId).execute();
  for (const table of [...own, 'folders'] as const)
    await tx
      .deleteFrom(table as 'folders')
      .where('account_id', '=', accountId)
      .execute();
}

/** Returns the stored files to which only these rows refer. Files that other rows use are kept. */
async function filesOf(tx: Tx, accountId: string): Promise<string[]> {
  const templates = await tx
    .selectFrom('templates')
    .select(['original_sha256', 'base_sha256'])
    .where('account_id', '=', accountId)
    .execute();
  const versions = await tx
    .selectFrom('template_versions')
    .select(['original_sha256', 'base_sha256'])
    .where('account_id', '=', accountId)
    .execute();
  const brand = await tx
    .selectFrom('brands')
    .select('logo_sha256')
    .where('account_id', '=', accountId)
    .execute();
  const photos = await tx
    .selectFrom('member_photos')
    .select('sha256')
    .where('account_id', '=', accountId)
    .execute();
  const archives = await tx
    .selectFrom('account_exports')
    .select('sha256')
    .where('account_id', '=', accountId)
    .execute();
  return [
    ...[...templates, ...versions].flatMap((row) => [row.original_sha256, row.base_sha256]),
    ...brand.map((row) => row.logo_sha256),
    ...[...photos, ...archives].map((row) => row.sha256),
  ].filter((sha256) => sha256 !== null);
}
