import { verifyPdf, type Verification } from '#pdf/verify/verify-pdf.ts';

/**
 * Returns true if the file is sealed and unchanged since, by whatever key. Readers decide which seals they
 * trust.
 */
export async function sealHolds(pdf: Uint8Array): Promise<boolean> {
  const { verdict } = await judgeSeal(pdf);
  return verdict === 'sealed-unchanged' || verdict === 'sealed-by-unknown';
}

export function judgeSeal(pdf: Uint8Array): Promise<Verification> {
  return verifyPdf(pdf, { roots: [], timestampRoots: [] });
}
