import { printNumber } from '#core/field/values/number-format.ts';
import { isDay, printDay } from '#core/formats/day.ts';
import { readAttachedFile } from '#core/field/attached-file.ts';
import { fieldTypes, isPicture } from '#core/field/kinds.ts';
import { formatsBefore, readDateFormat, readFormats } from '#core/formats/formats.ts';
import type { SealedObjects } from '#pdf/verify/read-objects.ts';
import type { Evidence, Json } from '../evidence.ts';
import { hasPages, textOf } from '../evidence.ts';
import { sha256 } from '../hash.ts';
import type { Finding } from '../report.ts';
import { isAct } from '../trail.ts';
import type { ReadEvent } from '../trail.ts';
import { readDrawn } from './read-drawn.ts';

/**
 * Events about the sent file. Earlier events refer to files of the draft, which may have been replaced since.
 */
const aboutFile: ReadonlySet<string> = new Set([
  ...['document_sent', 'document_opened', 'document_retrieved', 'passkey_confirmed'],
  ...['document_signed', 'document_approved'],
]);

export const namesFile = (type: string): boolean => aboutFile.has(type);

/** Checks that the file begins with the base file that was shown to everyone (docs/evidence.md, Base file). */
export async function checkBase(
  pdf: Uint8Array,
  evidence: Evidence,
  events: readonly ReadEvent[],
): Promise<Finding[]> {
  const { document } = evidence;
  const same =
    !hasPages(evidence) || (await sha256(pdf.subarray(0, document.baseBytes))) === document.baseSha256;
  const others = events.filter(
    ({ body: { type, data } }) =>
      aboutFile.has(type) && data['baseSha256'] !== undefined && data['baseSha256'] !== document.baseSha256,
  );
  return [
    ...(same ? [] : [{ code: 'base-differs' } as const]),
    ...others.map(({ place }) => ({ code: 'other-base', event: place }) as const),
  ];
}

/**
 * Checks that every field has the value that its recipient entered. Numbers and dates must be printed in the
 * document's format or in the field's own format.
 */
export function checkFields({ document, fields }: Evidence, events: readonly ReadEvent[]): Finding[] {
  const acts = new Map(events.filter(isAct).map((event) => [event.body.actor.id, event.values]));
  const formats = readFormats(document['formats']);
  return fields
    .filter(({ id, type, recipientId, value, properties }) => {
      const values = acts.get(textOf(recipientId ?? null) ?? '');
      const entered = values?.[`field:${id}`] ?? '';
      if ((value ?? '') !== entered) return true;
      const printed = values?.[`printed:${id}`] ?? entered;
      const isDate = type === 'dateEntry' && isDay(entered);
      const dateFormat = readDateFormat(properties) ?? (formats ?? formatsBefore).dateFormat;
      if (isDate) return printed !== printDay(entered, dateFormat);
      return type === 'number' && printed !== printNumber(entered, formats?.numberFormat);
    })
    .map(({ id, label }) => ({ code: 'field-differs', name: textOf(label ?? null) || id }) as const);
}

const faceOf: { readonly [typeface: string]: string } = {
  'dancing-script': 'DancingScript',
  caveat: 'Caveat',
  'great-vibes': 'GreatVibes',
  'marck-script': 'MarckScript',
};

/**
 * Checks every drawing after the base file. It must be ink or a typeface named by a signature, or a picture
 * named by the value of a field (docs/evidence.md, Ink and Pictures). `isCertified` is true if the file includes
 * its certificate, which prints every signature.
 */
export async function checkDrawn(
  objects: SealedObjects,
  evidence: Evidence,
  events: readonly ReadEvent[],
  { isCertified = true } = {},
): Promise<Finding[]> {
  const { document, fields } = evidence;
  const isPaged = hasPages(evidence);
  const { inks, pictures, fonts } = await readDrawn(objects, isPaged ? document.baseBytes : 0);
  const ways = events.filter(isAct).map(({ body }) => body.data);
  const texts = (list: (Json | undefined)[]) => list.flatMap((ink) => (typeof ink === 'string' ? [ink] : []));
  const drawn = texts(ways.flatMap((data) => [data['inkSha256'], data['initialsInkSha256']]));
  // Initials are printed only in their fields. A signature is also printed on the certificate page.
  const placed = (wanted: string, id: string | null): boolean =>
    isPaged &&
    fields.some(({ type, recipientId, value }) => type === wanted && recipientId === id && value !== null);
  const printed = texts(
    events
      .filter(isAct)
      .flatMap(({ body: { actor, data } }) => [
        isCertified || placed('signature', actor.id) ? data['inkSha256'] : undefined,
        placed('initial', actor.id) ? data['initialsInkSha256'] : undefined,
      ]),
  );
  // Before 2026-11-22, events recorded the uploaded picture instead of its ink.
  const isOld = ways.some((data) => data['inkSha256'] === undefined && data['imageSha256']);
  const chosen = ways.map(({ typeface }) => faceOf[textOf(typeface ?? null) ?? 'dancing-script']);
  const hands = Object.values(faceOf).filter((face) => fonts.has(face));
  const findings: Finding[] = [];
  const uploaded = fields.flatMap(uploadedIn);
  if (isPaged && uploaded.some((hash) => !pictures.has(hash))) findings.push({ code: 'picture-missing' });
  const isStray = [...pictures].some((hash) => !uploaded.includes(hash));
  if (printed.some((ink) => !inks.has(ink))) findings.push({ code: 'drawing-missing' });
  if (isStray || (!isOld && [...inks].some((ink) => !drawn.includes(ink))))
    findings.push({ code: 'drawing-stray' });
  if (!lendsHands(events) && hands.some((face) => !chosen.includes(face)))
    findings.push({ code: 'typeface-stray' });
  return findings;
}

/**
 * Returns the hash of the picture that a field prints. The value has already been compared with the signed
 * event.
 */
function uploadedIn({ type, value }: Evidence['fields'][number]): string[] {
  const kind = fieldTypes.find((one) => one === type);
  const file = kind && isPicture(kind) ? readAttachedFile(textOf(value ?? null) ?? '') : undefined;
  return file ? [file.sha256] : [];
}

/** Letters that a typeface lacks are printed in a different typeface. */
const lendsHands = (events: readonly ReadEvent[]): boolean =>
  events
    .filter(isAct)
    .some(({ values }) => /[^ -~À-ÿ]/.test(`${values['signature'] ?? ''}${values['initials'] ?? ''}`));
