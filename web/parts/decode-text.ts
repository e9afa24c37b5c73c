/** Size in bytes of a CSV file with five thousand rows of a thousand characters each. */
export const MAX_TEXT_FILE_BYTES = 5 * 1024 * 1024;

/** Decodes a CSV file: UTF-16 with a byte order mark, valid UTF-8, or otherwise the Windows encoding. */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
