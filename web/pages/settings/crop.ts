/** The square that is cropped from a picture: its center and side, in pixels of the picture. */
export type Crop = { x: number; y: number; side: number };

export type Size = { width: number; height: number };

/** Maximum zoom factor. */
export const maxZoom = 4;

/** Returns the largest centered square. */
export function wholeCrop({ width, height }: Size): Crop {
  return { x: width / 2, y: height / 2, side: Math.min(width, height) };
}

/**
 * Returns the square at another zoom (1 to `maxZoom`) around the same center, moved if necessary to remain
 * inside the picture.
 */
export function zoomed(crop: Crop, zoom: number, picture: Size): Crop {
  const within = Math.min(maxZoom, Math.max(1, zoom));
  return inside({ ...crop, side: Math.min(picture.width, picture.height) / within }, picture);
}

export function zoomOf(crop: Crop, { width, height }: Size): number {
  return Math.min(width, height) / crop.side;
}

/** Returns the square moved by pixels of the picture. */
export function moved(crop: Crop, by: { x: number; y: number }, picture: Size): Crop {
  return inside({ ...crop, x: crop.x + by.x, y: crop.y + by.y }, picture);
}

function inside({ x, y, side }: Crop, { width, height }: Size): Crop {
  const half = side / 2;
  const between = (value: number, end: number): number => Math.min(end - half, Math.max(half, value));
  return { x: between(x, width), y: between(y, height), side };
}
