import { writePng } from '#pdf/image/png.ts';

/**
 * Returns a signature as a drawing pad produces it: dark strokes on transparency that touch every edge, as a
 * PNG data URL.
 */
export function drawnSignature(width = 300, height = 80): string {
  const rgba = new Uint8Array(width * height * 4);
  const dot = (x: number, y: number): void => {
    for (let dy = -1; dy <= 1; dy += 1) {
      for (let dx = -1; dx <= 1; dx += 1) {
        const [column, row] = [Math.round(x) + dx, Math.round(y) + dy];
        if (column < 0 || row < 0 || column >= width || row >= height) continue;
        rgba.set([17, 24, 90, 255], (row * width + column) * 4);
      }
    }
  };
  for (let step = 0; step <= 4 * width; step += 1) {
    const part = step / (4 * width);
    dot(part * (width - 1), (0.5 + 0.5 * Math.sin(part * 24)) * (height - 1));
    dot(part * (width - 1), part * (height - 1));
  }
  return `data:image/png;base64,${Buffer.from(writePng({ width, height, rgba })).toString('base64')}`;
}
