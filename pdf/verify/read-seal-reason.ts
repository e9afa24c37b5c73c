import { asciiAt } from './read-value.ts';
import { dictOf, MalformedPdf, type SealedObjects } from './read-objects.ts';

/** Returns the seal's /Reason, which PDF readers show, or undefined if it cannot be read. */
export function readSealReason(objects: SealedObjects): string | undefined {
  try {
    const permissions = objects.resolve(objects.catalog.get('Perms'));
    if (permissions?.kind !== 'dict') return undefined;
    const reason = dictOf(objects.resolve(permissions.entries.get('DocMDP'))).get('Reason');
    return reason?.kind === 'string' ? asciiAt(reason.bytes, 0, reason.bytes.length) : undefined;
  } catch (error) {
    if (error instanceof MalformedPdf) return undefined;
    throw error;
  }
}
