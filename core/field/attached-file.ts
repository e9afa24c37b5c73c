/** A file that a recipient handed in with a field of the kind attachment. `size` in bytes. */
export type AttachedFile = { name: string; mediaType: string; size: number; sha256: string };

/** The kinds of file that may be handed in, and their largest size. Bytes. */
export const attachmentKinds = ['application/pdf', 'image/png', 'image/jpeg'] as const;
export const largestAttachment = 10_485_760;

/**
 * Bytes of files that one document takes in beyond the room of its sender's plan: whoever was asked for a passport can hand
 * it in and sign, also after a larger plan has ended, and no disk is filled that way.
 */
export const attachedPastPlan = 10 * largestAttachment;

/** The value of the field: all of it is bound by the trail, the bytes by their hash. */
export function attachedFileText({ name, mediaType, size, sha256 }: AttachedFile): string {
  return JSON.stringify({ mediaType, name, sha256, size });
}

/** Undefined when the value is not one that `attachedFileText` wrote. */
export function readAttachedFile(value: string): AttachedFile | undefined {
  try {
    const { name, mediaType, size, sha256 } = JSON.parse(value) as Record<string, unknown>;
    if (typeof name !== 'string' || typeof mediaType !== 'string') return undefined;
    if (typeof size !== 'number' || typeof sha256 !== 'string') return undefined;
    return { name, mediaType, size, sha256 };
  } catch {
    return undefined;
  }
}
