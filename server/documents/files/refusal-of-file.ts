import { refuse, type Refusal } from '#core/refusal.ts';
import { isUploadRefusalReason, refuseUpload } from '#core/upload-refusal.ts';
import type { FileRefusal } from '../../ports/pdf-engine.ts';

/** Converts the engine's reason into a refusal of the upload, which is localized. */
export function refusalOfFile({ refused, detail, ...where }: FileRefusal): Refusal {
  return isUploadRefusalReason(refused)
    ? refuseUpload(refused, detail, where)
    : refuse('upload-refused', detail);
}
