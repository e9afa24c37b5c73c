export type TiffPage = {
  /** Numeric values by tag. The strips and their lengths are added. */
  tags: Record<number, number | number[]>;
  strips: readonly Uint8Array[];
};

/** Returns a TIFF with these pages, in little-endian byte order. */
export function makeTiff(pages: readonly TiffPage[]): Buffer {
  const parts: Buffer[] = [Buffer.from([0x49, 0x49, 42, 0, 8, 0, 0, 0])];
  let at = 8;
  pages.forEach(({ tags, strips }, index) => {
    const lists: [number, number[]][] = Object.entries(tags).map(([tag, value]) => [
      Number(tag),
      [value].flat(),
    ]);
    const lengths = strips.map(({ length }) => length);
    const entries = [...lists, [273, lengths] as [number, number[]], [279, lengths] as [number, number[]]];
    entries.sort(([one], [other]) => one - other);
    const values = at + 2 + entries.length * 12 + 4;
    const longer = entries.filter(([, list]) => list.length > 1);
    const data = values + longer.reduce((sum, [, list]) => sum + list.length * 4, 0);
    const end = data + lengths.reduce((sum, length) => sum + length, 0);
    const block = Buffer.alloc(end - at);
    block.writeUInt16LE(entries.length, 0);
    let valueAt = values;
    entries.forEach(([tag, list], entry) => {
      const from = 2 + entry * 12;
      const written =
        tag === 273
          ? lengths.map((_, strip) => data + lengths.slice(0, strip).reduce((sum, one) => sum + one, 0))
          : list;
      block.writeUInt16LE(tag, from);
      block.writeUInt16LE(4, from + 2);
      block.writeUInt32LE(written.length, from + 4);
      if (written.length === 1) block.writeUInt32LE(written[0]!, from + 8);
      else {
        block.writeUInt32LE(valueAt, from + 8);
        written.forEach((value, place) => block.writeUInt32LE(value, valueAt - at + place * 4));
        valueAt += written.length * 4;
      }
    });
    block.writeUInt32LE(index === pages.length - 1 ? 0 : end, 2 + entries.length * 12);
    block.set(Buffer.concat([...strips]), data - at);
    parts.push(block);
    at = end;
  });
  return Buffer.concat(parts);
}
