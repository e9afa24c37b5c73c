type Size = { width: number; height: number };

/** Properties that differ between field types. CONTRIBUTING.md lists the other steps for adding a type. */
type FieldKind = {
  /**
   * Source of the value: a signature or initials, the server's clock, a tick, text that is typed or chosen, an
   * uploaded file, an uploaded picture that is printed, or the sender. A field of the sender belongs to no
   * recipient, and every recipient sees it.
   */
  value: 'mark' | 'signing-day' | 'tick' | 'text' | 'file' | 'picture' | 'sender';
  /** Set if the field initially contains the recipient's name or email address. */
  shows?: 'name' | 'email';
  /**
   * Initial size of a new field in points. Signatures and initials are less than 22.4 points high, so that a new
   * field cannot cover two lines of text. In 12 point text, lines are 13.8 points apart and letters are 8.6
   * points high.
   */
  size: Size;
  /**
   * Minimum size. People cannot shorten a date, a file name or a phone number, so each must fit at the smallest
   * print size. Otherwise the page could never be sealed. A signature box must fit a typed name.
   */
  smallest: Size;
  /**
   * Maximum size. A larger box would be useless, because text does not grow beyond 11 points, and it would cover
   * words of the document (P-13). A signature of 300 by 100 points is half as wide as a page.
   */
  largest: Size;
};

const size = (width: number, height: number): Size => ({ width, height });

/** Minimum size in points. A smaller box could not be seen, tapped or printed legibly. */
export const minField = size(8, 8);

const smallest = minField;
const tick = { value: 'tick', size: size(18, 18), smallest, largest: size(48, 48) } as const;
const text = { value: 'text', size: size(190, 26), smallest, largest: size(600, 60) } as const;
const short = { ...text, size: size(104, 26), largest: size(300, 60) } as const;

/** In the order of the editor's palette. The first four come from the specification (§3). */
const kinds = {
  signature: { value: 'mark', size: size(190, 22), smallest: size(44, 12), largest: size(300, 100) },
  initial: { value: 'mark', size: size(70, 22), smallest: size(20, 10), largest: size(200, 80) },
  date: { ...short, value: 'signing-day', smallest: size(44, 8) },
  checkbox: tick,
  text: { ...text, largest: size(800, 600) },
  number: short,
  name: { ...text, shows: 'name' },
  email: { ...text, shows: 'email' },
  phone: { ...text, size: size(130, 26), smallest: size(64, 8) },
  radio: tick,
  dropdown: { ...text, size: size(150, 26) },
  attachment: { ...text, value: 'file', smallest: size(44, 8) },
  dateEntry: short,
  company: text,
  jobTitle: text,
  address: { ...text, size: size(190, 56), largest: size(800, 600) },
  note: { ...text, value: 'sender', largest: size(800, 600) },
  strike: { value: 'sender', size: size(120, 14), smallest, largest: size(800, 40) },
  multiChoice: { ...text, size: size(190, 48), largest: size(800, 600) },
  image: { value: 'picture', size: size(180, 120), smallest: size(24, 24), largest: size(600, 800) },
  stamp: { value: 'picture', size: size(110, 80), smallest: size(24, 24), largest: size(300, 300) },
} as const satisfies Readonly<Record<string, FieldKind>>;

export type FieldType = keyof typeof kinds;

/** Field types that a sender can place, in palette order. */
export const fieldTypes = Object.keys(kinds) as FieldType[];

export function kindOf(type: FieldType): FieldKind {
  return kinds[type];
}

/** Returns the English name of a type for use inside a sentence, such as ‘job title’. */
export function kindName(type: FieldType): string {
  return type === 'dateEntry' ? 'date' : type.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

type TypeOf<Value> = {
  [Type in FieldType]: (typeof kinds)[Type]['value'] extends Value ? Type : never;
}[FieldType];

/** Types with a text value that a person types or chooses. */
export type WrittenType = TypeOf<'text'>;

export function isWritten(type: FieldType): type is WrittenType {
  return kinds[type].value === 'text';
}

/** Returns true for types that belong to the document instead of a recipient. */
export function isOfSender(type: FieldType): type is TypeOf<'sender'> {
  return kinds[type].value === 'sender';
}

/** Returns true for types whose value is an uploaded picture that is printed on the page. */
export function isPicture(type: FieldType): type is TypeOf<'picture'> {
  return kinds[type].value === 'picture';
}

/** Returns true for types for which the recipient uploads a file. */
export function takesFile(type: FieldType): type is TypeOf<'file' | 'picture'> {
  return kinds[type].value === 'file' || isPicture(type);
}

/** Returns true for types whose value is selected from the sender's list. */
export function hasChoices(type: FieldType): boolean {
  return type === 'dropdown' || type === 'multiChoice';
}

/** Returns true for types that print text, whose appearance can be changed. */
export function hasLook(type: FieldType): boolean {
  return type !== 'strike' && !['mark', 'tick', 'picture'].includes(kinds[type].value);
}

/** Returns true for types whose value is true or false. */
export function isTickType(type: FieldType): type is TypeOf<'tick'> {
  return kinds[type].value === 'tick';
}
