/** Tag values of one directory of a TIFF file or of EXIF data (TIFF 6.0, section 2). */
export type Directory = {
  numbers(tag: number): number[];
  number(tag: number): number | undefined;
  bytes(tag: number): Uint8Array | undefined;
  /** Offset of the next directory, or 0 if this is the last one. */
  next: number;
};

/** Number of bytes per value, by field type. */
const SIZES: Record<number, number> = {
  1: 1,
  2: 1,
  3: 2,
  4: 4,
  5: 8,
  6: 1,
  7: 1,
  8: 2,
  9: 4,
  10: 8,
  11: 4,
  12: 8,
};
const MAX_TAGS = 4096;

/** Returns the byte order and the offset of the first directory, or undefined if the bytes are not TIFF data. */
export function readTiffHeader(data: Uint8Array): { little: boolean; first: number } | undefined {
  if (data.length < 8) return undefined;
  const view = viewOf(data);
  const order = view.getUint16(0);
  if (order !== 0x4949 && order !== 0x4d4d) return undefined;
  const little = order === 0x4949;
  return view.getUint16(2, little) === 42 ? { little, first: view.getUint32(4, little) } : undefined;
}

/** Returns undefined if part of the directory is outside the data. Tags with invalid values are omitted. */
export function readDirectory(data: Uint8Array, at: number, little: boolean): Directory | undefined {
  if (at < 8 || at + 2 > data.length) return undefined;
  const view = viewOf(data);
  const count = view.getUint16(at, little);
  const end = at + 2 + count * 12;
  if (count === 0 || count > MAX_TAGS || end > data.length) return undefined;
  const entries = new Map<number, { type: number; count: number; from: number }>();
  for (let entry = at + 2; entry < end; entry += 12) {
    const type = view.getUint16(entry + 2, little);
    const length = view.getUint32(entry + 4, little);
    const bytes = (SIZES[type] ?? 0) * length;
    const from = bytes <= 4 ? entry + 8 : view.getUint32(entry + 8, little);
    if (bytes > 0 && from + bytes <= data.length)
      entries.set(view.getUint16(entry, little), { type, count: length, from });
  }
  const numbers = (tag: number): number[] => {
    const entry = entries.get(tag);
    if (!entry) return [];
    return Array.from({ length: entry.count }, (_, index) =>
      valueAt(view, entry.type, entry.from + index * SIZES[entry.type]!, little),
    );
  };
  return {
    numbers,
    number: (tag) => numbers(tag)[0],
    bytes: (tag) => {
      const entry = entries.get(tag);
      return entry && data.subarray(entry.from, entry.from + entry.count * SIZES[entry.type]!);
    },
    next: end + 4 <= data.length ? view.getUint32(end, little) : 0,
  };
}

function valueAt(view: DataView, type: number, at: number, little: boolean): number {
  switch (type) {
    case 3:
      return view.getUint16(at, little);
    case 4:
      return view.getUint32(at, little);
    case 5:
      return view.getUint32(at, little) / view.getUint32(at + 4, little);
    case 8:
      return view.getInt16(at, little);
    case 9:
      return view.getInt32(at, little);
    case 10:
      return view.getInt32(at, little) / view.getInt32(at + 4, little);
    case 11:
      return view.getFloat32(at, little);
    case 12:
      return view.getFloat64(at, little);
    default:
      return view.getUint8(at);
  }
}

const viewOf = (data: Uint8Array): DataView => new DataView(data.buffer, data.byteOffset, data.byteLength);

type Placement = { orientation: number; density: { x: number; y: number } | undefined };

/**
 * Returns orientation and density from EXIF data. Without EXIF data, the orientation is 1 and there is no
 * density.
 */
export function readExif(exif: Uint8Array | undefined): Placement {
  const header = exif && readTiffHeader(exif);
  return readPlacement(header && readDirectory(exif, header.first, header.little));
}

const TAG = { orientation: 274, x: 282, y: 283, unit: 296 };

/** Returns the orientation (1 if invalid) and the pixels per inch of a directory. */
export function readPlacement(directory: Directory | undefined): Placement {
  const stated = directory?.number(TAG.orientation) ?? 1;
  const orientation = Number.isInteger(stated) && stated >= 1 && stated <= 8 ? stated : 1;
  const [x, y] = [directory?.number(TAG.x), directory?.number(TAG.y)];
  const factor = { 2: 1, 3: 2.54 }[directory?.number(TAG.unit) ?? 2];
  const isStated = x !== undefined && y !== undefined && factor !== undefined;
  const density = isStated && x > 0 && y > 0 ? { x: x * factor, y: y * factor } : undefined;
  return { orientation, density };
}
