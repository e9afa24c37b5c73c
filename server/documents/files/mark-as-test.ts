import { signaturesBefore } from '#core/document/file-note.ts';
import type { Refusal } from '#core/refusal.ts';
import { alreadySigned } from '#pdf/normalise/source/refusals.ts';
import type { DraftFile } from '../../records/draft-file.ts';
import type { IngestDeps } from './deps.ts';
import { refusalOfFile } from './refusal-of-file.ts';

/**
 * Stores the base file with every page marked as a test. The mark is in the base file, not only in the sealed
 * file, so that every signer sees it, it is part of the agreement, and it cannot be left out later. Refuses a
 * file that others have signed, because its pages cannot change.
 */
export async function markAsTest<File extends Pick<DraftFile, 'baseSha256' | 'baseSize' | 'pages' | 'notes'>>(
  { files, pdf }: Pick<IngestDeps, 'files' | 'pdf'>,
  accountId: string,
  file: File,
): Promise<File | Refusal> {
  const before = signaturesBefore({ fileNotes: file.notes });
  if (before.length > 0) return refusalOfFile(alreadySigned(before));
  const base = await files.read(file.baseSha256);
  const marked = await pdf.markAsTest({ pdf: base, pages: file.pages }, accountId);
  if ('refused' in marked) return refusalOfFile(marked);
  return { ...file, baseSha256: await files.put(marked), baseSize: marked.length };
}
