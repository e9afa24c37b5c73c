import {
  CLAUSE,
  hostilePage,
  latin1,
  rawPdf,
  rawStream,
  RENT,
  TITLE,
  xrefOf,
  hostileObjects,
} from '../raw-pdf.ts';
import type { RawObjects } from '../raw-pdf.ts';

/** Page entries for boxes, units and rotation, both direct and inherited. */
const boxes: Record<string, string> = {
  'box swapped': '/MediaBox[595 842 0 0]',
  'box of three numbers': '/MediaBox[0 0 595]',
  'box with a name': '/MediaBox[0 0 595/Top]',
  'box empty': '/MediaBox[0 0 0 0]',
  'crop outside': '/MediaBox[0 0 595 842]/CropBox[600 900 1000 1200]',
  'crop larger': '/MediaBox[0 0 595 842]/CropBox[-300 -300 900 1100]',
  'crop swapped': '/MediaBox[0 0 595 842]/CropBox[595 842 0 400]',
  'crop cuts the clause': '/MediaBox[0 0 595 842]/CropBox[0 660 595 842]',
  'crop of names': '/MediaBox[0 0 595 842]/CropBox[/a/b/c/d]',
  'crop of three': '/MediaBox[0 0 595 842]/CropBox[0 660 595]',
  'trim cuts the clause':
    '/MediaBox[0 0 595 842]/TrimBox[0 660 595 842]/ArtBox[0 660 595 842]/BleedBox[0 0 5 5]',
  'box far away': '/MediaBox[100000 100000 100595 100842]',
  'unit 0': '/UserUnit 0',
  'unit negative': '/UserUnit -2',
  'unit huge': '/UserUnit 75001',
  'unit half': '/UserUnit 0.5',
  'unit name': '/UserUnit/Two',
  'turn 45': '/Rotate 45',
  'turn -90': '/Rotate -90',
  'turn 3690': '/Rotate 3690',
  'turn 90.5': '/Rotate 90.5',
  'turn string': '/Rotate(90)',
  'turn 179': '/Rotate 179',
  'tabs and keys twice': '/Rotate 0/Rotate 90/MediaBox[0 0 595 842]/MediaBox[0 600 595 842]',
  'group of the page': '/Group<</S/Transparency/CS/DeviceCMYK/I true/K true>>',
};

const stream = (text: string): string => rawStream('', text);

const trees: Record<string, RawObjects> = {
  'turned by its parent': { 2: '<</Type/Pages/Kids[3 0 R]/Count 1/Rotate 90>>' },
  'box of its parent': {
    2: '<</Type/Pages/Kids[3 0 R]/Count 1/CropBox[0 660 595 842]>>',
  },
  'resources of its parent': {
    2: '<</Type/Pages/Kids[3 0 R]/Count 1/Resources<</Font<</F 7 0 R>>>>>>',
    3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R>>`,
  },
  'page without a type': { 3: '<</Parent 2 0 R/MediaBox[0 0 595 842]/Resources 5 0 R/Contents 4 0 R>>' },
  'page of another type': {
    3: '<</Type/Template/Parent 2 0 R/MediaBox[0 0 595 842]/Resources 5 0 R/Contents 4 0 R>>',
  },
  'pages counted wrong': { 2: '<</Type/Pages/Kids[3 0 R]/Count 5>>' },
  'pages counted below zero': { 2: '<</Type/Pages/Kids[3 0 R]/Count -1>>' },
  'tree that is a page': {
    2: `<</Type/Page/Kids[3 0 R]/Count 1/MediaBox[0 0 595 842]/Resources 5 0 R/Contents 20 0 R>>`,
    20: stream(CLAUSE),
  },
  'tree deeper than counted': {
    2: '<</Type/Pages/Kids[21 0 R 22 0 R]/Count 2>>',
    21: '<</Type/Pages/Parent 2 0 R/Kids[3 0 R 23 0 R]/Count 1>>',
    22: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources 5 0 R/Contents 20 0 R>>',
    23: '<</Type/Page/Parent 21 0 R/MediaBox[0 0 595 842]/Resources 5 0 R/Contents 24 0 R>>',
    20: stream(TITLE + CLAUSE),
    24: stream(RENT + CLAUSE),
  },
  'kids with null and numbers': { 2: '<</Type/Pages/Kids[null 3 0 R 7 99 0 R]/Count 1>>' },
  'a page twice': { 2: '<</Type/Pages/Kids[3 0 R 3 0 R]/Count 2>>' },
  'contents with null': {
    3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources 5 0 R/Contents[4 0 R null 20 0 R 99 0 R]>>',
    20: stream(CLAUSE),
  },
  'contents twice': {
    3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources 5 0 R/Contents[4 0 R 20 0 R 20 0 R]>>',
    20: stream('1 0 0 1 0 -30 cm ' + CLAUSE),
  },
  'contents of contents': {
    3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources 5 0 R/Contents[4 0 R [20 0 R]]>>',
    20: stream(CLAUSE),
  },
  'contents by a reference to a list': {
    3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources 5 0 R/Contents 21 0 R>>',
    20: stream(CLAUSE),
    21: '[4 0 R 20 0 R]',
  },
  'contents twice in the page': {
    3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources 5 0 R/Contents 4 0 R/Contents 20 0 R>>',
    20: stream(TITLE + CLAUSE),
  },
  'a name twice in the resources': {
    4: stream(TITLE + RENT + '/X Do'),
    5: '<</Font<</F 6 0 R>>/XObject<</X 20 0 R/X 21 0 R>>>>',
    20: rawStream('/Type/XObject/Subtype/Form/BBox[0 0 595 842]/Resources 5 0 R', CLAUSE),
    21: rawStream(
      '/Type/XObject/Subtype/Form/BBox[0 0 595 842]/Resources 5 0 R',
      CLAUSE.replace('9900', '1200'),
    ),
  },
  'a name twice, once with #': {
    4: stream(TITLE + RENT + '/X1 Do /X#31 Do'),
    5: '<</Font<</F 6 0 R>>/XObject<</X1 20 0 R/X#31 21 0 R>>>>',
    20: rawStream('/Type/XObject/Subtype/Form/BBox[0 0 595 842]/Resources 5 0 R', CLAUSE),
    21: rawStream(
      '/Type/XObject/Subtype/Form/BBox[0 0 595 842]/Resources 5 0 R',
      CLAUSE.replace('9900', '1200'),
    ),
  },
  'names with broken #': {
    4: stream(TITLE + RENT + '/X#3 Do /X#zz Do /X# Do'),
    5: '<</Font<</F 6 0 R>>/XObject<</X#3 20 0 R/X#zz 21 0 R/X# 22 0 R>>>>',
    20: rawStream('/Type/XObject/Subtype/Form/BBox[0 0 595 842]/Resources 5 0 R', CLAUSE),
    21: rawStream(
      '/Type/XObject/Subtype/Form/BBox[0 0 595 842]/Resources 5 0 R/Matrix[1 0 0 1 0 -30]',
      CLAUSE,
    ),
    22: rawStream(
      '/Type/XObject/Subtype/Form/BBox[0 0 595 842]/Resources 5 0 R/Matrix[1 0 0 1 0 -60]',
      CLAUSE,
    ),
  },
  'catalog twice': {
    1: '<</Type/Catalog/Pages 2 0 R/Pages 21 0 R>>',
    21: '<</Type/Pages/Kids[22 0 R]/Count 1>>',
    22: '<</Type/Page/Parent 21 0 R/MediaBox[0 0 595 842]/Resources 5 0 R/Contents 20 0 R>>',
    20: stream(TITLE + CLAUSE),
  },
};

/** Filters and lengths of a content stream. */
const coded: Record<string, string> = {
  'length too short': `<</Length 60>>stream\n${TITLE + RENT + CLAUSE}\nendstream`,
  'length too long': `<</Length 6000>>stream\n${TITLE + RENT + CLAUSE}\nendstream`,
  'length negative': `<</Length -1>>stream\n${TITLE + RENT + CLAUSE}\nendstream`,
  'length missing': `<<>>stream\n${TITLE + RENT + CLAUSE}\nendstream`,
  'length before a word endstream': `<</Length ${(TITLE + RENT).length + 30}>>stream\n${TITLE + RENT}(endstream endobj) pop\n${CLAUSE}\nendstream`,
  'stream behind CR': `<</Length ${(TITLE + RENT + CLAUSE).length}>>stream\r${TITLE + RENT + CLAUSE}\nendstream`,
  'stream behind blanks': `<</Length ${(TITLE + RENT + CLAUSE).length}>>stream   \n${TITLE + RENT + CLAUSE}\nendstream`,
  'hexadecimal, odd and dirty': coding('/Filter/ASCIIHexDecode', `${hex(TITLE + RENT)}zz${hex(CLAUSE)}2>`),
  'hexadecimal without an end': coding('/Filter/AHx', hex(TITLE + RENT + CLAUSE)),
  'hexadecimal that ends early': coding('/Filter/ASCIIHexDecode', `${hex(TITLE + RENT)}>${hex(CLAUSE)}>`),
  'run lengths without an end': coding('/Filter/RunLengthDecode', runs(TITLE + RENT + CLAUSE)),
  'run lengths that end early': coding('/Filter/RunLengthDecode', `${runs(TITLE + RENT)}\x80${runs(CLAUSE)}`),
  'an unknown filter': coding('/Filter/Nonsense', TITLE + RENT + CLAUSE),
  'an unknown second filter': coding('/Filter[/ASCIIHexDecode/Nonsense]', `${hex(TITLE + RENT + CLAUSE)}>`),
  'filter as a string': coding('/Filter(ASCIIHexDecode)', `${hex(TITLE + RENT + CLAUSE)}>`),
  'filter twice': coding('/Filter/ASCIIHexDecode/Filter/ASCII85Decode', `${hex(TITLE + RENT + CLAUSE)}>`),
  'filter of crypt': coding('/Filter[/Crypt]/DecodeParms[<</Name/Identity>>]', TITLE + RENT + CLAUSE),
  'short names': coding('/F/AHx', `${hex(TITLE + RENT + CLAUSE)}>`),
  'bytes of null': coding('', (TITLE + RENT + CLAUSE).replaceAll(' ', '\0')),
  'form feeds': coding('', (TITLE + RENT + CLAUSE).replaceAll(' Td', '\fTd').replaceAll(' Tf', '\x0bTf')),
};

function coding(entries: string, content: string): string {
  return rawStream(entries, content);
}
function hex(text: string): string {
  return Buffer.from(text, 'latin1').toString('hex');
}
function runs(text: string): string {
  return (text.match(/[^]{1,100}/g) ?? [])
    .map((part) => String.fromCharCode(part.length - 1) + part)
    .join('');
}

/** Returns the file with objects and a second cross-reference table appended after its end. */
function updated(objects: RawObjects, added: RawObjects, trailer = ''): Uint8Array {
  let file = Buffer.from(rawPdf(objects)).toString('latin1');
  const previous = Number(/startxref\s+(\d+)/.exec(file)![1]);
  const offsets = new Map<number, number>();
  for (const [num, text] of Object.entries(added)) {
    offsets.set(Number(num), file.length);
    file += `${num} 0 obj\n${text}\nendobj\n`;
  }
  const start = file.length;
  file += `${xrefOf(offsets)}trailer\n<</Size 99/Root 1 0 R/Prev ${previous}${trailer}>>\nstartxref\n${start}\n%%EOF\n`;
  return latin1(file);
}

const other = rawStream('', TITLE + RENT.replace('1200', '9900') + CLAUSE);
const whole = (): string => Buffer.from(hostilePage({ content: CLAUSE })).toString('latin1');

/** Returns a file in which an object stream contains an object under the number of another object. */
function packedTwice(): Uint8Array {
  const inner = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources 5 0 R/Contents 20 0 R>>';
  const objects = hostileObjects({
    objects: { 20: other, 30: rawStream('/Type/ObjStm/N 1/First 4', `3 0 ${inner}`) },
  });
  return rawPdf(objects);
}

const files: Record<string, () => Uint8Array> = {
  'an update': () => updated(hostileObjects(), { 4: other }),
  'an update whose table is wrong': () =>
    latin1(
      Buffer.from(updated(hostileObjects(), { 4: other }))
        .toString('latin1')
        .replace(/(4 1\n)(\d{10})(?![^]*4 1\n)/, '$10000000017'),
    ),
  'an update without a table': () => latin1(`${whole()}4 0 obj\n${other}\nendobj\n%%EOF\n`),
  'an update that frees the content': () =>
    latin1(
      whole().replace(
        /startxref\n(\d+)\n%%EOF\n$/,
        (_, at: string) =>
          `startxref\n${at}\n%%EOF\nxref\n4 1\n0000000000 00001 f \ntrailer\n<</Size 99/Root 1 0 R/Prev ${at}>>\nstartxref\n${whole().length}\n%%EOF\n`,
      ),
    ),
  'an object twice': () =>
    rawPdf({ ...hostileObjects({ content: CLAUSE }), 40: `null endobj 4 0 obj\n${other}` }),
  'an object before the first': () =>
    latin1(whole().replace('1 0 obj', `4 0 obj\n${other}\nendobj\n1 0 obj`)),
  'tables that begin elsewhere': () => latin1(whole().replace(/startxref\n\d+/, 'startxref\n5')),
  'no tables': () => latin1(whole().replace(/xref\n[^]*trailer/, 'trailer')),
  'offsets one too high': () =>
    latin1(
      whole().replace(
        /(\d{10}) 00000 n/g,
        (_, at: string) => `${String(Number(at) + 1).padStart(10, '0')} 00000 n`,
      ),
    ),
  'offsets of other objects': () =>
    rawPdf({ ...hostileObjects({ content: CLAUSE }), 20: `null endobj 21 0 obj ${other}` }),
  generations: () => latin1(whole().replaceAll('4 0 obj', '4 1 obj').replaceAll('4 0 R', '4 1 R')),
  'bytes before the header': () => latin1(`junk\n4 0 obj\n${other}\nendobj\n${whole()}`),
  'bytes behind the end': () => latin1(`${whole()}trailer\n<</Root 1 0 R>>\n`),
  'a second trailer': () => latin1(whole().replace('%%EOF', 'trailer <</Root 20 0 R>> %%EOF')),
  'a stream of objects': () => packedTwice(),
};

export const hostilePages: Record<string, () => Uint8Array> = {
  ...Object.fromEntries(
    Object.entries(boxes).map(([kind, page]) => [
      `page, ${kind}`,
      () => hostilePage({ content: CLAUSE, page }),
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(trees).map(([kind, objects]) => [
      `tree, ${kind}`,
      () => hostilePage({ content: CLAUSE, objects }),
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(coded).map(([kind, content]) => [
      `stream, ${kind}`,
      () => hostilePage({ objects: { 4: content } }),
    ]),
  ),
  ...Object.fromEntries(Object.entries(files).map(([kind, file]) => [`file, ${kind}`, file])),
};
