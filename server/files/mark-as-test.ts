import { refuse, type Refusal } from '#core/refusal.ts';
import type { DraftFile } from '../records/draft-file.ts';
import type { Services } from '../services.ts';

/**
 * A base file with every page marked as a test, stored. The mark is put into the base file and not onto the sealed one:
 * so it is seen by everybody who signs, is a part of what they agree to, and cannot be left out later.
 */
export async function markAsTest<File extends Pick<DraftFile, 'baseSha256' | 'baseSize' | 'pages'>>(
  { files, pdf }: Pick<Services, 'files' | 'pdf'>,
  accountId: string,
  file: File,
): Promise<File | Refusal> {
  const base = await files.read(file.baseSha256);
  const marked = await pdf.markAsTest({ pdf: base, pages: file.pages }, accountId);
  if ('refused' in marked) return refuse('upload-refused', marked.detail);
  return { ...file, baseSha256: await files.put(marked), baseSize: marked.length };
}
