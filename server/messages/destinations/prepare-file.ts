import { buffer } from 'node:stream/consumers';
import { filePath, type NamedDocument } from '#core/destination/file-path.ts';
import type { DeliveryProblem } from '#core/destination/kinds.ts';
import { CERTIFICATE } from '#core/document/sealed-files.ts';
import { dayIn } from '#core/formats/day.ts';
import { sha256 } from '../../foundation/crypto/sha256.ts';
import type { FileToDeliver } from '../../ports/file-destinations.ts';
import { findIncludingBin, type StoredDocument } from '../../records/document-store.ts';
import { openJoined, type Behind } from '../../records/stored-files/send-file.ts';
import { isStated } from '../../records/trail/separate-files.ts';
import { findContradictedSeals } from '../../records/trail/stated-seals.ts';
import type { FileDelivery } from './delivery-store.ts';
import type { DestinationsDeps } from './deps.ts';
import type { Destination } from './destination-store.ts';

export type PreparedFile = Pick<FileToDeliver, 'path' | 'bytes' | 'sha256'> & { title: string };

const unavailable: { problem: DeliveryProblem } = { problem: 'file-unavailable' };

/** Returns a sealed file as downloads serve it, provided that the audit trail names its hash. */
export async function prepareFile(
  { db, files }: DestinationsDeps,
  { accountId, pattern }: Destination,
  { documentId, part }: Pick<FileDelivery, 'documentId' | 'part'>,
): Promise<PreparedFile | typeof unavailable> {
  const document = (await findIncludingBin(db, accountId, documentId))?.document;
  if (!document?.completedAt) return unavailable;
  const { title, sealedSha256, sealedFiles, augmentation, completedAt, formats } = document;
  const isWhole = part === '';
  const stored = isWhole ? sealedSha256 : sealedFiles?.find(({ id }) => id === part)?.sha256;
  if (!sealedSha256 || !stored) return unavailable;
  const isTrue = isWhole
    ? (await findContradictedSeals(db, accountId, [{ id: document.id, sealedSha256, augmentation }]))
        .length === 0
    : await isStated(db, document, sealedFiles!);
  if (!isTrue) return unavailable;
  const behind: Behind = isWhole ? augmentation : null;
  const own = isWhole ? undefined : partOf(document, part);
  const completedOn = dayIn(completedAt.getTime(), formats?.timeZone ?? 'UTC');
  try {
    const bytes = await buffer((await openJoined(files, stored, behind)).stream);
    return {
      title: own ? own.title : title,
      bytes,
      sha256: sha256(bytes),
      path: filePath(pattern, { id: document.id, title, completedOn, part: own }),
    };
  } catch {
    return unavailable;
  }
}

/** Null for the certificate. */
function partOf({ files, title }: StoredDocument, id: string): NamedDocument['part'] {
  if (id === CERTIFICATE) return null;
  const index = files?.findIndex((file) => file.id === id) ?? 0;
  return { number: index + 1, title: files?.[index]?.title ?? title };
}
