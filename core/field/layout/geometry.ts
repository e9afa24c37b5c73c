/**
 * A box on a page, in PDF points of the displayed page (after /Rotate, CropBox and UserUnit). The origin is at
 * the top left, x points right and y points down. Pages are numbered from 1.
 */
export type FieldBox = { page: number; x: number; y: number; width: number; height: number };

/**
 * A displayed page. `width` and `height` are in points as displayed. `crop` is the visible box in user space
 * ([x0, y0, x1, y1]). `rotate` turns it clockwise. One user space unit is `userUnit` points (ISO 32000-2
 * §7.7.3.3 and §14.11.2).
 */
export type PageGeometry = {
  width: number;
  height: number;
  rotate: 0 | 90 | 180 | 270;
  crop: readonly [number, number, number, number];
  userUnit: number;
};

/** Matrix [a, b, c, d, e, f] as in ISO 32000-2 §8.3.3: x' = a·x + c·y + e, y' = b·x + d·y + f. */
export type Matrix = readonly [number, number, number, number, number, number];

type Box = Pick<FieldBox, 'x' | 'y' | 'width' | 'height'>;

/**
 * Returns the matrix that maps a box's local coordinates (points, origin at its displayed bottom left, y up) to
 * the page's user space. The editor, the ceremony and the stamper all use this function, so that placed,
 * displayed and sealed positions cannot differ.
 */
export function boxToPage(page: PageGeometry, box: Box): Matrix {
  const [x0, y0, x1, y1] = page.crop;
  const unit = 1 / page.userUnit;
  const left = box.x * unit;
  const bottom = (page.height - box.y - box.height) * unit;
  switch (page.rotate) {
    case 0:
      return [unit, 0, 0, unit, x0 + left, y0 + bottom];
    case 90:
      return [0, unit, -unit, 0, x1 - bottom, y0 + left];
    case 180:
      return [-unit, 0, 0, -unit, x1 - left, y1 - bottom];
    case 270:
      return [0, -unit, unit, 0, x0 + bottom, y1 - left];
  }
}

/**
 * Converts a rectangle in a page's user space (left, bottom, right, top) to a box on the displayed page. This is
 * the inverse of `boxToPage`.
 */
export function pageToBox(page: PageGeometry, rectangle: readonly [number, number, number, number]): Box {
  const [x0, y0, x1, y1] = page.crop;
  const [left, bottom, right, top] = rectangle;
  const unit = page.userUnit;
  const [width, height] = [(right - left) * unit, (top - bottom) * unit];
  switch (page.rotate) {
    case 0:
      return { x: (left - x0) * unit, y: (y1 - top) * unit, width, height };
    case 90:
      return { x: (bottom - y0) * unit, y: (left - x0) * unit, width: height, height: width };
    case 180:
      return { x: (x1 - right) * unit, y: (bottom - y0) * unit, width, height };
    case 270:
      return { x: (y1 - top) * unit, y: (x1 - right) * unit, width: height, height: width };
  }
}

/** Returns true if the box is completely on the displayed page, with a small tolerance for rounding. */
export function liesOnPage(page: PageGeometry, box: Box): boolean {
  const slack = 0.01;
  return (
    box.x >= -slack &&
    box.y >= -slack &&
    box.x + box.width <= page.width + slack &&
    box.y + box.height <= page.height + slack
  );
}

/**
 * Returns the nearest position on the page for a box. A box larger than the page is reduced to the page size.
 */
export function clampToPage<B extends Box>(page: PageGeometry, box: B): B {
  const width = Math.min(box.width, page.width);
  const height = Math.min(box.height, page.height);
  return {
    ...box,
    width,
    height,
    x: Math.min(Math.max(0, box.x), page.width - width),
    y: Math.min(Math.max(0, box.y), page.height - height),
  };
}
