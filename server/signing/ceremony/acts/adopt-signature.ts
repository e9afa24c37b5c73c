import { nameProblem, refuseName } from '#core/person/name.ts';
import type { MarkKind } from '#core/ceremony/mark-kind.ts';
import type { Typeface } from '#core/ceremony/typeface.ts';
import { isRefusal, type Refusal } from '#core/refusal.ts';
import type { SignBody } from '#contract/signing/ceremony.ts';
import { sha256 } from '../../../foundation/crypto/sha256.ts';
import { readSignatureImage } from './signature-image.ts';

/**
 * A signature as the signer made it: a picture (by its hash), or text in a handwriting typeface. Initials
 * have the same properties.
 */
export type AdoptedSignature = {
  kind: 'drawn' | 'typed';
  imageSha256: string | null;
  /** Hash of the ink that the sealed file embeds (see docs/evidence.md). */
  inkSha256: string | null;
  text: string | null;
  typeface: Typeface | null;
  initialsSha256: string | null;
  initialsInkSha256: string | null;
  initialsText: string | null;
  /** True if the browser says that it had saved the signature or initials earlier. */
  savedInBrowser: boolean;
  /**
   * How the signature and initials were made. The page says whether a picture was drawn. A picture from a
   * program does not count as drawn.
   */
  markKinds: MarkKind[];
  /** The pictures with these hashes. They are stored after the request has passed all checks. */
  pictures: Uint8Array[];
};

/**
 * Reads the signature from a request. Pictures are checked and normalized but not stored, so that a refused
 * request leaves nothing behind. Returns undefined if there is no signature, which `decideSigning` reports.
 */
export function adoptSignature(body: SignBody): AdoptedSignature | undefined | Refusal {
  const text = cleanLine(body.signatureText);
  const initialsText = cleanLine(body.initialsText);
  if (isRefusal(text)) return text;
  if (isRefusal(initialsText)) return initialsText;
  const image = body.signatureData ? readSignatureImage(body.signatureData) : null;
  if (isRefusal(image)) return image;
  const initials = body.initialsData ? readSignatureImage(body.initialsData) : null;
  if (isRefusal(initials)) return initials;
  if (!image && text === null) return undefined;
  return {
    kind: image ? 'drawn' : 'typed',
    imageSha256: image ? sha256(image.file) : null,
    inkSha256: image?.inkSha256 ?? null,
    text: image ? null : text,
    typeface: image && initialsText === null ? null : (body.typeface ?? 'dancing-script'),
    initialsSha256: initials ? sha256(initials.file) : null,
    initialsInkSha256: initials?.inkSha256 ?? null,
    initialsText,
    savedInBrowser: body.savedInBrowser === true,
    markKinds: [
      image ? (body.signatureBy ?? 'upload') : 'type',
      ...(initials ? [body.initialsBy ?? 'upload'] : initialsText === null ? [] : ['type' as const]),
    ],
    pictures: [image, initials].flatMap((picture) => (picture ? [picture.file] : [])),
  };
}

/** Returns whether the signer gave a signature and initials. Fields and their conditions depend on it. */
export function marksOf(adopted: AdoptedSignature | undefined): {
  hasSignature: boolean;
  hasInitials: boolean;
  markKinds: MarkKind[];
} {
  const { initialsSha256 = null, initialsText = null, markKinds = [] } = adopted ?? {};
  return {
    hasSignature: adopted !== undefined,
    hasInitials: initialsSha256 !== null || initialsText !== null,
    markKinds,
  };
}

function cleanLine(text: string | null | undefined): string | null | Refusal {
  const line = (text ?? '').normalize('NFC').trim();
  if (line === '') return null;
  const problem = nameProblem(line);
  return problem ? refuseName('signature-invalid', 'The typed signature', problem) : line;
}
