import { deflateSync } from 'node:zlib';
import { isProfileFor } from '../normalise/one-reading/icc-profile.ts';
import { dict, latin1Bytes, name, PdfDict, PdfString, ref, stream } from '../objects/objects.ts';
import type { PdfArray, PdfObject, PdfRef } from '../objects/objects.ts';
import { writePdfFile } from '../objects/write-file.ts';

/** Maximum number of pixels, checked before a picture is decoded. An A4 scan at 600 dpi has 35 million. */
export const MAX_PIXELS = 65_000_000;

/**
 * Encoded pixels of a picture, with everything that an image XObject needs to describe them (ISO 32000-2,
 * 8.9.5).
 */
export type PictureData = {
  /** Pixels as stored, before the orientation is applied. */
  width: number;
  height: number;
  components: 1 | 3 | 4;
  bits: 1 | 2 | 4 | 8;
  data: Uint8Array;
  filter: 'DCTDecode' | 'FlateDecode' | 'CCITTFaxDecode';
  parms?: PdfDict;
  decode?: number[];
  /** RGB triples of an indexed picture. */
  palette?: Uint8Array;
  profile?: Uint8Array | undefined;
};

export type PicturePage = PictureData & {
  /** EXIF orientation from 1 to 8. */
  orientation: number;
  /** Pixels per inch, horizontally and vertically as stored; undefined if the file specifies none. */
  density: { x: number; y: number } | undefined;
};

const inch = 72;
const A4 = { short: 595.28, long: 841.89 };
/** Maximum page side in points. A larger page cannot be prepared (pdf/normalise/find-refusal.ts). */
const MAX_SIDE = 14_400;
/** Densities that cameras and programs write without measuring anything. */
const NOMINAL = [72, 96];

/** Writes one page per picture. The result is then normalized like any other upload. */
export function writePicturePages(pages: readonly PicturePage[]): Uint8Array {
  const objects = new Map<number, PdfObject>();
  const add = (value: PdfObject): PdfRef => {
    objects.set(objects.size + 1, value);
    return ref(objects.size);
  };
  const catalog = new PdfDict([['Type', name('Catalog')]]);
  const root = add(catalog);
  const tree = new PdfDict([['Type', name('Pages')]]);
  const treeRef = add(tree);
  catalog.set('Pages', treeRef);
  const kids = pages.map((page) => {
    const { width, height, matrix } = placePicture(page);
    const image = add(imageObject(page, add));
    const content = latin1Bytes(`${matrix.map((number) => Number(number.toFixed(4))).join(' ')} cm /P Do`);
    return add(
      dict({
        ...{ Type: name('Page'), Parent: treeRef, MediaBox: [0, 0, width, height] },
        Resources: dict({ XObject: dict({ P: image }) }),
        Contents: add(stream({}, content)),
      }),
    );
  });
  tree.set('Kids', kids).set('Count', kids.length);
  return writePdfFile(objects, new PdfDict([['Root', root]]));
}

/**
 * Returns the page size in points and the matrix that draws the picture on it. If the picture has a density, the
 * page has its true size. Otherwise the picture is centered on A4 at 96 dpi or smaller.
 */
export function placePicture(page: Pick<PicturePage, 'width' | 'height' | 'orientation' | 'density'>): {
  width: number;
  height: number;
  matrix: number[];
} {
  const turned = page.orientation >= 5;
  const [across, down] = turned ? [page.height, page.width] : [page.width, page.height];
  const density = trueDensity(page);
  if (density) {
    const [x, y] = turned ? [density.y, density.x] : [density.x, density.y];
    const [width, height] = [(across / x) * inch, (down / y) * inch];
    return {
      width: rounded(width),
      height: rounded(height),
      matrix: oriented(page.orientation, width, height),
    };
  }
  const [width, height] = across > down ? [A4.long, A4.short] : [A4.short, A4.long];
  const scale = Math.min(inch / 96, width / across, height / down);
  const [shownWidth, shownHeight] = [across * scale, down * scale];
  const [a, b, c, d, e, f] = oriented(page.orientation, shownWidth, shownHeight);
  const [left, bottom] = [(width - shownWidth) / 2, (height - shownHeight) / 2];
  return { width, height, matrix: [a!, b!, c!, d!, e! + left, f! + bottom] };
}

const rounded = (points: number): number => Number(points.toFixed(2));

function trueDensity({
  width,
  height,
  density,
}: Pick<PicturePage, 'width' | 'height' | 'density'>): PicturePage['density'] {
  if (!density || !(density.x > 0) || !(density.y > 0)) return undefined;
  const sides = [(width / density.x) * inch, (height / density.y) * inch].sort((a, b) => a - b);
  if (sides[0]! < 1 || sides[1]! > MAX_SIDE) return undefined;
  const isNominal = NOMINAL.includes(Math.round(density.x)) && density.x === density.y;
  return isNominal && (sides[0]! > A4.short + 1 || sides[1]! > A4.long + 1) ? undefined : density;
}

/** Returns the matrix for each orientation (EXIF 2.32, tag 274) that fills a displayed box of this size. */
function oriented(orientation: number, width: number, height: number): number[] {
  switch (orientation) {
    case 2:
      return [-width, 0, 0, height, width, 0];
    case 3:
      return [-width, 0, 0, -height, width, height];
    case 4:
      return [width, 0, 0, -height, 0, height];
    case 5:
      return [0, -height, -width, 0, width, height];
    case 6:
      return [0, -height, width, 0, 0, height];
    case 7:
      return [0, height, width, 0, 0, 0];
    case 8:
      return [0, height, -width, 0, width, 0];
    default:
      return [width, 0, 0, height, 0, 0];
  }
}

function imageObject(picture: PictureData, add: (value: PdfObject) => PdfRef): PdfObject {
  const { width, height, bits, data, filter, parms, decode } = picture;
  return stream(
    {
      ...{
        Type: name('XObject'),
        Subtype: name('Image'),
        Width: width,
        Height: height,
        BitsPerComponent: bits,
      },
      ColorSpace: colorSpace(picture, add),
      Filter: name(filter),
      DecodeParms: parms,
      Decode: decode,
    },
    data,
  );
}

const DEVICES = { 1: 'DeviceGray', 3: 'DeviceRGB', 4: 'DeviceCMYK' } as const;

/** Ignores a profile that does not match the pixels, as programs do. */
function colorSpace(
  { components, palette, profile }: PictureData,
  add: (value: PdfObject) => PdfRef,
): PdfObject {
  const channels = palette ? 3 : components;
  const device = name(DEVICES[channels]);
  const isUsable = profile !== undefined && isProfileFor(profile, channels);
  const based = (): PdfArray => [
    name('ICCBased'),
    add(stream({ N: channels, Alternate: device, Filter: name('FlateDecode') }, deflateSync(profile!))),
  ];
  const space = isUsable ? based() : device;
  return palette ? [name('Indexed'), space, palette.length / 3 - 1, new PdfString(palette, true)] : space;
}
