import type { DateFormat } from '../formats/formats.ts';
import type { ValueLook } from '../formats/look.ts';
import type { TextFormat } from './text-format.ts';

/**
 * `filled`: has any value, or is ticked. `equals` and `contains` ignore case. The last four compare numbers
 * and dates.
 */
export const comparisons = [
  'filled',
  'empty',
  'equals',
  'notEquals',
  'contains',
  'lessThan',
  'atMost',
  'moreThan',
  'atLeast',
] as const;
export type Comparison = (typeof comparisons)[number];

/** Compares the value of a field of the same recipient, or of one who signs earlier. */
export type Condition = { fieldId: string; is: Comparison; value: string };

/** When a field is shown. A single condition is the form of documents from before several were possible. */
export type ShowWhen = Condition | { all: Condition[] } | { any: Condition[] };

export const MAX_CONDITIONS = 10;

/** Settings of a field besides its position. The look is for types with a printed text (look.ts). */
export type FieldProperties = OwnProperties & ValueLook;

/** Each comment lists the field types that the property applies to. */
type OwnProperties = {
  /**
   * Fields of one recipient with the same name are one question in several places (same-question.ts). Text-like
   * types and checkboxes without a group.
   */
  name?: string;
  /** A sentence next to the entry. All types that a person fills in. */
  help?: string;
  /** Shown in the empty input. Text-like types. */
  placeholder?: string;
  /** The initial value: a text, or 'true' for a ticked checkbox. Note: its text. */
  value?: string;
  /** Template: the sender gives the value when the template is used. Text-like types. */
  askSender?: boolean;
  /** The recipient sees the value and cannot change it. */
  readOnly?: boolean;
  /** For text fields: true if several lines are allowed. */
  multiline?: boolean;
  /** Text: the number of cells of equal width, with one letter per cell. */
  comb?: number;
  /** For text, name, company and job title fields, in characters. */
  minLength?: number;
  maxLength?: number;
  /** For text fields: the allowed characters. */
  format?: TextFormat;
  /** Text with the format `mask`: 9 is a digit, A a letter, * either, and any other character itself. */
  mask?: string;
  /** For number fields. */
  min?: number;
  max?: number;
  decimals?: number;
  /** Date field: the limits, each a day or relative to the signing day; see day-limit.ts. */
  earliest?: string;
  latest?: string;
  /**
   * Date and date to enter: the format of the printed day, if a PDF form requires a format different from the
   * document's.
   */
  dateFormat?: DateFormat;
  /** For dropdowns and multiple choices. */
  choices?: string[];
  /** Radio: the buttons of one question share a group. Checkbox: boxes that are counted together. */
  group?: string;
  /** Radio: the option that this button represents. */
  choice?: string;
  /** Checkbox: the required number of ticks, the same in all boxes of a group. Multiple choice: of options. */
  atLeast?: number;
  atMost?: number;
  /**
   * Set for a field that an anchor in the file placed: the number of its recipient, counted among those who
   * act.
   */
  party?: number;
  /**
   * The recipient that the field was placed for was removed from the draft, so the sender has to assign it
   * (owner-gone.ts).
   */
  ownerGone?: boolean;
  showWhen?: ShowWhen;
  /** Number and date to enter: computes the value, see rules/formula.ts. The recipient cannot change it. */
  formula?: string;
};

/** Maximum number of choices of a dropdown. */
export const MAX_CHOICES = 100;

/** Maximum lengths of properties in characters. */
export const MAX_PROPERTY_LENGTH = {
  help: 300,
  placeholder: 100,
  value: 1000,
  choice: 100,
  group: 60,
  name: 60,
  mask: 60,
  formula: 500,
} as const;

/** Maximum number of cells of a comb field. */
export const MAX_CELLS = 60;
