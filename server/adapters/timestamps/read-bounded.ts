/** The body of a reply; undefined when it is longer than so many bytes, of which no more are read. */
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
