import { PDF } from '@libpdf/core';
import type { Signer } from '@libpdf/core';
import { FONT_SIZE, pagesOf, places } from './job.ts';
import type { Job, Stack } from './job.ts';

/**
 * Uses @libpdf/core in two incremental passes: stamps with a subset font, then its own PAdES signature. In
 * one pass it would embed the whole font.
 */
export function libpdf(job: Job): Stack {
  const [certificate = new Uint8Array(), ...certificateChain] = job.seal.chain;
  const signer: Signer = {
    certificate,
    certificateChain,
    keyType: 'RSA',
    signatureAlgorithm: 'RSASSA-PKCS1-v1_5',
    sign: (data) => job.seal.sign(data),
  };
  return async (contract) => {
    const pdf = await PDF.load(contract);
    const [signed, named, dated, checked] = pagesOf(pdf.getPageCount());
    const font = pdf.embedFont(job.font);
    const style = { size: FONT_SIZE, font };
    pdf.getPage(signed)?.drawImage(pdf.embedImage(job.signature), places.signature);
    pdf.getPage(named)?.drawText(job.name, { ...places.name, ...style });
    pdf.getPage(dated)?.drawText(job.date, { ...places.date, ...style });
    pdf.getPage(checked)?.drawText('X', { ...places.check, ...style });
    const stamped = await PDF.load(await pdf.save({ incremental: true, subsetFonts: true }));
    return (await stamped.sign({ signer, reason: job.reason })).bytes;
  };
}
