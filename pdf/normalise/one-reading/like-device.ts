import { createHash } from 'node:crypto';
import { name } from '../../objects/objects.ts';
import { serialise } from '../../objects/serialise.ts';
import { measureColors, type SpaceToMeasure } from '../../render/measure-colors.ts';
import { readyPdfium } from '../../render/pdfium.ts';

const DEVICES: Record<number, string> = { 1: 'DeviceGray', 3: 'DeviceRGB', 4: 'DeviceCMYK' };

/** Maximum difference in brightness (of 255). A color cannot be dark in one space and light in the other. */
const APART = 80;

/** Caches results by the data of the color space, because most files use one of a few profiles. */
const known = new Map<string, boolean>();
const MOST_KNOWN = 500;

/**
 * Returns true if PDFium draws values in a color space about as bright as in the device space with the same
 * number of components. `data` contains the bytes of the color space.
 */
export function isLikeDevice(space: SpaceToMeasure, components: number, data: Uint8Array): boolean {
  const pdfium = readyPdfium();
  const device = DEVICES[components];
  if (pdfium === undefined || device === undefined) return true;
  return once(`${components}`, data, () => {
    const values = samplesOf(components);
    const own = measureColors(pdfium, space, values);
    const plain = measureColors(pdfium, { space: name(device), objects: new Map() }, values);
    return (
      own !== undefined &&
      plain !== undefined &&
      own.every((color, at) => Math.abs(brightness(color) - brightness(plain[at]!)) <= APART)
    );
  });
}

/**
 * Returns true if tints are about as bright as a corresponding share of each ink's full color. MuPDF draws inks
 * that way and ignores the colors that the file defines for tints between none and full.
 */
export function areLikeInks(space: SpaceToMeasure, tints: readonly number[]): boolean {
  const pdfium = readyPdfium();
  if (pdfium === undefined) return true;
  const data = [space.space, ...space.objects.values()].map((object) => Buffer.from(serialise(object)));
  return once(`inks ${tints.join(' ')}`, Buffer.concat(data), () => {
    const single = tints.map((_, ink) => tints.map((__, at) => (at === ink ? 1 : 0)));
    const [own, ...full] = measureColors(pdfium, space, [tints, ...single]) ?? [];
    if (own === undefined) return true;
    const wanted = [0, 1, 2].map((channel) =>
      tints.reduce((light, tint, ink) => light * (1 - tint * (1 - full[ink]![channel]! / 255)), 255),
    );
    return Math.abs(brightness(own) - brightness(wanted)) <= APART;
  });
}

function once(kind: string, data: Uint8Array, find: () => boolean): boolean {
  const key = `${kind} ${createHash('sha256').update(data).digest('base64')}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const result = find();
  if (known.size < MOST_KNOWN) known.set(key, result);
  return result;
}

const brightness = ([red = 0, green = 0, blue = 0]: readonly number[]): number =>
  red * 0.3 + green * 0.59 + blue * 0.11;

const STEPS = 17;

/**
 * Returns the corner values, and steps from the first to the last corner in which either all components or only
 * the last one increase.
 */
function samplesOf(components: number): number[][] {
  const corners = Array.from({ length: 2 ** components }, (_, bits) =>
    Array.from({ length: components }, (__, at) => (bits >> at) & 1),
  );
  const steps = Array.from({ length: STEPS }, (_, at) => at / (STEPS - 1));
  const all = steps.map((value) => Array<number>(components).fill(value));
  const last = steps.map((value) => [...Array<number>(components - 1).fill(0), value]);
  return [...corners, ...all, ...last];
}
