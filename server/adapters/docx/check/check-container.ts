import type { Refusal } from '#core/refusal.ts';
import { refuseUpload } from '#core/upload-refusal.ts';

const zip = [0x50, 0x4b, 0x03, 0x04];
/**
 * Signature of the container that Word used before 2007, and that every password-protected Office file uses
 * ([MS-CFB] 2.2).
 */
const compoundFile = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

/**
 * Returns undefined if the file starts as a ZIP archive. The signature must be at the very start, so that
 * nothing in another format can precede it.
 */
export function checkContainer(docx: Uint8Array): Refusal | undefined {
  if (startsWith(docx, zip)) return undefined;
  if (!startsWith(docx, compoundFile)) {
    return refuseUpload(
      'word-not-a-document',
      'This file is not a Word document. Save it as .docx or PDF and upload that.',
    );
  }
  if (hasStream(docx, 'EncryptedPackage')) {
    return refuseUpload(
      'word-locked',
      'This Word document is locked with a password. Remove the password in Word and upload it again.',
    );
  }
  return refuseUpload(
    'word-old-format',
    'This document is in an older Office format. Save it as .docx or PDF and upload that.',
  );
}

function startsWith(bytes: Uint8Array, magic: number[]): boolean {
  return magic.every((byte, index) => bytes[index] === byte);
}

/**
 * Returns true if a compound file contains a stream with this name. Directory entries store names in UTF-16
 * ([MS-CFB] 2.6.1).
 */
function hasStream(bytes: Uint8Array, name: string): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(Buffer.from(name, 'utf16le'));
}
