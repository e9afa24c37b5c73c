import { openPdf } from '#pdf/read/open-pdf.ts';
import { sealPdf } from '#pdf/sign/seal-pdf.ts';
import { composePdf } from '#pdf/stamp/compose-pdf.ts';
import type { Stamp } from '#pdf/stamp/draw-stamp.ts';
import { FONT_SIZE, pagesOf, places } from './job.ts';
import type { Job, Stack } from './job.ts';

export function countersign(job: Job): Stack {
  const at = ({ x, y }: { x: number; y: number }): Stamp['matrix'] => [1, 0, 0, 1, x, y];
  return async (contract) => {
    const [signed, named, dated, checked] = pagesOf(openPdf(contract).pageCount);
    const line = { kind: 'text', width: 200, height: 16, size: FONT_SIZE } as const;
    const stamps: Stamp[] = [
      { ...places.signature, kind: 'image', page: signed, matrix: at(places.signature), png: job.signature },
      { ...line, page: named, matrix: at(places.name), text: job.name },
      { ...line, page: dated, matrix: at(places.date), text: job.date },
      { ...line, page: checked, matrix: at(places.check), text: 'X' },
    ];
    const pdf = await composePdf({
      base: contract,
      stamps,
      appendix: [],
      attachments: [],
      info: { title: 'Contract' },
    });
    return sealPdf({ pdf, key: job.seal, at: Date.now(), name: 'Bench', reason: job.reason });
  };
}
