import { endOfScan } from '../normalise/source/picture-data.ts';
import { MAX_PIXELS, type PicturePage } from './picture-page.ts';
import { pictureRefusals, type PictureRefusal } from './picture-refusals.ts';
import { readExif } from './read-directory.ts';

/** Baseline, extended and progressive frames with Huffman codes, which every PDF program can decode. */
const FRAMES = [0xc0, 0xc1, 0xc2];
/** Unsupported kinds of frames: lossless, hierarchical and arithmetic. */
const OTHER_FRAMES = [0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf];
/** Segments that are required to decode the picture: frame, tables, scans, restarts and lines. */
const NEEDED = [...FRAMES, 0xc4, 0xda, 0xdb, 0xdc, 0xdd];
const [APP0, APP1, APP2, APP14, SOS, EOI] = [0xe0, 0xe1, 0xe2, 0xee, 0xda, 0xd9];

type Frame = { width: number; height: number; components: number };
type Read = {
  kept: Uint8Array[];
  frame?: Frame;
  exif?: Uint8Array;
  jfif?: PicturePage['density'];
  profile: Map<number, Uint8Array>;
  isAdobe: boolean;
};

/**
 * Returns the encoded pixels unchanged, without EXIF data, thumbnails, comments and trailing data, such as the
 * video of a "live" photo.
 */
export function readJpeg(bytes: Uint8Array): PicturePage | PictureRefusal {
  const read = walk(bytes);
  if ('refused' in read) return read;
  const { frame, exif, jfif, profile, isAdobe } = read;
  if (!frame) return pictureRefusals.damaged;
  const { width, height, components } = frame;
  if (components !== 1 && components !== 3 && components !== 4) return pictureRefusals.unsupported;
  const placement = readExif(exif);
  return {
    ...{ width, height, components, bits: 8, filter: 'DCTDecode' },
    data: Buffer.concat(read.kept),
    orientation: placement.orientation,
    density: jfif ?? placement.density,
    profile: joinProfile(profile),
    // Adobe programs store inks inverted.
    ...(components === 4 && isAdobe && { decode: [1, 0, 1, 0, 1, 0, 1, 0] }),
  };
}

function walk(bytes: Uint8Array): Read | PictureRefusal {
  const read: Read = { kept: [bytes.subarray(0, 2)], profile: new Map(), isAdobe: false };
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return pictureRefusals.damaged;
  let isScanned = false;
  for (let at = 2; ;) {
    if (bytes[at] !== 0xff || at + 1 >= bytes.length) return pictureRefusals.damaged;
    const marker = bytes[at + 1]!;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === EOI) {
      read.kept.push(bytes.subarray(at, at + 2));
      return isScanned ? read : pictureRefusals.damaged;
    }
    const length = ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0);
    let end = at + 2 + length;
    if (length < 2 || end > bytes.length || marker < 0xc0) return pictureRefusals.damaged;
    const refusal = note(read, marker, bytes.subarray(at + 4, end));
    if (refusal) return refusal;
    if (marker === SOS) {
      const next = read.frame && endOfScan(bytes, end);
      if (next === undefined) return pictureRefusals.damaged;
      [end, isScanned] = [next, true];
    }
    if (NEEDED.includes(marker)) read.kept.push(bytes.subarray(at, end));
    at = end;
  }
}

function note(read: Read, marker: number, data: Uint8Array): PictureRefusal | undefined {
  if (FRAMES.includes(marker)) {
    if (read.frame || data.length < 6) return pictureRefusals.damaged;
    const [depth, high, low, left, right, components] = data;
    const frame = { height: (high! << 8) | low!, width: (left! << 8) | right!, components: components! };
    if (depth !== 8) return pictureRefusals.unsupported;
    // If the height is zero, it is specified only after the first scan, which PDF programs read differently.
    if (frame.height === 0) return pictureRefusals.unsupported;
    if (frame.width === 0) return pictureRefusals.damaged;
    if (frame.width * frame.height > MAX_PIXELS) return pictureRefusals.tooLarge;
    read.frame = frame;
  }
  if (OTHER_FRAMES.includes(marker)) return pictureRefusals.unsupported;
  const text = Buffer.from(data.buffer, data.byteOffset, Math.min(data.length, 14)).toString('latin1');
  if (marker === APP0 && text.startsWith('JFIF\0') && data.length >= 14) {
    read.kept.push(plainJfif);
    const [unit, x, y] = [data[7]!, (data[8]! << 8) | data[9]!, (data[10]! << 8) | data[11]!];
    const factor = { 1: 1, 2: 2.54 }[unit];
    if (factor && x > 0 && y > 0) read.jfif = { x: x * factor, y: y * factor };
  }
  if (marker === APP1 && text.startsWith('Exif\0\0')) read.exif ??= data.subarray(6);
  if (marker === APP2 && text.startsWith('ICC_PROFILE\0')) read.profile.set(data[12]!, data.subarray(14));
  if (marker === APP14 && text.startsWith('Adobe') && data.length >= 12) {
    read.isAdobe = true;
    read.kept.push(segment(APP14, data.subarray(0, 12)));
  }
  return undefined;
}

/** Specifies that the colors are luminance and chrominance, without a density or thumbnail. */
const plainJfif = segment(APP0, Uint8Array.of(0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0));

function segment(marker: number, data: Uint8Array): Uint8Array {
  const length = data.length + 2;
  return Uint8Array.of(0xff, marker, length >> 8, length & 0xff, ...data);
}

function joinProfile(parts: ReadonlyMap<number, Uint8Array>): Uint8Array | undefined {
  if (parts.size === 0) return undefined;
  return Buffer.concat([...parts].sort(([one], [other]) => one - other).map(([, data]) => data));
}
