import { whyNot } from '#core/document/act.ts';
import { largestAttachment, type AttachedFile } from '#core/field/attached-file.ts';
import type { Field } from '#core/field/field.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import { hasActed } from '#core/recipient/recipient.ts';
import { attachmentsOf, keepAttachment } from './attachment-store.ts';
import type { CeremonyServices } from './ceremony-services.ts';
import { asOpenDocument, openCeremony, type Visit } from './open-link.ts';

/** More than this nobody needs, and every try is kept until the document goes. Files a recipient. */
const mostFiles = 40;

/**
 * Takes a file in for an attachment field. It is kept as it came and never opened: it does not go into the sealed
 * file, since that goes to everybody and a copy of a passport is for the sender. What the seal covers is its hash.
 */
export async function attachFile(
  services: CeremonyServices,
  visit: Visit,
  fieldId: string,
  sent: { fileName: string; bytes: Uint8Array },
): Promise<AttachedFile | Refusal> {
  const ceremony = await openCeremony(services, visit);
  if (isRefusal(ceremony)) return ceremony;
  const { whole, recipient, owner } = ceremony;
  const closed = whyNot('open', asOpenDocument(whole), recipient, services.clock());
  if (closed) return closed;
  const field = whole.fields.find(({ id, type }) => id === fieldId && type === 'attachment');
  if (!field || field.recipientId !== recipient.id || hasActed(recipient)) {
    return refuse('field-not-yours', 'This page asks you for no file there. Reload it.');
  }
  const mediaType = kindOf(sent.bytes);
  if (mediaType === undefined) {
    return refuse('attachment-refused', 'The file has to be a PDF, a PNG or a JPG.');
  }
  if (sent.bytes.length > largestAttachment) {
    return refuse('attachment-refused', 'The file is larger than 10 MB. Choose a smaller one.');
  }
  if ((await attachmentsOf(services.db, owner)).length >= mostFiles) {
    return refuse('attachment-refused', 'Too many files were handed in here. Ask the sender what to do.');
  }
  const file = {
    name: await printableName(services, field, sent.fileName, mediaType),
    mediaType,
    size: sent.bytes.length,
    sha256: await services.files.put(sent.bytes),
  };
  await keepAttachment(services.db, owner, fieldId, file, services.clock());
  return file;
}

/** By its first bytes; what the browser says about a file is a guess from its name (S-21). */
function kindOf(bytes: Uint8Array): AttachedFile['mediaType'] | undefined {
  const starts = (...start: number[]) => start.every((byte, at) => bytes[at] === byte);
  if (starts(0x25, 0x50, 0x44, 0x46, 0x2d)) return 'application/pdf';
  if (starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png';
  return starts(0xff, 0xd8, 0xff) ? 'image/jpeg' : undefined;
}

const extensions: Record<string, string> = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
};

/** The name as it is printed in the field's box: shortened in the middle until it fits, never cut by the page. */
async function printableName(
  { pdf }: Pick<CeremonyServices, 'pdf'>,
  { width, height }: Field,
  fileName: string,
  mediaType: string,
): Promise<string> {
  const extension = extensions[mediaType] ?? 'bin';
  const stem = [...fileName.replace(/\.[^.]*$/, '')];
  const names = [60, 40, 28, 18, 10].map((most) =>
    stem.length <= most ? stem.join('') : `${stem.slice(0, most - 5).join('')}…${stem.slice(-4).join('')}`,
  );
  const candidates = [...names.filter((name) => name !== ''), 'file'].map((name) => `${name}.${extension}`);
  const fits = await pdf.fit(candidates.map((text) => ({ text, width, height })));
  const at = fits.findIndex((fit) => fit.fits && fit.unprintable.length === 0);
  return candidates[at] ?? `file.${extension}`;
}
