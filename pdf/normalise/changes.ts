/** What was flattened or removed on the way; stable codes that the caller tells the sender about. */
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
  | 'xfa-removed';

export type Changes = Set<ChangeCode>;
