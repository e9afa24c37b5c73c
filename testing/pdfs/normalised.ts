import { openRenderer } from '#pdf/render/pdfium.ts';
import type { Renderer } from '#pdf/render/pdfium.ts';
import { normalisePdf } from '#pdf/normalise/normalise-pdf.ts';
import type { Normalised } from '#pdf/normalise/normalise-pdf.ts';

/** Returns the normalized file. The test fails if the file is refused. */
export async function normalised(bytes: Uint8Array): Promise<Normalised> {
  const result = await normalisePdf(bytes);
  if ('refused' in result) throw new Error(`refused: ${result.refused}`);
  return result;
}

/** Returns the code of the refusal, or 'accepted'. */
export async function refusalOf(bytes: Uint8Array): Promise<string> {
  const result = await normalisePdf(bytes);
  return 'refused' in result ? result.refused : 'accepted';
}

/** Opens a file in PDFium, which must accept it. The caller must close it. */
export async function rendererOf(bytes: Uint8Array): Promise<Renderer> {
  const renderer = await openRenderer(bytes);
  if ('failed' in renderer) throw new Error(renderer.failed);
  return renderer;
}
