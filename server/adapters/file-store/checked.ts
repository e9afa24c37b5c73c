import { createHash } from 'node:crypto';
import { WrongBytesError, type Sha256 } from '#server/ports/file-store.ts';

/** Holds back the last chunk until the hash is verified, so that wrong bytes never look complete. */
export async function* checked(bytes: AsyncIterable<Buffer>, sha256: Sha256): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let held: Buffer | undefined;
  for await (const chunk of bytes) {
    hash.update(chunk);
    if (held) yield held;
    held = chunk;
  }
  if (hash.digest('hex') !== sha256) throw new WrongBytesError(sha256);
  if (held) yield held;
}
