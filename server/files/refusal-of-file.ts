import { refuse, type Refusal } from '#core/refusal.ts';
import { isUploadRefusalReason, refuseUpload } from '#core/upload-refusal.ts';
import type { FileRefusal } from '../ports/pdf-engine.ts';

/** The refusal of an upload with the engine's reason, which has a sentence in each language. */
export function refusalOfFile({ refused, detail, ...where }: FileRefusal): Refusal {
  return isUploadRefusalReason(refused)
    ? refuseUpload(refused, detail, where)
    : refuse('upload-refused', detail);
}
