import type { Readable } from 'node:stream';
import { archiveNames } from '#core/document/archive-names.ts';
import type { Visibility } from '#core/permission/visibility.ts';
import type { Refusal } from '#core/refusal.ts';
import { isId } from '../../foundation/db/new-id.ts';
import { packZip } from '../../records/stored-files/pack-zip.ts';
import { seesDocuments } from '../../records/visibility-store.ts';
import type { LibraryDeps } from './deps.ts';
import { refuseOtherSeal, type NamedSeal } from '../../records/trail/stated-seals.ts';
import { notFound } from './bin-documents.ts';

/**
 * Streams a ZIP of several documents in the requested order, with the sealed file of each completed document
 * and the base file of the others.
 */
export async function packDocuments(
  { db, files, clock }: Pick<LibraryDeps, 'db' | 'files' | 'clock'>,
  { accountId, sight }: { accountId: string; sight: Visibility },
  ids: readonly string[],
  log: Parameters<typeof refuseOtherSeal>[3],
): Promise<Readable | Refusal> {
  const wanted = [...new Set(ids.map((id) => id.toLowerCase()))].filter(isId);
  if (wanted.length === 0) return notFound;
  const rows = await db
    .selectFrom('documents')
    .select(['id', 'title', 'base_sha256', 'sealed_sha256', 'augmentation_sha256', 'augmentation_size'])
    .where('account_id', '=', accountId)
    .where('id', 'in', wanted)
    .where('deleted_at', 'is', null)
    .where(seesDocuments(sight))
    .execute();
  // Refused in advance if a document is missing, because users might not notice that the ZIP lacks a file.
  if (rows.length < wanted.length) return notFound;
  const refused = await refuseOtherSeal(db, accountId, rows.map(sealOf), log);
  if (refused) return refused;
  const byId = new Map(rows.map((row) => [row.id, row]));
  const ordered = wanted.map((id) => byId.get(id)!);
  const names = archiveNames(
    ordered.map(({ title, sealed_sha256: sealed }) => ({ title, suffix: sealed ? ' (sealed)' : '' })),
  );
  const entries = ordered.map((row, at) => ({
    name: names[at]!,
    sha256: row.sealed_sha256 ?? row.base_sha256,
    behind: row.augmentation_sha256
      ? { sha256: row.augmentation_sha256, size: row.augmentation_size ?? 0 }
      : null,
  }));
  return packZip(files, entries, { mtime: new Date(clock()), entries: 'as-they-are' });
}

function sealOf(row: {
  id: string;
  sealed_sha256: string | null;
  augmentation_sha256: string | null;
}): NamedSeal {
  const { id, sealed_sha256: sealedSha256, augmentation_sha256: sha256 } = row;
  return { id, sealedSha256, augmentation: sha256 === null ? null : { sha256 } };
}
