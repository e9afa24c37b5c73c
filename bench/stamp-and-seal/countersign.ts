import { openPdf } from '#pdf/read/open-pdf.ts';
import { sealPdf } from '#pdf/sign/seal-pdf.ts';
import { composeRevision } from '#pdf/stamp/compose-pdf.ts';
import type { Stamp } from '#pdf/stamp/draw-stamp.ts';
import { keyInk } from '#pdf/image/ink.ts';
import { packInk, type PackedInk } from '#pdf/image/packed-ink.ts';
import { readPng } from '#pdf/image/png.ts';
import { FONT_SIZE, pagesOf, places } from './job.ts';
import type { Job, Stack } from './job.ts';

/** `adoptPicture` runs once per signature, not once per seal. */
export function countersign(job: Job): Stack {
  const ink = adoptPicture(job);
  const at = ({ x, y }: { x: number; y: number }): Stamp['matrix'] => [1, 0, 0, 1, x, y];
  return async (contract) => {
    const [signed, named, dated, checked] = pagesOf(openPdf(contract).pageCount);
    const line = { kind: 'text', width: 200, height: 16, size: FONT_SIZE } as const;
    const stamps: Stamp[] = [
      { ...places.signature, kind: 'image', page: signed, matrix: at(places.signature), ink },
      { ...line, page: named, matrix: at(places.name), text: job.name },
      { ...line, page: dated, matrix: at(places.date), text: job.date },
      { ...line, page: checked, matrix: at(places.check), text: 'X' },
    ];
    const revision = await composeRevision({
      base: contract,
      stamps,
      appendix: [],
      attachments: [],
      info: { title: 'Contract' },
    });
    return sealPdf({
      pdf: contract,
      revision,
      key: job.seal,
      at: Date.now(),
      name: 'Bench',
      reason: job.reason,
    });
  };
}

/** Converts a picture as when its signer adopts it. Only its ink is kept, in its sealed form. */
export function adoptPicture({ signature }: Job): PackedInk {
  const picture = readPng(signature, { width: 2000, height: 1000 });
  if (picture === undefined) throw new Error('the signature of the bench is no PNG');
  return packInk(keyInk(picture));
}
