import { createHash } from 'node:crypto';
import fontkit from '@cantoo/fontkit';
import { PDFArray, PDFDocument, PDFHexString, PDFName, PDFNumber, PDFString } from '@cantoo/pdf-lib';
import { Signer, SignPdf } from '@signpdf/signpdf';
import { signDigest } from '#pdf/sign/cms.ts';
import type { Sealer } from '#pdf/sign/sealer.ts';
import { FONT_SIZE, pagesOf, places } from './job.ts';
import type { Job, Stack } from './job.ts';

/** Uses @cantoo/pdf-lib, which rewrites the file or appends to it, and @signpdf for the signature. */
export function cantoo(job: Job, { incremental }: { incremental: boolean }): Stack {
  const signpdf = new SignPdf();
  const signer = new PadesSigner(job.seal);
  return async (contract) => {
    const pdf = await PDFDocument.load(contract, { forIncrementalUpdate: incremental });
    pdf.registerFontkit(fontkit);
    const [signed, named, dated, checked] = pagesOf(pdf.getPageCount());
    const font = await pdf.embedFont(job.font, { subset: true });
    const style = { size: FONT_SIZE, font };
    pdf.getPage(signed).drawImage(await pdf.embedPng(job.signature), places.signature);
    pdf.getPage(named).drawText(job.name, { ...places.name, ...style });
    pdf.getPage(dated).drawText(job.date, { ...places.date, ...style });
    pdf.getPage(checked).drawText('X', { ...places.check, ...style });
    addPlaceholder(pdf, job.reason);
    return signpdf.sign(Buffer.from(await pdf.save({ useObjectStreams: false })), signer);
  };
}

/** The signer included in @signpdf makes no PAdES signature, so all stacks use the same CMS here. */
class PadesSigner extends Signer {
  readonly #seal: Sealer;
  constructor(seal: Sealer) {
    super();
    this.#seal = seal;
  }
  override async sign(content: Buffer): Promise<Buffer> {
    return Buffer.from(await signDigest(createHash('sha256').update(content).digest(), this.#seal));
  }
}

/** An empty signature field on the first page, as @signpdf expects it. */
function addPlaceholder(pdf: PDFDocument, reason: string): void {
  const { context, catalog } = pdf;
  const page = pdf.getPage(0);
  const range = PDFArray.withContext(context);
  range.push(PDFNumber.of(0));
  for (let i = 0; i < 3; i++) range.push(PDFName.of('**********'));
  const signature = context.register(
    context.obj({
      Type: 'Sig',
      Filter: 'Adobe.PPKLite',
      SubFilter: 'ETSI.CAdES.detached',
      ByteRange: range,
      Contents: PDFHexString.of('0'.repeat(2 * 12_288)),
      Reason: PDFString.of(reason),
      M: PDFString.fromDate(new Date()),
    }),
  );
  const widget = context.register(
    context.obj({
      Type: 'Annot',
      Subtype: 'Widget',
      FT: 'Sig',
      Rect: [0, 0, 0, 0],
      V: signature,
      T: PDFString.of('Seal'),
      F: 132,
      P: page.ref,
    }),
  );
  page.node.set(PDFName.of('Annots'), context.obj([widget]));
  catalog.set(PDFName.of('AcroForm'), context.register(context.obj({ Fields: [widget], SigFlags: 3 })));
}
