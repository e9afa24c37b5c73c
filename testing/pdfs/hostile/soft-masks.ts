import { CLAUSE, hostilePage, rawStream, type RawObjects } from '../raw-pdf.ts';

const FORM = '/Type/XObject/Subtype/Form/BBox[0 0 595 842]/Resources 5 0 R';
/** Content of a group whose left half is white and whose other half is black. */
const HALVES = '0 g 0 0 595 842 re f 1 g 0 0 150 842 re f';
const WHITE = '1 g 0 0 595 842 re f';
const GREY = '/Group<</S/Transparency/CS/DeviceGray>>';

const STATES = '/ExtGState<</M 20 0 R/N<</SMask/None>>>>';

type Mask = {
  /** /S and other entries of the mask. Default: a luminosity mask. */
  kind?: string;
  entries?: string;
  /** Entries of the group in object 21. */
  group?: string;
  form?: string;
  drawn?: string;
  /** The whole /SMask entry, instead of a dictionary. */
  mask?: string;
  state?: string;
  content?: string;
  resources?: string;
  page?: string;
  objects?: RawObjects;
};

/** Returns a page with a clause under the mask of graphics state /M. State /N has no mask. */
const masked = (made: Mask = {}): Uint8Array =>
  hostilePage({
    content: made.content ?? `q /M gs ${CLAUSE}Q\n`,
    resources:
      made.resources?.includes('/ExtGState') === true ? made.resources : STATES + (made.resources ?? ''),
    page: made.page ?? '',
    objects: {
      20: `<</Type/ExtGState/SMask ${made.mask ?? `<</Type/Mask${made.kind ?? '/S/Luminosity'}/G 21 0 R${made.entries ?? ''}>>`}${made.state ?? ''}>>`,
      21: rawStream(`${made.form ?? FORM}${made.group ?? GREY}`, made.drawn ?? HALVES),
      ...made.objects,
    },
  });

const groupOf = (space: string): string => `/Group<</S/Transparency/CS${space}>>`;
const CYAN_INK = '[/Separation/Foo/DeviceGray<</FunctionType 2/Domain[0 1]/C0[1]/C1[0]/N 1>>]';

const kinds: Record<string, Mask> = {
  'by brightness': {},
  'by opacity': { kind: '/S/Alpha', drawn: '0 0 150 842 re f' },
  'by opacity, drawn in black and white': { kind: '/S/Alpha' },
  'by opacity, half': {
    kind: '/S/Alpha',
    drawn: '/H gs 0 0 595 842 re f',
    resources: '/ExtGState<</M 20 0 R/H<</ca 0.5>>>>',
  },
  'by nothing': { kind: '' },
  'by an unknown word': { kind: '/S/Foo' },
  'by a string': { kind: '/S(Luminosity)' },
  'by a reference': { kind: '/S 30 0 R', objects: { 30: '/Luminosity' } },
  'without a type': { mask: '<</S/Luminosity/G 21 0 R>>' },
  'of another type': { mask: '<</Type/Foo/S/Luminosity/G 21 0 R>>' },
  'by reference': { mask: '30 0 R', objects: { 30: '<</Type/Mask/S/Luminosity/G 21 0 R>>' } },
  none: { mask: '/None' },
  'of another name': { mask: '/Foo' },
  'of nothing': { mask: 'null' },
  'of a list': { mask: '[<</S/Luminosity/G 21 0 R>>]' },
  'of a string': { mask: '(None)' },
  'of a group': { mask: '21 0 R' },
  'without a group': { mask: '<</Type/Mask/S/Luminosity>>' },
  'without a group that exists': { mask: '<</Type/Mask/S/Luminosity/G 99 0 R>>' },
  'with a dictionary as its group': {
    mask: '<</Type/Mask/S/Luminosity/G<</BBox[0 0 595 842]>>>>',
  },
  'with a picture as its group': {
    form: '/Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray/BBox[0 0 595 842]',
    drawn: '\0',
  },
  'with a group without a subtype': { form: '/BBox[0 0 595 842]/Resources 5 0 R' },
  'with a group that is hidden': { form: `${FORM}/OC<</Type/OCG/Name(x)>>` },
};

const backdrops: Record<string, Mask> = {
  white: { entries: '/BC[1]', drawn: '0 g 0 0 150 842 re f' },
  'white, nothing drawn': { entries: '/BC[1]', drawn: '' },
  'black, nothing drawn': { entries: '/BC[0]', drawn: '' },
  'none, nothing drawn': { drawn: '' },
  'white by opacity': { kind: '/S/Alpha', entries: '/BC[1]', drawn: '0 0 150 842 re f' },
  'white in RGB': { group: groupOf('/DeviceRGB'), entries: '/BC[1 1 1]', drawn: '' },
  'white in CMYK': { group: groupOf('/DeviceCMYK'), entries: '/BC[0 0 0 0]', drawn: '' },
  'black in CMYK': { group: groupOf('/DeviceCMYK'), entries: '/BC[0 0 0 1]', drawn: '' },
  'none in CMYK': { group: groupOf('/DeviceCMYK'), drawn: '' },
  'of too few numbers': { group: groupOf('/DeviceRGB'), entries: '/BC[1]', drawn: '' },
  'of too many numbers': { entries: '/BC[1 0 0]', drawn: '' },
  'of no numbers': { entries: '/BC[]', drawn: '' },
  'of names': { entries: '/BC[/a]', drawn: '' },
  'of a number': { entries: '/BC 1', drawn: '' },
  'beyond one': { entries: '/BC[255]', drawn: '' },
  'below zero': { entries: '/BC[-1]', drawn: '' },
  'by reference': { entries: '/BC 30 0 R', drawn: '', objects: { 30: '[31 0 R]', 31: '1' } },
  'without a space': { group: '/Group<</S/Transparency>>', entries: '/BC[1]', drawn: '' },
  'of three, without a space': { group: '/Group<</S/Transparency>>', entries: '/BC[1 1 1]', drawn: '' },
  'without a group': { group: '', entries: '/BC[1]', drawn: '' },
  'of a group of another kind': { group: '/Group<</S/Foo/CS/DeviceGray>>', entries: '/BC[1]', drawn: '' },
  'of an unknown space': { group: groupOf('/Foo'), entries: '/BC[1]', drawn: '' },
  'of an index': { group: groupOf('[/Indexed/DeviceGray 1<00ff>]'), entries: '/BC[1]', drawn: '' },
  'of a pattern': { group: groupOf('/Pattern'), entries: '/BC[1]', drawn: '' },
  'of an ink': { group: groupOf(CYAN_INK), entries: '/BC[0]', drawn: '' },
  'of Lab': { group: groupOf('[/Lab<</WhitePoint[0.95 1 1.09]>>]'), entries: '/BC[100 0 0]', drawn: '' },
  'of a calibrated space': {
    group: groupOf('[/CalGray<</WhitePoint[0.95 1 1.09]/Gamma 2.2>>]'),
    entries: '/BC[0.5]',
    drawn: '',
  },
  'of a broken profile': {
    group: groupOf('[/ICCBased 30 0 R]'),
    entries: '/BC[1 1 1]',
    drawn: '',
    objects: { 30: rawStream('/N 3', 'broken') },
  },
  'of a space by name': {
    group: groupOf('/Z'),
    entries: '/BC[1 1 1]',
    drawn: '',
    resources: '/ColorSpace<</Z/DeviceRGB>>',
  },
  'outside of the box': {
    form: '/Type/XObject/Subtype/Form/BBox[0 0 150 842]/Resources 5 0 R',
    entries: '/BC[1]',
    drawn: '0 g 0 0 595 842 re f',
  },
  'outside of the box, black': {
    form: '/Type/XObject/Subtype/Form/BBox[0 0 150 842]/Resources 5 0 R',
    drawn: WHITE,
  },
  'of an empty box': {
    form: '/Type/XObject/Subtype/Form/BBox[0 0 0 0]/Resources 5 0 R',
    entries: '/BC[1]',
    drawn: WHITE,
  },
  'of an empty box, black': {
    form: '/Type/XObject/Subtype/Form/BBox[0 0 0 0]/Resources 5 0 R',
    drawn: WHITE,
  },
  'of a flat matrix': { form: `${FORM}/Matrix[0 0 0 0 0 0]`, entries: '/BC[1]', drawn: '0 g 0 0 9 9 re f' },
  grey: { entries: '/BC[0.5]', drawn: '' },
};

const inverted = (entries = ''): string => `/TR<</FunctionType 2/Domain[0 1]/C0[1]/C1[0]/N 1${entries}>>`;

const transfers: Record<string, Mask> = {
  identity: { entries: '/TR/Identity' },
  'of another name': { entries: '/TR/Foo' },
  inverted: { entries: inverted() },
  'inverted, by opacity': { kind: '/S/Alpha', entries: inverted(), drawn: '0 0 150 842 re f' },
  'inverted, with a backdrop': { entries: `${inverted()}/BC[1]`, drawn: '' },
  'inverted, outside of the box': {
    form: '/Type/XObject/Subtype/Form/BBox[0 0 150 842]/Resources 5 0 R',
    entries: inverted(),
    drawn: WHITE,
  },
  'by a program': {
    entries: '/TR 30 0 R',
    objects: { 30: rawStream('/FunctionType 4/Domain[0 1]/Range[0 1]', '{1 exch sub}') },
  },
  'by a program of a browser': {
    kind: '/S/Alpha',
    drawn: '0 0 150 842 re f',
    entries: '/TR 30 0 R',
    objects: {
      30: rawStream('/FunctionType 4/Domain[0 1]/Range[0 1]', '{ 0 gt { 0 } { 1 } ifelse }'),
    },
  },
  'by a program, of what is half visible': {
    kind: '/S/Alpha',
    drawn: '/H gs 0 0 150 842 re f',
    resources: '/ExtGState<</M 20 0 R/H<</ca 0.5>>>>',
    entries: '/TR 30 0 R',
    objects: {
      30: rawStream('/FunctionType 4/Domain[0 1]/Range[0 1]', '{ 0 gt { 0 } { 1 } ifelse }'),
    },
  },
  'by a program that divides by zero': {
    entries: '/TR 30 0 R',
    objects: { 30: rawStream('/FunctionType 4/Domain[0 1]/Range[0 1]', '{0 div}') },
  },
  'by samples': {
    entries: '/TR 30 0 R',
    objects: { 30: rawStream('/FunctionType 0/Domain[0 1]/Range[0 1]/Size[2]/BitsPerSample 8', '\xff\0') },
  },
  'by samples that are missing': {
    entries: '/TR 30 0 R',
    objects: { 30: rawStream('/FunctionType 0/Domain[0 1]/Range[0 1]/Size[9]/BitsPerSample 8', '\xff') },
  },
  'to zero': { entries: '/TR<</FunctionType 2/Domain[0 1]/C0[0]/C1[0]/N 1>>', drawn: WHITE },
  'to more than one': { entries: '/TR<</FunctionType 2/Domain[0 1]/C0[5]/C1[9]/N 1>>' },
  'of two results': { entries: '/TR<</FunctionType 2/Domain[0 1]/C0[1 0]/C1[0 1]/N 1>>' },
  'without a domain': { entries: '/TR<</FunctionType 2/C0[1]/C1[0]/N 1>>' },
  'of an unknown type': { entries: '/TR<</FunctionType 9/Domain[0 1]>>' },
  'of a list': { entries: `/TR[${inverted().slice(3)}]` },
};

const FULL =
  '/Type/XObject/Subtype/Form/BBox[0 0 595 842]/Resources<</ExtGState<</M 20 0 R/O 30 0 R/N<</SMask/None>>>>/Font<</F 6 0 R>>>>';
const second = (drawn: string): RawObjects => ({
  30: '<</Type/ExtGState/SMask<</Type/Mask/S/Luminosity/G 31 0 R>>>>',
  31: rawStream(`${FORM}${GREY}`, drawn),
});
const other = '/ExtGState<</M 20 0 R/O 30 0 R/N<</SMask/None>>/B<</BM/Multiply>>/H<</ca 0.5/CA 0.5>>>>';
const group = '/Type/XObject/Subtype/Form/BBox[0 0 595 842]/Resources 5 0 R/Group<</S/Transparency>>';
const text = 'BT /F 14 Tf 60 640 Td (Clause 7: 9900 EUR today) Tj ET';

const uses: Record<string, Mask> = {
  'in a mask': { form: FULL, drawn: `/O gs ${WHITE}`, objects: second(HALVES) },
  'in a mask, black': { form: FULL, drawn: `/O gs ${WHITE}`, objects: second('') },
  'in itself': { form: FULL, drawn: `/M gs ${WHITE}` },
  'ended in a mask': { form: FULL, drawn: `/O gs /N gs ${WHITE}`, objects: second('') },
  'after another': { content: `q /O gs /M gs ${CLAUSE}Q\n`, resources: other, objects: second('') },
  ended: { content: `q /M gs /N gs ${CLAUSE}Q\n`, drawn: '' },
  'ended by a dictionary': {
    content: `q /M gs /O gs ${CLAUSE}Q\n`,
    drawn: '',
    resources: '/ExtGState<</M 20 0 R/O<</SMask<<>>>>>>',
  },
  'ended by null': {
    content: `q /M gs /O gs ${CLAUSE}Q\n`,
    drawn: '',
    resources: '/ExtGState<</M 20 0 R/O<</SMask null>>>>',
  },
  'ended with its state': { content: `q /M gs Q ${CLAUSE}`, drawn: '' },
  'that is not ended': { content: `/M gs ${CLAUSE}`, drawn: '' },
  'in a text': { content: 'BT /F 14 Tf 60 640 Td (Clause 7: ) Tj /M gs (9900 EUR) Tj ET\n', drawn: '' },
  'ended in a text': {
    content: 'q /M gs BT /F 14 Tf 60 640 Td (Clause 7: ) Tj /N gs (9900 EUR) Tj ET Q\n',
    drawn: '',
  },
  'before a matrix': { content: `q /M gs 1 0 0 1 100 0 cm ${CLAUSE}Q\n` },
  'after a matrix': { content: `q 1 0 0 1 100 0 cm /M gs ${CLAUSE}Q\n` },
  'after a flat matrix': { content: `q q 0 0 0 0 0 0 cm /M gs Q ${CLAUSE}Q\n` },
  'with a matrix': { form: `${FORM}/Matrix[1 0 0 1 100 0]` },
  'with a matrix that turns': { form: `${FORM}/Matrix[0 1 -1 0 842 0]`, drawn: HALVES },
  'with a matrix of three': { form: `${FORM}/Matrix[0.5 0 0]` },
  'inside of a clip': { content: `q 0 0 150 842 re W n /M gs ${CLAUSE}Q\n`, drawn: WHITE },
  'set inside of a clip': {
    content: `q 0 0 10 10 re W n /M gs Q q /M gs ${CLAUSE}Q\n`,
    drawn: WHITE,
  },
  'of a form': {
    content: 'q /M gs /X Do Q\n',
    resources: '/XObject<</X 30 0 R>>',
    objects: { 30: rawStream(FORM, CLAUSE) },
  },
  'of a group': {
    content: 'q /M gs /X Do Q\n',
    resources: '/XObject<</X 30 0 R>>',
    objects: { 30: rawStream(group, CLAUSE) },
  },
  'of a form that ends it': {
    content: 'q /M gs /X Do Q\n',
    drawn: '',
    resources: '/XObject<</X 30 0 R>>',
    objects: { 30: rawStream(FORM, `/N gs ${CLAUSE}`) },
  },
  'of a group that ends it': {
    content: 'q /M gs /X Do Q\n',
    drawn: '',
    resources: '/XObject<</X 30 0 R>>',
    objects: { 30: rawStream(group, `/N gs ${CLAUSE}`) },
  },
  'in a form': {
    content: `/X Do ${CLAUSE}\n`,
    drawn: '',
    resources: '/XObject<</X 30 0 R>>',
    objects: { 30: rawStream(FORM, '/M gs') },
  },
  'in a group': {
    content: '/X Do\n',
    resources: '/XObject<</X 30 0 R>>',
    objects: { 30: rawStream(group, `/M gs ${CLAUSE}`) },
  },
  'in a pattern': {
    content: '/Pattern cs /P scn 50 600 400 80 re f\n',
    resources: '/Pattern<</P 30 0 R>>',
    objects: {
      30: rawStream(
        '/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 595 842]/XStep 595/YStep 842/Resources 5 0 R',
        `/M gs ${CLAUSE}`,
      ),
    },
  },
  'of a pattern': {
    content: 'q /M gs /Pattern cs /P scn 50 600 400 80 re f Q\n',
    resources: '/Pattern<</P 30 0 R>>',
    objects: {
      30: rawStream(
        '/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 595 842]/XStep 595/YStep 842/Resources 5 0 R',
        CLAUSE,
      ),
    },
  },
  'of a shading': {
    content: 'q /M gs 50 600 400 80 re W n /S sh Q\n',
    resources:
      '/Shading<</S<</ShadingType 2/ColorSpace/DeviceGray/Coords[0 0 595 0]/Extend[true true]/Function<</FunctionType 2/Domain[0 1]/C0[0]/C1[0.2]/N 1>>>>>>',
  },
  'of a picture': {
    content: 'q /M gs 400 0 0 80 50 600 cm BI /W 1/H 1/BPC 8/CS/G ID \0 EI Q\n',
  },
  'of a picture with a mask': {
    content: `${CLAUSE}q /M gs 400 0 0 80 50 600 cm /X Do Q\n`,
    resources: '/XObject<</X 30 0 R>>',
    objects: {
      30: rawStream(
        '/Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray/SMask 31 0 R',
        '\0',
      ),
      31: rawStream(
        '/Type/XObject/Subtype/Image/Width 2/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray',
        '\xff\0',
      ),
    },
  },
  'of a stencil': { content: `${CLAUSE}q /M gs 400 0 0 80 50 600 cm BI /W 1/H 1/IM true ID \0 EI Q\n` },
  'of invisible text': { content: `q /M gs 3 Tr ${text} Q\n` },
  'of text as a clip': {
    content: `q /M gs BT 7 Tr /F 14 Tf 60 640 Td (Clause 7: 9900 EUR) Tj ET 0 0 595 842 re f Q\n`,
  },
  'of text': { drawn: `1 g ${text}`, content: 'q /M gs 0 0 595 842 re f Q\n' },
  'of text, by opacity': {
    kind: '/S/Alpha',
    drawn: text,
    content: 'q /M gs 0 620 595 50 re f Q\n',
  },
  'of text with a clip, by opacity': {
    kind: '/S/Alpha',
    drawn: `BT 7 Tr /F 14 Tf 60 640 Td (Clause 7: 9900 EUR) Tj ET 0 0 595 842 re f`,
    content: 'q /M gs 0 620 595 50 re f Q\n',
  },
  'with an opacity': { state: '/ca 0.5/CA 0.5' },
  'with an opacity of nothing': { state: '/ca 0/CA 0', drawn: WHITE },
  'with the shape of opacity': { state: '/AIS true/ca 0.5' },
  'with a blend mode': { state: '/BM/Multiply' },
  'with an opacity in it': {
    form: '/Type/XObject/Subtype/Form/BBox[0 0 595 842]/Resources<</ExtGState<</H<</ca 0.5>>>>>>',
    drawn: `/H gs ${WHITE}`,
  },
  'with a blend mode in it': {
    form: '/Type/XObject/Subtype/Form/BBox[0 0 595 842]/Resources<</ExtGState<</B<</BM/Difference>>>>>>',
    drawn: `${WHITE} /B gs ${WHITE}`,
  },
  'with an isolated group': { group: '/Group<</S/Transparency/CS/DeviceGray/I true>>' },
  'with a knockout group': { group: '/Group<</S/Transparency/CS/DeviceGray/K true>>' },
  'drawn in colors': { group: groupOf('/DeviceRGB'), drawn: '0 0 1 rg 0 0 595 842 re f' },
  'drawn in yellow': { group: groupOf('/DeviceRGB'), drawn: '1 1 0 rg 0 0 595 842 re f' },
  'drawn in colors, gray': { drawn: '1 1 0 rg 0 0 595 842 re f' },
  'drawn in inks': { group: groupOf('/DeviceCMYK'), drawn: '0 0 0 0 k 0 0 150 842 re f' },
  'drawn with a picture': {
    form: `${FORM}/Resources<</XObject<</X 30 0 R>>>>`.replace('/Resources 5 0 R', ''),
    drawn: '595 0 0 842 0 0 cm /X Do',
    objects: {
      30: rawStream(
        '/Type/XObject/Subtype/Image/Width 2/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray',
        '\xff\0',
      ),
    },
  },
  'drawn with a shading': {
    form: `${FORM}/Resources<</Shading<</S<</ShadingType 2/ColorSpace/DeviceGray/Coords[0 0 595 0]/Function<</FunctionType 2/Domain[0 1]/C0[1]/C1[0]/N 1>>>>>>>>`.replace(
      '/Resources 5 0 R',
      '',
    ),
    drawn: '/S sh',
  },
  'drawn with itself as a form': {
    form: FULL.replace('/Font', '/XObject<</X 21 0 R>>/Font'),
    drawn: `${WHITE} /X Do`,
  },
  'on a page with a group': { page: '/Group<</S/Transparency/CS/DeviceCMYK/I true>>' },
  'on a turned page': { page: '/Rotate 90' },
  'on a page whose box begins elsewhere': { page: '/MediaBox[30 30 625 872]' },
};

const PIXELS = 64;
const LEFT = ('\0'.repeat(PIXELS / 2) + '\xff'.repeat(PIXELS / 2)).repeat(PIXELS);
const picture = (entries: string): string =>
  `/Type/XObject/Subtype/Image/Width ${PIXELS}/Height ${PIXELS}/BitsPerComponent 8${entries}`;

/** Returns a page with a picture whose mask has a matte (11.6.5.2). */
const matte = (entries: string, of = '/ColorSpace/DeviceGray', bytes = LEFT): Uint8Array =>
  hostilePage({
    content: `${CLAUSE}q 200 0 0 200 60 400 cm /X Do Q\n`,
    resources: '/XObject<</X 30 0 R>>',
    objects: {
      30: rawStream(`${picture(of)}/SMask 31 0 R`, bytes),
      31: rawStream(`${picture('/ColorSpace/DeviceGray')}${entries}`, '\x80'.repeat(PIXELS * PIXELS)),
    },
  });
const COLORS = ('\x20\x20\x20'.repeat(PIXELS / 2) + '\xff\xff\xff'.repeat(PIXELS / 2)).repeat(PIXELS);

const mattes: Record<string, () => Uint8Array> = {
  black: () => matte('/Matte[0]'),
  white: () => matte('/Matte[1]'),
  'of two numbers': () => matte('/Matte[1 0]'),
  'of no numbers': () => matte('/Matte[]'),
  'of names': () => matte('/Matte[/a]'),
  'of a number': () => matte('/Matte 1'),
  'beyond one': () => matte('/Matte[255]'),
  'in colors': () => matte('/Matte[1 1 1]', '/ColorSpace/DeviceRGB', COLORS),
  'in colors, of one number': () => matte('/Matte[1]', '/ColorSpace/DeviceRGB', COLORS),
  'of another size': () => matte('/Matte[1]/Width 32/Height 128'),
};

const named = (family: string, made: Record<string, Mask>): [string, () => Uint8Array][] =>
  Object.entries(made).map(([kind, mask]) => [`soft mask, ${family}, ${kind}`, () => masked(mask)]);

export const hostileSoftMasks: Record<string, () => Uint8Array> = Object.fromEntries([
  ...named('kind', kinds),
  ...named('backdrop', backdrops),
  ...named('transfer', transfers),
  ...named('use', uses),
  ...Object.entries(mattes).map(([kind, make]) => [`soft mask, matte, ${kind}`, make]),
]);
