import { readAttachedFile } from '#core/field/attached-file.ts';
import type { Field } from '#core/field/field.ts';
import { isPicture } from '#core/field/kinds.ts';
import { readKeptPicture, type PackedPicture } from '#pdf/image/packed-picture.ts';
import type { FileStore } from '../../ports/file-store.ts';

/** Pictures that recipients uploaded in fields, by the hash of their stored file. */
export type UploadedPictures = ReadonlyMap<string, PackedPicture>;

/** Loads the pictures to which the values refer. The file store verifies their hashes. */
export async function loadUploadedPictures(
  files: Pick<FileStore, 'read'>,
  { fields, values }: { fields: readonly Field[]; values: ReadonlyMap<string, string> },
): Promise<UploadedPictures> {
  const pictures = new Map<string, PackedPicture>();
  for (const { id, type } of fields) {
    const file = isPicture(type) ? readAttachedFile(values.get(id) ?? '') : undefined;
    if (file && !pictures.has(file.sha256))
      pictures.set(file.sha256, readKeptPicture(await files.read(file.sha256)));
  }
  return pictures;
}
