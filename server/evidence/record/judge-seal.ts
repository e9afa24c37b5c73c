import { verifyPdf, type Verification } from '#pdf/verify/verify-pdf.ts';

/**
 * Returns true if the file is sealed and unchanged since, no matter by which key: the reader decides whose
 * seals to trust.
 */
export async function sealHolds(pdf: Uint8Array): Promise<boolean> {
  const { verdict } = await judgeSeal(pdf);
  return verdict === 'sealed-unchanged' || verdict === 'sealed-by-unknown';
}

/** Returns the complete verification result. */
export function judgeSeal(pdf: Uint8Array): Promise<Verification> {
  return verifyPdf(pdf, { roots: [], timestampRoots: [] });
}
