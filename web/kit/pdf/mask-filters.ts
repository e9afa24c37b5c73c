/** The parts of a canvas that are used here. Both browsers and Node provide them. */
type MaskContext = {
  filter: string;
  drawImage(...values: unknown[]): void;
  getImageData(x: number, y: number, width: number, height: number): { data: Uint8ClampedArray };
  putImageData(pixels: unknown, x: number, y: number): void;
};
type MaskCanvas = {
  width: number;
  height: number;
  getContext(kind: '2d', options: { willReadFrequently: boolean }): MaskContext | null;
};
type Entry = { canvas: MaskCanvas; context: MaskContext };
type Kind = 'alpha' | 'luminosity';

/** Weights of red, green and blue in the luminosity of a color (ISO 32000-2, 11.3.5.3). */
const LUMINOSITY = [0.3, 0.59, 0.11] as const;

/**
 * Factories for pdf.js in environments whose canvases have no filters, such as Safari and Node. pdf.js
 * implements soft masks with filters, and without them shows masked content (ISO 32000-2, 11.5.3).
 */
export function maskFactories(createCanvas: (width: number, height: number) => unknown) {
  const create = (width: number, height: number): Entry => {
    const canvas = createCanvas(width, height) as MaskCanvas;
    return { canvas, context: canvas.getContext('2d', { willReadFrequently: true })! };
  };
  return {
    CanvasFactory: class {
      create(width: number, height: number): Entry {
        const entry = create(width, height);
        filterMasks(entry.context, create);
        return entry;
      }
      reset({ canvas }: Entry, width: number, height: number): void {
        Object.assign(canvas, { width, height });
      }
      destroy({ canvas }: Entry): void {
        Object.assign(canvas, { width: 0, height: 0 });
      }
    },
    FilterFactory: class {
      addFilter = () => 'none';
      addHCMFilter = () => 'none';
      addHighlightHCMFilter = () => 'none';
      addAlphaFilter = (map: ArrayLike<number>) => filterName('alpha', map);
      addLuminosityFilter = (map: ArrayLike<number> | null) => filterName('luminosity', map);
      destroy() {}
    },
  };
}

const filterName = (kind: Kind, map: ArrayLike<number> | null): string =>
  `${kind} ${map ? Array.from(map).join(' ') : ''}`.trim();

/** Makes a context accept filter names for the picture that is drawn next. */
function filterMasks(context: MaskContext, create: (width: number, height: number) => Entry): void {
  const drawImage = context.drawImage.bind(context);
  let filter = 'none';
  Object.defineProperty(context, 'filter', {
    get: () => filter,
    set: (name: string) => {
      filter = name;
    },
  });
  const drawFiltered = (image: unknown, ...place: number[]): void => {
    const [kind, ...map] = filter.split(' ');
    filter = 'none';
    if (place.length !== 8 || (kind !== 'alpha' && kind !== 'luminosity')) return drawImage(image, ...place);
    const [left = 0, top = 0, width = 0, height = 0, ...target] = place;
    const { canvas, context: mask } = create(width, height);
    mask.drawImage(image, left, top, width, height, 0, 0, width, height);
    const pixels = mask.getImageData(0, 0, width, height);
    applyFilter(pixels.data, kind, map.map(Number));
    mask.putImageData(pixels, 0, 0);
    drawImage(canvas, 0, 0, width, height, ...target);
  };
  Object.assign(context, { drawImage: drawFiltered });
}

/** Replaces the alpha of each pixel (RGBA) with the value of the mask. */
export function applyFilter(pixels: Uint8ClampedArray, kind: Kind, map: readonly number[]): void {
  const [red, green, blue] = LUMINOSITY;
  for (let at = 0; at < pixels.length; at += 4) {
    const alpha = pixels[at + 3]!;
    const light = red * pixels[at]! + green * pixels[at + 1]! + blue * pixels[at + 2]!;
    const value = kind === 'alpha' ? alpha : Math.round((light * alpha) / 255);
    pixels[at + 3] = map[value] ?? value;
  }
}
