import { fileCommitment } from '#core/document/sealed-files.ts';
import type { SealedObjects } from '#pdf/verify/read-objects.ts';
import { readPages } from '#pdf/verify/read-objects.ts';
import { findEnding } from './check-ending.ts';
import { checkAct } from './check-agreement.ts';
import { namesFile } from './check-file.ts';
import { unread } from './check-files.ts';
import { checkShown } from './check-shown.ts';
import { textOf, type Evidence, type Json } from '../evidence.ts';
import type { FileEvidence } from '../file-evidence.ts';
import { sha256 } from '../hash.ts';
import type { Finding } from '../report.ts';
import { isAct, type ReadEvent } from '../trail.ts';

/** Returns the parts of the evidence that checks of whole documents also use. */
export function asEvidence(own: FileEvidence): Evidence {
  const { documentId: id, file, base, fields, chainHead, events } = own;
  const pages: Json[] = Array.from({ length: file.pages }, () => ({}));
  const document = { id, title: file.title, baseSha256: base.sha256, baseBytes: base.bytes, pages };
  const none = { agreement: null, recipients: [], disclosures: [] };
  return { version: 2, document, fields, chainHead, events, ...none };
}

/** Checks that the commitment at the file's position is the commitment to this file. */
export async function checkPlace(own: FileEvidence): Promise<Finding[]> {
  const { documentId, number, files, file, salt } = own;
  const committed = await sha256(fileCommitment({ documentId, number, of: files.length, file }, salt));
  return committed === files[number - 1] ? [] : [{ code: 'file-place-differs' }];
}

/**
 * Checks that the pages belong to the file that was agreed to. The pages of a test document have a mark that the
 * prepared file does not have.
 */
export async function checkOwnPages(
  pdf: Uint8Array,
  objects: SealedObjects,
  own: FileEvidence,
  events: readonly ReadEvent[],
): Promise<Finding[]> {
  const { base, file, test, signedSha256 } = own;
  const isSame = (await sha256(pdf.subarray(0, base.bytes))) === base.sha256;
  const isAgreed = test || base.sha256 === file.baseSha256;
  const isWhole = readPages(objects).length > file.pages;
  // Actions without the hash of the joined file refer to the agreement, which contains this hash.
  const unnamed = (type: string) => (type === 'document_sent' ? undefined : signedSha256);
  const others = events.filter(
    ({ body: { type, data } }) => namesFile(type) && (data['baseSha256'] ?? unnamed(type)) !== signedSha256,
  );
  return [
    ...(isSame && isAgreed && isWhole ? [] : [{ code: 'base-differs' } as const]),
    ...others.map(({ place }) => ({ code: 'other-base', event: place }) as const),
    ...checkShown(pdf, objects, asEvidence(own)),
    ...unread([{ id: file.id, kind: file.kind }], events),
  ];
}

/**
 * Checks that everyone acted once, with consent and under the agreement that the evidence names. The agreement
 * itself is only in the sealed file of the whole document, because it contains all files.
 */
export function checkActs(own: FileEvidence, events: readonly ReadEvent[]): Finding[] {
  const findings: Finding[] = [];
  const seen = { opened: new Set<string>(), consented: new Set<string>(), acted: new Set<string>() };
  let inForce: Json | undefined;
  for (const event of events) {
    const { type, data } = event.body;
    if (type === 'document_sent' || type === 'recipient_corrected' || type === 'recipient_delegated')
      inForce = data['agreementSha256'] ?? inForce;
    findings.push(...checkAct(event, seen));
    if (isAct(event) && data['agreementSha256'] !== inForce)
      findings.push({ code: 'agreement-differs', event: event.place });
  }
  const isComplete = events.some(({ body }) => body.type === 'all_signed') && !findEnding(events);
  if (inForce !== own.agreementSha256) findings.push({ code: 'agreement-differs' });
  return [...findings, ...(isComplete ? [] : [{ code: 'ending-differs' } as const])];
}

/** Checks that every field of the file has the value that its recipient entered. */
export function checkOwnFields({ fields, file }: FileEvidence, events: readonly ReadEvent[]): Finding[] {
  const acts = new Map(events.filter(isAct).map((event) => [event.body.actor.id, event.values]));
  return fields
    .filter(({ id, recipientId, value, printed, page }) => {
      const values = acts.get(textOf(recipientId ?? null) ?? '');
      const entered = values?.[`field:${id}`] ?? '';
      const isHere = typeof page === 'number' && page >= 1 && page <= file.pages;
      return (
        !isHere || (value ?? '') !== entered || (printed ?? null) !== (values?.[`printed:${id}`] ?? null)
      );
    })
    .map(({ id, label }) => ({ code: 'field-differs', name: textOf(label ?? null) || id }));
}
