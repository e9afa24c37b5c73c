/**
 * A file that a recipient uploaded for a field. `size` is in bytes. `width` and `height` are in pixels, for
 * pictures that are printed.
 */
export type AttachedFile = {
  name: string;
  mediaType: string;
  size: number;
  sha256: string;
  width?: number;
  height?: number;
};

/** Media types accepted for printed pictures. */
export const pictureKinds = ['image/png', 'image/jpeg'] as const;

/** Maximum number of pixels of all pictures in one document, so that sealing always fits into memory. */
const allPixels = 20_000_000;
/** Maximum length of the longer side in pixels. A box of 400 points then has 290 pixels per inch. */
const longestSide = 1600;

/**
 * Returns the maximum size of one picture in a document with this many picture fields. The pixels are divided
 * equally among the fields, so that every recipient can add a picture.
 */
export const maxPictureSize = (pictureFields: number): { longest: number; pixels: number } => ({
  longest: longestSide,
  pixels: Math.floor(allPixels / Math.max(1, pictureFields)),
});

/** Media types accepted for attachments, and their maximum size in bytes. */
export const attachmentKinds = ['application/pdf', 'image/png', 'image/jpeg'] as const;
export const maxAttachmentBytes = 10_485_760;

/**
 * Bytes of attachments that a document accepts after the storage of the sender's plan is full. A recipient can
 * still upload a requested passport and sign after a larger plan has ended. The limit keeps the disk from
 * filling up.
 */
export const attachedPastPlan = 10 * maxAttachmentBytes;

/**
 * Returns the field value for an uploaded file. The audit trail includes this value, which contains the hash of
 * the file.
 */
export function attachedFileText({ name, mediaType, size, sha256, width, height }: AttachedFile): string {
  return JSON.stringify({ height, mediaType, name, sha256, size, width });
}

/** Parses a value written by `attachedFileText`. Returns undefined for any other value. */
export function readAttachedFile(value: string): AttachedFile | undefined {
  try {
    const { name, mediaType, size, sha256, width, height } = JSON.parse(value) as Record<string, unknown>;
    if (typeof name !== 'string' || typeof mediaType !== 'string') return undefined;
    if (typeof size !== 'number' || typeof sha256 !== 'string') return undefined;
    const isSized = typeof width === 'number' && typeof height === 'number';
    return { name, mediaType, size, sha256, ...(isSized && { width, height }) };
  } catch {
    return undefined;
  }
}
