/** RGBA pixels, with the rows from top to bottom. */
export type Picture = { readonly width: number; readonly height: number; readonly data: Uint8Array };

/**
 * Parses a binary PPM (P6 with 8 bits per color). Poppler and MuPDF write this format faster than any other:
 * packing a page as PNG takes ten times as long as drawing it.
 */
export function readPpm(bytes: Uint8Array): Picture {
  const header = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(Buffer.from(bytes.subarray(0, 64)).toString('latin1'));
  if (!header) throw new Error('not a picture in the PPM format');
  const [width, height] = [Number(header[1]), Number(header[2])];
  const data = new Uint8Array(width * height * 4);
  for (let from = header[0].length, to = 0; to < data.length; from += 3, to += 4) {
    data[to] = bytes[from]!;
    data[to + 1] = bytes[from + 1]!;
    data[to + 2] = bytes[from + 2]!;
    data[to + 3] = 255;
  }
  return { width, height, data };
}
