import { checkCeremony } from '#core/ceremony/checks.ts';
import { readAttachedFile } from '#core/field/attached-file.ts';
import { isPicture } from '#core/field/kinds.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import { inkPicture } from '#pdf/image/ink.ts';
import { readKeptInk, unpackInk } from '#pdf/image/packed-ink.ts';
import { writePng } from '#pdf/image/png.ts';
import { attachmentsOf } from './acts/attachment-store.ts';
import type { CeremonyDeps } from './deps.ts';
import { asOpenDocument, openCeremony, type Visit } from './open-link.ts';
import { markOf } from './others-view.ts';
import { readSignedParts } from './signed-parts.ts';

/**
 * Returns the picture in a field to people who may read the document: a drawn signature, an uploaded picture
 * of someone who has signed, or a picture that this recipient has uploaded.
 */
export async function openMark(
  services: CeremonyDeps,
  visit: Visit | Refusal,
  { fieldId, sha256: version }: { fieldId: string; sha256?: string | undefined },
): Promise<Uint8Array | Refusal> {
  const ceremony = await openCeremony(services, visit);
  if (isRefusal(ceremony)) return ceremony;
  const { owner, whole, recipient } = ceremony;
  const closed = checkCeremony('view', { document: asOpenDocument(whole), recipient, now: services.clock() });
  if (closed) return closed;
  const field = whole.fields.find(({ id }) => id === fieldId);
  const { acts, values } = await readSignedParts(services.db, owner);
  if (field && isPicture(field.type)) {
    const signed = readAttachedFile(values.get(field.id) ?? '')?.sha256;
    const pending = field.recipientId === recipient.id ? await attachmentsOf(services.db, owner) : [];
    const known = [signed, ...pending.flatMap((file) => (file.fieldId === fieldId ? [file.sha256] : []))];
    const wanted = version ?? signed;
    return wanted !== undefined && known.includes(wanted) ? services.files.read(wanted) : noMark;
  }
  const act = field?.recipientId ? acts.get(field.recipientId) : undefined;
  const sha256 = field && act && values.has(field.id) ? markOf(field, act)?.sha256 : undefined;
  return sha256 ? asPng(await services.files.read(sha256)) : noMark;
}

/** Pictures drawn before 2026-11-22 are stored and served as PNG. */
function asPng(file: Uint8Array): Uint8Array {
  return writePng(inkPicture(unpackInk(readKeptInk(file))));
}

const noMark = refuse('not-found', 'There is no preview of this document.');
