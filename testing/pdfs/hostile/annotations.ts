import { hostilePage, rawStream, type RawObjects } from '../raw-pdf.ts';

const AMOUNT = 'BT /F 14 Tf 5 12 Td (Clause 7: 9900 EUR today) Tj ET';
const OTHER = 'BT /F 14 Tf 5 12 Td (Clause 7: 1200 EUR today) Tj ET';

type Appearance = { box?: string; entries?: string; content?: string };

const appearance = ({ box = '/BBox[0 0 300 40]', entries = '', content = AMOUNT }: Appearance = {}): string =>
  rawStream(`/Type/XObject/Subtype/Form${box}/Resources 5 0 R${entries}`, content);

type Annotation = {
  subtype?: string;
  rect?: string;
  flags?: string;
  /** The /AP entry. Default: the appearance in object 21. */
  appearances?: string;
  entries?: string;
  form?: Appearance;
  page?: string;
  catalog?: string;
  resources?: string;
  objects?: RawObjects;
};

/** Returns a page with an annotation in object 20, and its appearances in objects 21 (9900) and 22 (1200). */
const annotated = (made: Annotation = {}): Uint8Array =>
  hostilePage({
    page: `/Annots[20 0 R]${made.page ?? ''}`,
    catalog: made.catalog ?? '',
    resources: made.resources ?? '',
    objects: {
      20: `<</Type/Annot${made.subtype ?? '/Subtype/Stamp'}${made.rect ?? '/Rect[60 580 360 620]'}${made.flags ?? '/F 4'}${made.appearances ?? '/AP<</N 21 0 R>>'}${made.entries ?? ''}>>`,
      21: appearance(made.form),
      22: appearance({ content: OTHER }),
      ...made.objects,
    },
  });

const matrices: Record<string, string> = {
  'of nothing': '[0 0 0 0 0 0]',
  'flat across': '[1 0 0 0 0 0]',
  'flat upwards': '[0 0 0 1 0 0]',
  'that is flat at an angle': '[1 1 1 1 0 0]',
  'almost flat': '[1 0 0 1e-7 0 0]',
  'a quarter turn': '[0 1 -1 0 0 0]',
  'half a turn': '[-1 0 0 -1 0 0]',
  mirrored: '[-1 0 0 1 0 0]',
  'far away': '[1 0 0 1 50000 -50000]',
  'of three numbers': '[0.5 0 0]',
  'of seven numbers': '[0.5 0 0 0.5 0 0 9]',
  slanted: '[1 0.5 0.5 1 0 0]',
  'of names': '[/a/b/c/d/e/f]',
  tiny: '[0.0001 0 0 0.0001 0 0]',
  huge: '[1000000 0 0 1000000 0 0]',
  'that is a name': '/Identity',
};

const boxes: Record<string, string> = {
  turned: '/BBox[300 40 0 0]',
  'turned across': '/BBox[300 0 0 40]',
  empty: '/BBox[0 0 0 0]',
  'without a height': '/BBox[0 12 300 12]',
  'almost without a height': '/BBox[0 12 300 12.0001]',
  'of three numbers': '/BBox[0 0 300]',
  'of five numbers': '/BBox[0 0 300 40 9]',
  'of names': '/BBox[/a/b/c/d]',
  missing: '',
  elsewhere: '/BBox[1000 1000 1300 1040]',
  huge: '/BBox[-1000000 -1000000 1000000 1000000]',
  'that cuts the amount': '/BBox[0 0 70 40]',
  'with a missing number': '/BBox[0 0 300 99 0 R]',
  'by references': '/BBox[0 0 30 0 R 31 0 R]',
};

const rectangles: Record<string, string> = {
  turned: '/Rect[360 620 60 580]',
  'turned across': '/Rect[360 580 60 620]',
  empty: '/Rect[60 580 60 580]',
  'without a width': '/Rect[60 580 60 620]',
  'without a height': '/Rect[60 580 360 580]',
  'almost without a height': '/Rect[60 580 360 580.001]',
  'of three numbers': '/Rect[60 580 360]',
  'of five numbers': '/Rect[60 580 360 620 700]',
  'of names': '/Rect[/a/b/c/d]',
  missing: '',
  'outside of the page': '/Rect[1000 1000 1300 1040]',
  huge: '/Rect[-100000 -100000 100000 100000]',
  'with a missing number': '/Rect[60 580 360 99 0 R]',
};

const states: Record<string, Annotation> = {
  'named by /AS': { appearances: '/AP<</N<</A 21 0 R/B 22 0 R>>>>/AS/B' },
  'that is missing': { appearances: '/AP<</N<</A 21 0 R/B 22 0 R>>>>/AS/C' },
  'without /AS': { appearances: '/AP<</N<</A 21 0 R/B 22 0 R>>>>' },
  'without /AS, with Off': { appearances: '/AP<</N<</On 21 0 R/Off 22 0 R>>>>' },
  'as a string': { appearances: '/AP<</N<</A 21 0 R/B 22 0 R>>>>/AS(B)' },
  'by a reference': { appearances: '/AP<</N<</A 21 0 R/B 22 0 R>>>>/AS 30 0 R', objects: { 30: '/B' } },
  'one only, without /AS': { appearances: '/AP<</N<</A 21 0 R>>>>' },
  'one only, of another name': { appearances: '/AP<</N<</A 21 0 R>>>>/AS/Off' },
  'for one appearance': { appearances: '/AP<</N 21 0 R>>/AS/Off' },
  'of nothing': { appearances: '/AP<</N null/D 21 0 R>>' },
  'of a name': { appearances: '/AP<</N/A/R 21 0 R>>' },
  'of a list': { appearances: '/AP<</N[21 0 R 22 0 R]>>' },
  'in a state': { appearances: '/AP<</N<</A<</A 21 0 R/B 22 0 R>>>>>>/AS/A' },
  'pressed only': { appearances: '/AP<</D 21 0 R>>' },
  'pressed and normal': { appearances: '/AP<</D 21 0 R/N 22 0 R>>' },
  'below the pointer': { appearances: '/AP<</R 21 0 R/N 22 0 R>>' },
  'outside of a dictionary': { appearances: '/AP 21 0 R' },
  'in a list': { appearances: '/AP[<</N 21 0 R>>]' },
  'twice in one dictionary': { appearances: '/AP<</N 21 0 R/N 22 0 R>>' },
  'twice in the annotation': { appearances: '/AP<</N 21 0 R>>/AP<</N 22 0 R>>' },
  'of an object that is no form': {
    objects: { 21: rawStream('/Type/XObject/Subtype/Image/BBox[0 0 300 40]/Resources 5 0 R', AMOUNT) },
  },
  'of an appearance without a subtype': {
    objects: { 21: rawStream('/BBox[0 0 300 40]/Resources 5 0 R', AMOUNT) },
  },
  'of an appearance without resources': {
    objects: { 21: rawStream('/Type/XObject/Subtype/Form/BBox[0 0 300 40]', AMOUNT) },
  },
  'of a check box, by its value': {
    subtype: '/Subtype/Widget/FT/Btn/V/A',
    appearances: '/AP<</N<</A 21 0 R/B 22 0 R>>>>',
  },
  'of a check box, against its value': {
    subtype: '/Subtype/Widget/FT/Btn/V/A',
    appearances: '/AP<</N<</A 21 0 R/B 22 0 R>>>>/AS/B',
  },
  'of a check box, by its parent': {
    subtype: '/Subtype/Widget/Parent 30 0 R',
    appearances: '/AP<</N<</A 21 0 R/B 22 0 R>>>>',
    objects: { 30: '<</FT/Btn/T(box)/V/B/Kids[20 0 R]>>' },
  },
  'of a check box, that is missing': {
    subtype: '/Subtype/Widget/FT/Btn/V/A',
    appearances: '/AP<</N<</A 21 0 R>>>>/AS/B',
  },
};

const flags: Record<string, string> = {
  none: '',
  'of nothing': '/F 0',
  invisible: '/F 1',
  hidden: '/F 2',
  'not to be viewed': '/F 32',
  'printed, not to be viewed': '/F 36',
  'without a zoom': '/F 12',
  'shown when pressed': '/F 292',
  'of a fraction': '/F 2.5',
  'of a string': '/F(2)',
  'below zero': '/F -1',
  'beyond 32 bits': '/F 4294967298',
  'by a reference': '/F 30 0 R',
};

/** Kinds of annotations, with the entries that programs use for drawing them. */
const DRAWN: Record<string, string> = {
  Text: '/Contents(9900)/Name/Note',
  FreeText: '/Contents(Clause 7: 9900 EUR today)/DA(/Helv 14 Tf 0 g)',
  Line: '/L[60 600 360 600]/C[0 0 0]/BS<</W 3>>/Contents(9900)',
  Square: '/C[0 0 0]/IC[0 0 0]',
  Circle: '/C[0 0 0]/IC[0 0 0]/BS<</W 3>>',
  Polygon: '/Vertices[60 580 360 580 210 620]/C[0 0 0]/IC[0 0 0]',
  PolyLine: '/Vertices[60 580 360 580 210 620]/C[0 0 0]',
  Highlight: '/QuadPoints[60 620 360 620 60 580 360 580]/C[1 1 0]',
  Underline: '/QuadPoints[60 620 360 620 60 580 360 580]/C[0 0 0]',
  Squiggly: '/QuadPoints[60 620 360 620 60 580 360 580]/C[0 0 0]',
  StrikeOut: '/QuadPoints[60 620 360 620 60 580 360 580]/C[0 0 0]',
  Stamp: '/Name/Approved',
  Caret: '/C[0 0 0]',
  Ink: '/InkList[[60 580 210 620 360 580]]/C[0 0 0]/BS<</W 3>>',
  Popup: '/Open true/Contents(9900)',
  FileAttachment: '/Name/Paperclip/Contents(9900)',
  Widget: '/FT/Tx/V(Clause 7: 9900 EUR today)/DA(/F 14 Tf 0 g)',
  Watermark: '',
  Redact: '/QuadPoints[60 620 360 620 60 580 360 580]/IC[0 0 0]/OverlayText(9900)',
  Link: '/Border[0 0 3]/C[0 0 0]/A<</S/URI/URI(https://example.com/)>>',
  Screen: '',
  '3D': '',
  Foo: '/Contents(9900)',
};

const FORM = '/AcroForm<</Fields[20 0 R]/DR 5 0 R/DA(/F 14 Tf 0 g)>>';
const NEEDED = '/AcroForm<</Fields[20 0 R]/DR 5 0 R/DA(/F 14 Tf 0 g)/NeedAppearances true>>';
const field = (entries: string, made: Annotation = {}): Annotation => ({
  subtype: '/Subtype/Widget',
  catalog: FORM,
  appearances: '',
  entries: `/T(amount)${entries}`,
  ...made,
});

const fields: Record<string, Annotation> = {
  'a value': field('/FT/Tx/V(9900 EUR)/DA(/F 14 Tf 0 g)'),
  'a value beside another appearance': field('/FT/Tx/V(1200 EUR)/DA(/F 14 Tf 0 g)', {
    appearances: '/AP<</N 21 0 R>>',
  }),
  'a value beside another appearance, to be drawn again': field('/FT/Tx/V(1200 EUR)/DA(/F 14 Tf 0 g)', {
    appearances: '/AP<</N 21 0 R>>',
    catalog: NEEDED,
  }),
  'a value without a font': field('/FT/Tx/V(9900 EUR)'),
  'a value in an unknown font': field('/FT/Tx/V(9900 EUR)/DA(/Nope 14 Tf 0 g)'),
  'a value of size 0': field('/FT/Tx/V(9900 EUR)/DA(/F 0 Tf 0 g)'),
  'a value below zero': field('/FT/Tx/V(9900 EUR)/DA(/F -14 Tf 0 g)'),
  'a value in white': field('/FT/Tx/V(9900 EUR)/DA(/F 14 Tf 1 g)'),
  'a value in three settings': field('/FT/Tx/V(9900 EUR)/DA(/F 40 Tf /F 14 Tf 1 g 0 g 7-0 Ts)'),
  'a value to the right': field('/FT/Tx/V(9900 EUR)/Q 2/DA(/F 14 Tf 0 g)'),
  'a value in a comb': field('/FT/Tx/V(9900)/Ff 16777216/MaxLen 8/DA(/F 14 Tf 0 g)'),
  'a value longer than its limit': field('/FT/Tx/V(9900 EUR)/MaxLen 2/DA(/F 14 Tf 0 g)'),
  'a password': field('/FT/Tx/V(9900 EUR)/Ff 8192/DA(/F 14 Tf 0 g)'),
  'a rich value': field('/FT/Tx/V(9900 EUR)/RV(<body>1200 EUR</body>)/Ff 33554432/DA(/F 14 Tf 0 g)'),
  'a value in lines': field('/FT/Tx/V(9900\r1200)/Ff 4096/DA(/F 14 Tf 0 g)'),
  'a stream as a value': field('/FT/Tx/V 30 0 R/DA(/F 14 Tf 0 g)', {
    objects: { 30: rawStream('', '9900 EUR') },
  }),
  'a number as a value': field('/FT/Tx/V 9900/DA(/F 14 Tf 0 g)'),
  'a choice': field('/FT/Ch/V(b)/Opt[[(a)(1200 EUR)][(b)(9900 EUR)]]/Ff 131072/DA(/F 14 Tf 0 g)'),
  'a choice by index': field('/FT/Ch/V(a)/I[1]/Opt[[(a)(1200 EUR)][(b)(9900 EUR)]]/DA(/F 14 Tf 0 g)'),
  'a caption': field('/FT/Btn/Ff 65536/MK<</CA(9900 EUR)/BC[0 0 0]>>/DA(/F 14 Tf 0 g)'),
  'no type': field('/V(9900 EUR)/DA(/F 14 Tf 0 g)'),
  'no place in the form': field('/FT/Tx/V(9900 EUR)/DA(/F 14 Tf 0 g)', { catalog: '' }),
};

const details: Record<string, Annotation> = {
  'free text with differences': {
    subtype: '/Subtype/FreeText',
    entries: `${DRAWN['FreeText']}/RD[10 10 10 10]`,
  },
  'free text with differences beyond its size': {
    subtype: '/Subtype/FreeText',
    entries: `${DRAWN['FreeText']}/RD[900 900 900 900]`,
    appearances: '',
  },
  'free text with a rich value': {
    subtype: '/Subtype/FreeText',
    entries: `${DRAWN['FreeText']}/RC(<body>1200</body>)`,
    appearances: '',
  },
  'a cloudy border': {
    subtype: '/Subtype/Square',
    entries: '/C[0 0 0]/BE<</S/C/I 2>>/RD[9 9 9 9]',
    appearances: '',
  },
  'a border of nothing': { subtype: '/Subtype/Square', entries: '/C[0 0 0]/Border[0 0 0]', appearances: '' },
  'a border wider than the box': {
    subtype: '/Subtype/Square',
    entries: '/C[0 0 0]/BS<</W 500>>',
    appearances: '',
  },
  'a border below zero': { subtype: '/Subtype/Square', entries: '/C[0 0 0]/BS<</W -3>>', appearances: '' },
  'a dashed border of nothing': {
    subtype: '/Subtype/Square',
    entries: '/C[0 0 0]/BS<</W 3/S/D/D[0]>>',
    appearances: '',
  },
  'an opacity of nothing': { entries: '/CA 0/ca 0' },
  'an opacity of nothing, drawn': {
    subtype: '/Subtype/Square',
    entries: '/C[0 0 0]/IC[0 0 0]/CA 0',
    appearances: '',
  },
  'a blend mode': { entries: '/BM/Screen' },
  'colors of five': { subtype: '/Subtype/Square', entries: '/C[0 0 0 0 0]/IC[0]', appearances: '' },
  'no colors': { subtype: '/Subtype/Square', entries: '/C[]/IC[]', appearances: '' },
  'a line with ends': {
    subtype: '/Subtype/Line',
    entries: `${DRAWN['Line']}/LE[/ClosedArrow/Foo]/LL 20/LLE 10`,
    appearances: '',
  },
  'a line of three numbers': {
    subtype: '/Subtype/Line',
    entries: '/L[60 600 360]/C[0 0 0]',
    appearances: '',
  },
  'ink of one point': { subtype: '/Subtype/Ink', entries: '/InkList[[60 600]]/C[0 0 0]', appearances: '' },
  'ink of names': { subtype: '/Subtype/Ink', entries: '/InkList[/a[/b/c]]/C[0 0 0]', appearances: '' },
  'ink outside of its box': {
    subtype: '/Subtype/Ink',
    entries: '/InkList[[60 400 360 400]]/C[0 0 0]/BS<</W 9>>',
    appearances: '',
  },
  'an open popup': {
    entries: '/Popup 30 0 R/Contents(9900)',
    objects: { 30: '<</Type/Annot/Subtype/Popup/Parent 20 0 R/Rect[60 400 360 500]/Open true>>' },
    page: '/Annots[20 0 R 30 0 R]',
  },
  'a reply': { entries: '/IRT 30 0 R/RT/Group', objects: { 30: '<</Subtype/Text/Rect[0 0 9 9]>>' } },
  'no rotation, on a turned page': { flags: '/F 20', page: '/Rotate 90' },
  'no rotation, on a page turned by 270': { flags: '/F 20', page: '/Rotate 270' },
  'on a page with a unit': { page: '/UserUnit 2' },
  'a group as its appearance': { form: { entries: '/Group<</S/Transparency/I true/K true>>' } },
  'an appearance that leaves text open': { form: { content: 'q 0.5 0 0 0.5 0 0 cm BT /F 28 Tf (9900) Tj' } },
  'an appearance with marks': { form: { content: `/OC /L BDC ${AMOUNT} EMC` } },
  'an appearance of itself': {
    form: { content: `${AMOUNT} /X Do` },
    resources: '/XObject<</X 21 0 R>>',
  },
  'twice on the page': { page: '/Annots[20 0 R 20 0 R]' },
  'lists in lists': { page: '/Annots[[20 0 R]]' },
  'one that is no list': { page: '/Annots 20 0 R' },
};

const named = (family: string, made: Record<string, Annotation>): [string, () => Uint8Array][] =>
  Object.entries(made).map(([kind, annotation]) => [`${family}, ${kind}`, () => annotated(annotation)]);

const all = (made: Record<string, string>, as: (value: string) => Annotation): Record<string, Annotation> =>
  Object.fromEntries(Object.entries(made).map(([kind, value]) => [kind, as(value)]));

export const hostileAnnotations: Record<string, () => Uint8Array> = Object.fromEntries([
  ['annotation, plain', () => annotated()],
  ...named(
    'annotation, matrix',
    all(matrices, (matrix) => ({ form: { entries: `/Matrix${matrix}` } })),
  ),
  ...named(
    'annotation, box',
    all(boxes, (box) => ({ form: { box }, objects: { 30: '300', 31: '40' } })),
  ),
  ...named(
    'annotation, rectangle',
    all(rectangles, (rect) => ({ rect })),
  ),
  ...named('annotation, state', states),
  ...named(
    'annotation, flags',
    all(flags, (value) => ({ flags: value, objects: { 30: '2' } })),
  ),
  ...Object.entries(DRAWN).flatMap(([kind, entries]): [string, () => Uint8Array][] => [
    [`annotation, ${kind} with an appearance`, () => annotated({ subtype: `/Subtype/${kind}`, entries })],
    [
      `annotation, ${kind} without an appearance`,
      () => annotated({ subtype: `/Subtype/${kind}`, entries, appearances: '' }),
    ],
  ]),
  ...named('annotation, field with', fields),
  ...named('annotation', details),
]);
