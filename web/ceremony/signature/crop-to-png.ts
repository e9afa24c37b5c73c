import { inkBox, MAX_SIGNATURE_IMAGE, isolateInk, roomAround } from './trim-picture.ts';

/**
 * Returns the ink on a canvas as a trimmed PNG data URL with a transparent background, or '' for an empty
 * canvas.
 */
export function cropToPng(canvas: HTMLCanvasElement): string {
  const { width, height } = canvas;
  const pixels = contextOf(canvas).getImageData(0, 0, width, height);
  const ink = inkBox(pixels.data, width, height);
  if (!ink) return '';
  const { left, top, right, bottom } = roomAround(ink, width, height);
  const cropped = newCanvas(right - left, bottom - top);
  contextOf(cropped).drawImage(canvas, -left, -top);
  return cropped.toDataURL('image/png');
}

/** Why an uploaded file could not be used as a signature. */
export type PictureFault = 'unreadable' | 'blank';

/**
 * Converts an uploaded picture to a PNG data URL within the server's limits. The original never leaves the
 * browser.
 */
export async function pictureToPng(file: Blob): Promise<{ dataUrl: string } | { fault: PictureFault }> {
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file);
  } catch {
    return { fault: 'unreadable' };
  }
  for (let share = 1; share > 0.1; share *= 0.7) {
    const dataUrl = cropToPng(drawWithin(bitmap, share));
    if (dataUrl === '') return { fault: 'blank' };
    if ((dataUrl.length * 3) / 4 <= MAX_SIGNATURE_IMAGE.bytes) return { dataUrl };
  }
  return { fault: 'unreadable' };
}

function drawWithin(bitmap: ImageBitmap, share: number): HTMLCanvasElement {
  const { width, height } = MAX_SIGNATURE_IMAGE;
  const scale = share * Math.min(1, width / bitmap.width, height / bitmap.height);
  const canvas = newCanvas(
    Math.max(1, Math.round(bitmap.width * scale)),
    Math.max(1, Math.round(bitmap.height * scale)),
  );
  const context = contextOf(canvas);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  const pixels = context.getImageData(0, 0, canvas.width, canvas.height);
  isolateInk(pixels.data);
  context.putImageData(pixels, 0, 0);
  return canvas;
}

function newCanvas(width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  return canvas;
}

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('this browser has no 2d canvas');
  return context;
}
