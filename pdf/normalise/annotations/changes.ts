import { isName } from '../../objects/objects.ts';
import type { PdfDict } from '../../objects/objects.ts';
import type { SourceFile } from '../source/source-file.ts';

/** Codes for everything that was flattened or removed. They are stable and reported to the sender. */
export type ChangeCode =
  | 'repaired'
  | 'decrypted'
  | 'form-flattened'
  | 'annotations-flattened'
  | 'layers-flattened'
  | 'attachments-removed'
  | 'javascript-removed'
  | 'actions-removed'
  | 'media-removed'
  | 'xfa-removed'
  | 'pdfa-removed';

export type Changes = Set<ChangeCode>;

/** Returns the change code for the removal of this action. */
export const removalOf = (file: SourceFile, action: PdfDict): ChangeCode =>
  isName(file.resolve(action.get('S')), 'JavaScript') ? 'javascript-removed' : 'actions-removed';
