import { verifyPdf, type Verification } from '#pdf/verify/verify-pdf.ts';

/** Whether a file is sealed and nothing in it was changed since, by whomever: whose seal it is, is for its reader to say. */
export async function sealHolds(pdf: Uint8Array): Promise<boolean> {
  const { verdict } = await judgeSeal(pdf);
  return verdict === 'sealed-unchanged' || verdict === 'sealed-by-unknown';
}

/** The same with all that was found. */
export function judgeSeal(pdf: Uint8Array): Promise<Verification> {
  return verifyPdf(pdf, { roots: [], timestampRoots: [] });
}
