import type { Refusal } from '#core/refusal.ts';
import { refuseUpload, type UploadRefusalReason } from '#core/upload-refusal.ts';
import type { Parts } from './read-parts.ts';
import { relationshipsOf } from './relationships.ts';

/**
 * Only hyperlinks may point outside the package, because they are followed only when a reader clicks them.
 */
const mayLeave = 'hyperlink';

/**
 * Links without which the page would look different from what the author saw. They are reported rather than
 * removed.
 */
const names: Readonly<Record<string, string>> = {
  image: 'a picture stored outside the file',
  oleobject: 'an embedded object stored outside the file',
  frame: 'a frame that shows another file',
  subdocument: 'a part stored in another file',
  afchunk: 'a part in another file format',
  control: 'a control stored outside the file',
};

const reasons: Readonly<Record<string, UploadRefusalReason>> = {
  image: 'word-external-picture',
  oleobject: 'word-external-object',
};

/** Returns undefined if the converter needs nothing from outside the file (S-24). */
export function checkLinks(parts: Parts): Refusal | undefined {
  for (const { kind, leavesPackage } of relationshipsOf(parts)) {
    // Alternative format chunks (HTML, RTF) may contain links that these checks cannot see.
    if (kind !== 'afchunk' && (!leavesPackage || kind === mayLeave)) continue;
    const what = names[kind] ?? 'content stored outside the file';
    return refuseUpload(
      reasons[kind] ?? 'word-external-part',
      `This Word document contains ${what}. Save it as PDF and upload that.`,
    );
  }
  return undefined;
}
