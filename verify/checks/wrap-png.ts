import { join } from '#pdf/verify/bytes.ts';

const ascii = (text: string): Uint8Array => Uint8Array.from(text, (sign) => sign.charCodeAt(0));
const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/** Returns an 8-bit RGB PNG with these compressed rows (ISO/IEC 15948). */
export function wrapPng(width: number, height: number, rows: Uint8Array): Uint8Array {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set([8, 2, 0, 0, 0], 8);
  return join([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', new Uint8Array(0))]);
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const body = join([ascii(type), data]);
  const [length, sum] = [new DataView(new ArrayBuffer(4)), new DataView(new ArrayBuffer(4))];
  length.setUint32(0, data.length);
  sum.setUint32(0, crc32(body));
  return join([new Uint8Array(length.buffer), body, new Uint8Array(sum.buffer)]);
}

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value >>> 0;
});

/** Computes the CRC of ISO/IEC 15948, annex D, because browsers have no function for it. */
function crc32(data: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of data) sum = table[(sum ^ byte) & 255]! ^ (sum >>> 8);
  return (sum ^ 0xffffffff) >>> 0;
}
