import { asciiAt } from './read-value.ts';
import { dictOf, type SealedObjects } from './read-objects.ts';

/** /Reason of the seal, which readers of PDF show beside it; undefined where it is not plain text. */
export function readSealReason(objects: SealedObjects): string | undefined {
  const permissions = objects.resolve(objects.catalog.get('Perms'));
  if (permissions?.kind !== 'dict') return undefined;
  const reason = dictOf(objects.resolve(permissions.entries.get('DocMDP'))).get('Reason');
  return reason?.kind === 'string' ? asciiAt(reason.bytes, 0, reason.bytes.length) : undefined;
}
