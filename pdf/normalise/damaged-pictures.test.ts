import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { makePdf, type PageToMake } from '#testing/pdfs/make-pdf.ts';
import { normalised, refusalOf, rendererOf } from '#testing/pdfs/normalised.ts';
import { pictures, pictureStream, type PictureFilter } from '#testing/pdfs/pictures.ts';
import { latin1Bytes, dict, name, PdfString, ref, stream, type PdfObject } from '../objects/objects.ts';
import { normalisePdf } from './normalise-pdf.ts';

const filters = Object.keys(pictures) as PictureFilter[];
const drawn: PageToMake = {
  text: 'Lease',
  content: 'q 200 0 0 200 72 400 cm /P1 Do Q',
  resources: { XObject: dict({ P1: ref(1000) }) },
};
const withPicture = (picture: PdfObject): Uint8Array =>
  makePdf({ pages: [drawn], objects: { 1000: picture } });

const harms: Record<string, (bytes: Uint8Array) => Uint8Array> = {
  'cut in half': (bytes) => bytes.slice(0, bytes.length >> 1),
  'a tenth cut off': (bytes) => bytes.slice(0, Math.floor(bytes.length * 0.9)),
  emptied: () => new Uint8Array(),
  'overwritten with noise': (bytes) => bytes.map((_, at) => (at * 7919 + 13) >> 3),
};

describe('undamaged pictures', () => {
  test.each(filters)('a picture encoded with %s is accepted without a note', async (filter) => {
    const { bytes, findings, changes } = await normalised(withPicture(pictureStream(filter)));
    expect([findings, changes]).toEqual([[], []]);
    const renderer = await rendererOf(bytes);
    const { width, rgba } = renderer.renderPage(0, 1);
    renderer.close();
    const [across, down] = [172, 842 - 500];
    expect(rgba[(down * width + across) * 4]).toBeLessThan(250);
  });
});

describe('a picture that programs show differently is refused, because it could be sealed as a blank area (P-05)', () => {
  const cases = filters.flatMap((filter) => Object.keys(harms).map((harm) => [filter, harm] as const));
  // Removing the last tenth of these two cuts off only their end. The first one is repaired (below), and the
  // second one does not need its end. Run-length data can contain any bytes, so noise is valid too.
  const harmless = [
    'DCTDecode a tenth cut off',
    'CCITTFaxDecode a tenth cut off',
    'RunLengthDecode overwritten with noise',
  ];
  test.each(cases.filter((each) => !harmless.includes(each.join(' '))))('%s, %s', async (filter, harm) => {
    const harmed = pictureStream(filter, harms[harm]!(pictures[filter].bytes));
    expect(await refusalOf(withPicture(harmed))).toBe('pdf-picture-damaged');
  });

  test('names the page, even for a form inside a form', async () => {
    const form = (inner: number): PdfObject =>
      stream(
        {
          Type: name('XObject'),
          Subtype: name('Form'),
          BBox: [0, 0, 1, 1],
          Resources: dict({ XObject: dict({ P1: ref(inner) }) }),
        },
        latin1Bytes('/P1 Do'),
      );
    const harmed = pictureStream(
      'JPXDecode',
      pictures.JPXDecode.bytes.map((byte, at) => (at < 40 ? byte : 0)),
    );
    const result = await normalisePdf(
      makePdf({
        pages: [{ text: 'Lease' }, drawn],
        objects: { 1000: form(1001), 1001: form(1002), 1002: harmed },
      }),
    );
    expect(result).toMatchObject({
      detail: expect.stringContaining('A picture on page 2 of this PDF is damaged'),
    });
  });

  test.each([
    ['data that are not a JPEG', '/CS /G /F /DCT ID abcdef'],
    ['too few bytes', '/CS /G /F /RL ID \x03abcd'],
    ['no data', '/CS /G /F /AHx ID >'],
  ])('refuses a damaged inline picture: %s', async (_, image) => {
    const content = `q 200 0 0 200 72 400 cm BI /W 32 /H 32 /BPC 8 ${image} EI Q`;
    expect(await refusalOf(makePdf({ pages: [{ text: 'Lease', content }] }))).toBe('pdf-picture-damaged');
  });

  test('accepts an undamaged inline picture', async () => {
    const content = 'q 200 0 0 200 72 400 cm BI /W 2 /H 2 /BPC 8 /CS /G /F /AHx ID 00804020> EI Q';
    expect(await refusalOf(makePdf({ pages: [{ text: 'Lease', content }] }))).toBe('accepted');
  });

  test.each([
    ['whole', 32, 'accepted'],
    ['cut off in the middle', 15, 'pdf-picture-damaged'],
  ])(
    'handles an inline picture whose color space is in the resources of the page: %s',
    async (_, rows, expected) => {
      const packed = Buffer.from(deflateSync(Buffer.alloc(16 * rows, 0xa5))).toString('latin1');
      const content = `q 200 0 0 200 72 400 cm BI /W 128 /H 32 /BPC 1 /CS /C1 /F /Fl ID ${packed} EI Q`;
      const indexed = [name('Indexed'), name('DeviceGray'), 1, new PdfString(new Uint8Array([0, 254]))];
      const page = { text: 'Lease', content, resources: { ColorSpace: dict({ C1: ref(1000) }) } };
      expect(await refusalOf(makePdf({ pages: [page], objects: { 1000: indexed } }))).toBe(expected);
    },
  );

  const withFax = (data: Uint8Array, behind: string): Uint8Array => {
    const entries = `/W 32 /H 32 /BPC 1 /CS /G /F /CCF /DP << /K -1 /Columns 32 /Rows 32 >>`;
    const content = `q 200 0 0 200 72 400 cm BI ${entries} ID ${Buffer.from(data).toString('latin1')}${behind} Q`;
    return makePdf({ pages: [{ text: 'Lease', content }] });
  };

  test.each([
    ['on a separate line', '\nEI'],
    ['directly after the data', 'EI'],
  ])('inline fax data end where decoding ends, with an EI %s', async (_, behind) => {
    expect(await refusalOf(withFax(pictures.CCITTFaxDecode.bytes, behind))).toBe('accepted');
  });

  test('an EI inside fax data does not end the picture', async () => {
    const { bytes } = pictures.CCITTFaxDecode;
    const words = '\nEI Q BT /F1 14 Tf 60 300 Td (9,900 EUR) Tj ET q\n';
    const hidden = Buffer.concat([bytes.slice(0, bytes.length >> 1), latin1Bytes(words), bytes]);
    expect(await refusalOf(withFax(hidden, 'EI'))).toBe('pdf-picture-damaged');
  });

  test('decoding detects damage in a picture whose structure looks complete', async () => {
    // The structural check does not read the number of components.
    const harmed = pictureStream('JPXDecode', pictures.JPXDecode.bytes.with(41, 0));
    expect(await refusalOf(withPicture(harmed))).toBe('pdf-picture-damaged');
  });
});

describe('truncated JPEG files', () => {
  const cut = pictures.DCTDecode.bytes.slice(0, -3);

  test('the missing end is added, all programs show the same content, and a note for the sender names the page', async () => {
    const { bytes, findings } = await normalised(withPicture(pictureStream('DCTDecode', cut)));
    expect(findings).toEqual([{ code: 'pictures-cut', pages: [1], words: [] }]);
    expect(Buffer.from(bytes).includes(Buffer.from([...cut, 0xff, 0xd9]))).toBe(true);
  });

  test('a truncated JPEG is completed even inside another filter', async () => {
    const packed = stream(
      {
        ...Object.fromEntries(pictures.DCTDecode.entries),
        Filter: [name('ASCIIHexDecode'), name('DCTDecode')],
      },
      latin1Bytes(Buffer.from(cut).toString('hex')),
    );
    const { bytes, findings } = await normalised(withPicture(packed));
    expect(findings.map(({ code }) => code)).toEqual(['pictures-cut']);
    expect(Buffer.from(bytes).includes(Buffer.from([...cut, 0xff, 0xd9]))).toBe(true);
  });
});
