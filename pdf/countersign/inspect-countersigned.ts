import { compareRendering } from '../normalise/one-reading/compare-rendering.ts';
import type { CroppedPage } from '../normalise/source/page-geometry.ts';
import { openIsolatedRenderer } from '../render/pdfium.ts';
import { composePdf } from '../stamp/compose-pdf.ts';
import type { Composition } from '../stamp/composition.ts';

/**
 * Renders the pages of a countersigned file and compares them with the base file and the same stamps. Returns
 * the first page that differs, or undefined.
 */
export async function inspectCountersigned({
  pdf,
  composition,
  pages,
}: {
  pdf: Uint8Array;
  composition: Composition;
  pages: readonly CroppedPage[];
}): Promise<{ sentence: string } | undefined> {
  const stamps = composition.stamps.map(({ reference: _, ...stamp }) => stamp);
  const wanted = await composePdf({ ...composition, stamps, appendix: [], attachments: [] });
  const shown = await openIsolatedRenderer(wanted);
  if ('failed' in shown) return { sentence: 'The base file cannot be opened by a second engine.' };
  try {
    const options = { pages: [...pages], mayShowMore: false, everyPage: true, open: openIsolatedRenderer };
    const compared = await compareRendering(pdf, shown, options);
    if (compared === 'same') return undefined;
    const page = compared === 'shows-nothing' ? 1 : compared.page + 1;
    return { sentence: `Page ${page} of the signed file does not show what was signed.` };
  } finally {
    shown.close();
  }
}
