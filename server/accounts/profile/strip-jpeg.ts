/** Markers from ITU-T T.81 Annex B. */
const [startOfImage, endOfImage, startOfScan] = [0xd8, 0xd9, 0xda];
/** Segments that a decoder needs: tables, restart interval and frames (baseline, extended, progressive). */
const needed = new Set([0xdb, 0xc4, 0xdd, 0xc0, 0xc1, 0xc2]);
const frames = new Set([0xc0, 0xc1, 0xc2]);

/**
 * Returns a JPEG with only what is needed to display it: no EXIF (location, camera, thumbnail), XMP or
 * comments, and nothing after its end. Returns undefined if it is not a complete JPEG or a side is too long.
 */
export function stripJpeg(bytes: Uint8Array, maxSide: number): Uint8Array | undefined {
  if (bytes[0] !== 0xff || bytes[1] !== startOfImage) return undefined;
  const kept: Uint8Array[] = [bytes.subarray(0, 2)];
  let [at, seen] = [2, { frame: false, scan: false }];
  while (at + 4 <= bytes.length || bytes[at + 1] === endOfImage) {
    const marker = bytes[at + 1];
    if (bytes[at] !== 0xff || marker === undefined) return undefined;
    if (marker === endOfImage) {
      return seen.frame && seen.scan ? join([...kept, bytes.subarray(at, at + 2)]) : undefined;
    }
    const end = at + 2 + ((bytes[at + 2]! << 8) | bytes[at + 3]!);
    if (end > bytes.length || end < at + 4) return undefined;
    if (marker === startOfScan) {
      const next = endOfScan(bytes, end);
      kept.push(bytes.subarray(at, next));
      seen = { ...seen, scan: true };
      at = next;
      continue;
    }
    if (frames.has(marker)) {
      if (seen.frame || !fits(bytes.subarray(at, end), maxSide)) return undefined;
      seen = { ...seen, frame: true };
    }
    if (needed.has(marker) || isColorTransform(bytes.subarray(at, end))) kept.push(bytes.subarray(at, end));
    at = end;
  }
  return undefined;
}

/** Coded data ends at the next marker that is neither a stuffed byte nor a restart marker (B.1.1.5). */
function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = from; at + 1 < bytes.length; at += 1) {
    const next = bytes[at + 1]!;
    if (bytes[at] === 0xff && next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return bytes.length;
}

/** Returns true if the image has one or three 8-bit components and is within the size limit. */
function fits(frame: Uint8Array, maxSide: number): boolean {
  if (frame.length < 11 || frame[4] !== 8) return false;
  const [height, width] = [(frame[5]! << 8) | frame[6]!, (frame[7]! << 8) | frame[8]!];
  const sides = width > 0 && height > 0 && width <= maxSide && height <= maxSide;
  return sides && (frame[9] === 1 || frame[9] === 3);
}

/**
 * The APP14 'Adobe' segment says whether the colors are RGB or YCbCr. Without it some pictures would change
 * color.
 */
function isColorTransform(segment: Uint8Array): boolean {
  return (
    segment[1] === 0xee && segment.length === 16 && String.fromCharCode(...segment.subarray(4, 9)) === 'Adobe'
  );
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}
