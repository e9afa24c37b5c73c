/**
 * Returns the body of a response; undefined if it is longer than `most` bytes. Nothing is read beyond that.
 */
export async function readBounded(reply: Response, most: number): Promise<Uint8Array | undefined> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of reply.body ?? []) {
    size += part.length;
    if (size > most) return undefined;
    parts.push(part);
  }
  return Uint8Array.from(Buffer.concat(parts));
}
