import { CLAUSE, hostilePage, rawStream, type RawObjects } from '../raw-pdf.ts';

type Layered = {
  /** Entries of the default configuration. */
  config?: string;
  /** Entries of the group in object 20. */
  group?: string;
  /** Name of the content property (/OC) that marks the optional text. */
  property?: string;
  content?: string;
  resources?: string;
  page?: string;
  /** Replaces the /OCProperties entry. */
  properties?: string;
  objects?: RawObjects;
};

const marked = (tag: string): string => `${tag} BDC\n${CLAUSE}EMC\n`;

/**
 * Returns a page with a clause in the group of object 20. Object 21 is another group, and object 22 a
 * membership dictionary.
 */
const layered = (made: Layered = {}): Uint8Array =>
  hostilePage({
    content: made.content ?? marked('/OC /L'),
    resources: `/Properties<</L ${made.property ?? '20 0 R'}/M 21 0 R>>${made.resources ?? ''}`,
    page: made.page ?? '',
    catalog: made.properties ?? `/OCProperties<</OCGs[20 0 R 21 0 R]/D<<${made.config ?? '/OFF[20 0 R]'}>>>>`,
    objects: {
      20: `<</Type/OCG/Name(Amount)${made.group ?? ''}>>`,
      21: '<</Type/OCG/Name(Other)>>',
      ...made.objects,
    },
  });

const USED = '/AS[<</Event/View/Category[/View]/OCGs[20 0 R]>>]';

const configs: Record<string, Layered> = {
  'off by name': {},
  on: { config: '' },
  'off at first': { config: '/BaseState/OFF' },
  'off at first, then on': { config: '/BaseState/OFF/ON[20 0 R]' },
  'on and off': { config: '/ON[20 0 R]/OFF[20 0 R]' },
  'unchanged at first': { config: '/BaseState/Unchanged' },
  'an unknown state at first': { config: '/BaseState/Foo' },
  'off by a group that is not listed': {
    properties: '/OCProperties<</OCGs[21 0 R]/D<</OFF[20 0 R]>>>>',
  },
  'off at first, not listed': { properties: '/OCProperties<</OCGs[21 0 R]/D<</BaseState/OFF>>>>' },
  'off outside of a list': { config: '/OFF 20 0 R' },
  'off by a dictionary': { config: '/OFF[<</Type/OCG/Name(Amount)>>]' },
  'off twice': { config: '/OFF[20 0 R]/OFF[21 0 R]' },
  'off in a list of lists': { config: '/OFF[[20 0 R]]' },
  'an order without it': { config: '/Order[21 0 R]/OFF[20 0 R]' },
  'an order of titles': { config: '/Order[(Title)[20 0 R]]/ListMode/VisiblePages' },
  'radio buttons': { config: '/RBGroups[[20 0 R 21 0 R]]' },
  'another configuration': {
    properties: '/OCProperties<</OCGs[20 0 R 21 0 R]/D<<>>/Configs[<</OFF[20 0 R]>>]>>',
  },
  'no default': { properties: '/OCProperties<</OCGs[20 0 R]/Configs[<</OFF[20 0 R]>>]>>' },
  'a default that is a list': { properties: '/OCProperties<</OCGs[20 0 R]/D[<</OFF[20 0 R]>>]>>' },
  'no properties': { properties: '' },
  'properties of a name': { properties: '/OCProperties/None' },
  'a design intent': { config: '/OFF[20 0 R]/Intent/Design' },
  'a design intent of the group': { group: '/Intent/Design' },
  'two intents of the group': { group: '/Intent[/Design/View]' },
  'all intents': { config: '/Intent/All/OFF[20 0 R]', group: '/Intent/Foo' },
  'no intents': { config: '/Intent[]/OFF[20 0 R]' },
  locked: { config: '/Locked[20 0 R]/OFF[20 0 R]' },
};

const usages: Record<string, Layered> = {
  'viewing off': { config: USED, group: '/Usage<</View<</ViewState/OFF>>>>' },
  'viewing off, without an event': { config: '', group: '/Usage<</View<</ViewState/OFF>>>>' },
  'viewing off, of another category': {
    config: '/AS[<</Event/View/Category[/Zoom]/OCGs[20 0 R]>>]',
    group: '/Usage<</View<</ViewState/OFF>>>>',
  },
  'viewing off, of no category': {
    config: '/AS[<</Event/View/OCGs[20 0 R]>>]',
    group: '/Usage<</View<</ViewState/OFF>>>>',
  },
  'viewing off, of another group': {
    config: '/AS[<</Event/View/Category[/View]/OCGs[21 0 R]>>]',
    group: '/Usage<</View<</ViewState/OFF>>>>',
  },
  'viewing on, off by name': {
    config: `/OFF[20 0 R]${USED}`,
    group: '/Usage<</View<</ViewState/ON>>>>',
  },
  'viewing of an unknown state': { config: USED, group: '/Usage<</View<</ViewState/Foo>>>>' },
  'printing off': {
    config: '/AS[<</Event/Print/Category[/Print]/OCGs[20 0 R]>>]',
    group: '/Usage<</Print<</PrintState/OFF>>>>',
  },
  'printing off, without an event': { config: '', group: '/Usage<</Print<</PrintState/OFF>>>>' },
  'printing on, off by name': {
    config: '/OFF[20 0 R]/AS[<</Event/Print/Category[/Print]/OCGs[20 0 R]>>]',
    group: '/Usage<</Print<</PrintState/ON>>>>',
  },
  'printing in the event of viewing': {
    config: '/AS[<</Event/View/Category[/Print]/OCGs[20 0 R]>>]',
    group: '/Usage<</Print<</PrintState/OFF>>>>',
  },
  'exporting off': {
    config: '/AS[<</Event/Export/Category[/Export]/OCGs[20 0 R]>>]',
    group: '/Usage<</Export<</ExportState/OFF>>>>',
  },
  'a zoom': {
    config: '/AS[<</Event/View/Category[/Zoom]/OCGs[20 0 R]>>]',
    group: '/Usage<</Zoom<</min 4/max 8>>>>',
  },
  'a language': {
    config: '/AS[<</Event/View/Category[/Language]/OCGs[20 0 R]>>]',
    group: '/Usage<</Language<</Lang(ar)/Preferred/ON>>>>',
  },
  'a user': {
    config: '/AS[<</Event/View/Category[/User]/OCGs[20 0 R]>>]',
    group: '/Usage<</User<</Type/Ind/Name(Mallory)>>>>',
  },
};

/** Membership dictionaries for object 22, while the group in object 20 is off. */
const membership = (entries: string): Layered => ({
  property: '22 0 R',
  objects: { 22: `<</Type/OCMD${entries}>>` },
});

const memberships: Record<string, Layered> = {
  'one that is off': membership('/OCGs 20 0 R'),
  'one that is off, in a list': membership('/OCGs[20 0 R]'),
  'any on': membership('/OCGs[20 0 R 21 0 R]/P/AnyOn'),
  'all on': membership('/OCGs[20 0 R 21 0 R]/P/AllOn'),
  'any off': membership('/OCGs[20 0 R 21 0 R]/P/AnyOff'),
  'all off': membership('/OCGs[20 0 R 21 0 R]/P/AllOff'),
  'an unknown policy': membership('/OCGs[20 0 R 21 0 R]/P/Foo'),
  'a policy of a string': membership('/OCGs[20 0 R 21 0 R]/P(AllOn)'),
  'of nothing': membership(''),
  'of an empty list': membership('/OCGs[]/P/AllOn'),
  'of null': membership('/OCGs[null 20 0 R]/P/AllOn'),
  'of missing groups': membership('/OCGs[99 0 R 98 0 R]/P/AllOff'),
  'of a group in it': membership('/OCGs<</Type/OCG/Name(Amount)>>'),
  'an expression': membership('/VE[/Not 20 0 R]'),
  'an expression against a policy': membership('/OCGs[20 0 R]/P/AllOn/VE[/Not 20 0 R]'),
  'an expression of two': membership('/VE[/And 21 0 R[/Not 20 0 R]]'),
  'an expression of any': membership('/VE[/Or 20 0 R 99 0 R]'),
  'an expression without operands': membership('/VE[/And]'),
  'an expression of an unknown word': membership('/VE[/Xor 20 0 R 21 0 R]'),
  'an expression of too many': membership('/VE[/Not 20 0 R 21 0 R]'),
  'an empty expression': membership('/VE[]/OCGs 20 0 R'),
  'an expression that is no list': membership('/VE/Not/OCGs 20 0 R'),
  'an expression of itself': {
    ...membership('/VE 23 0 R'),
    objects: { 22: '<</Type/OCMD/VE 23 0 R>>', 23: '[/Not 23 0 R]' },
  },
  'of a membership': {
    ...membership('/OCGs 23 0 R'),
    objects: { 22: '<</Type/OCMD/OCGs 23 0 R>>', 23: '<</Type/OCMD/OCGs 20 0 R>>' },
  },
  'without a type': { property: '22 0 R', objects: { 22: '<</OCGs 20 0 R/P/AllOn>>' } },
};

const FORM = '/Type/XObject/Subtype/Form/BBox[0 0 595 842]/Resources 5 0 R';
const drawn: Layered = { content: '/X Do\n', resources: '/XObject<</X 23 0 R>>' };
const picture = '/Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray';

const places: Record<string, Layered> = {
  'a form': { ...drawn, objects: { 23: rawStream(`${FORM}/OC 20 0 R`, CLAUSE) } },
  'a form in a membership': {
    ...drawn,
    objects: { 22: '<</Type/OCMD/OCGs 20 0 R/P/AllOff>>', 23: rawStream(`${FORM}/OC 22 0 R`, CLAUSE) },
  },
  'a form by name': { ...drawn, objects: { 23: rawStream(`${FORM}/OC/L`, CLAUSE) } },
  'a form with its group in it': {
    ...drawn,
    objects: { 23: rawStream(`${FORM}/OC<</Type/OCMD/OCGs 20 0 R>>`, CLAUSE) },
  },
  'a form in a mark': {
    ...drawn,
    content: '/OC /L BDC /X Do EMC\n',
    objects: { 23: rawStream(FORM, CLAUSE) },
  },
  'a mark in a form': { ...drawn, objects: { 23: rawStream(FORM, marked('/OC /L')) } },
  'a mark in a form without properties': {
    ...drawn,
    objects: {
      23: rawStream(
        '/Type/XObject/Subtype/Form/BBox[0 0 595 842]/Resources<</Font<</F 6 0 R>>>>',
        marked('/OC /L'),
      ),
    },
  },
  'a picture': {
    content: `${CLAUSE}q 300 0 0 30 50 635 cm /X Do Q\n`,
    resources: '/XObject<</X 23 0 R>>',
    objects: { 23: rawStream(`${picture}/OC 20 0 R`, '\0') },
  },
  'a picture that is on': {
    content: `${CLAUSE}q 300 0 0 30 50 635 cm /X Do Q\n`,
    resources: '/XObject<</X 23 0 R>>',
    config: '',
    objects: { 23: rawStream(`${picture}/OC 20 0 R`, '\0') },
  },
  'a picture in the content': {
    content: `${CLAUSE}/OC /L BDC q 300 0 0 30 50 635 cm BI /W 1/H 1/BPC 8/CS/G ID \0 EI Q EMC\n`,
  },
  'an annotation': {
    page: '/Annots[24 0 R]',
    content: '',
    objects: {
      23: rawStream(FORM, CLAUSE),
      24: '<</Type/Annot/Subtype/Stamp/Rect[0 0 595 842]/F 4/AP<</N 23 0 R>>/OC 20 0 R>>',
    },
  },
  'an appearance': {
    page: '/Annots[24 0 R]',
    content: '',
    objects: {
      23: rawStream(`${FORM}/OC 20 0 R`, CLAUSE),
      24: '<</Type/Annot/Subtype/Stamp/Rect[0 0 595 842]/F 4/AP<</N 23 0 R>>>>',
    },
  },
  'a mark of a dictionary': { content: marked('/OC <</Type/OCG/Name(Amount)>>') },
  'a mark of a membership in it': { content: marked('/OC <</Type/OCMD/OCGs 20 0 R>>') },
  'a mark of a property that is missing': { content: marked('/OC /Nope') },
  'a mark without a property': { content: `/OC BMC\n${CLAUSE}EMC\n` },
  'a mark of another tag': { content: marked('/Span /L') },
  'a point': { content: `/OC /L DP\n${CLAUSE}` },
  'a mark that is not closed': { content: `/OC /L BDC\n${CLAUSE}` },
  'a mark that is closed twice': { content: `/OC /L BDC EMC EMC\n${CLAUSE}` },
  'marks in marks': { content: `/OC /M BDC /OC /L BDC EMC\n${CLAUSE}EMC\n` },
  'a mark across a state': { content: `q /OC /L BDC Q\n${CLAUSE}EMC\n` },
  'a mark across a text': { content: `BT /OC /L BDC /F 14 Tf 60 640 Td (Clause 7: ) Tj EMC (9900) Tj ET\n` },
  'a mark around a position': {
    content: 'BT /F 14 Tf 60 640 Td (Clause 7: 99) Tj /OC /L BDC (12) Tj EMC (00) Tj ET\n',
  },
  'a mark around a state': { content: `/OC /L BDC 1 0 0 1 0 -40 cm 0.5 g EMC\n${CLAUSE}` },
  'a mark around a path': { content: `/OC /L BDC 60 600 300 30 re EMC f\n${CLAUSE}` },
  'a mark around a clip': { content: `/OC /L BDC 0 700 595 142 re W n EMC\n${CLAUSE}` },
  'a mark around a font': { content: `BT /OC /L BDC /F 14 Tf EMC 60 640 Td (9900) Tj ET\n` },
  'a property twice': { property: '21 0 R/L 20 0 R' },
  'a property by another spelling': { property: '21 0 R/#4c 20 0 R' },
};

const named = (family: string, made: Record<string, Layered>): [string, () => Uint8Array][] =>
  Object.entries(made).map(([kind, layer]) => [`layer, ${family}, ${kind}`, () => layered(layer)]);

export const hostileLayers: Record<string, () => Uint8Array> = Object.fromEntries([
  ...named('state', configs),
  ...named('usage', usages),
  ...named('membership', memberships),
  ...named('place', places),
]);
