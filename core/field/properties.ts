import type { DateFormat } from '../formats/formats.ts';
import type { ValueLook } from '../formats/look.ts';
import type { TextFormat } from './text-format.ts';

/**
 * `filled` is true for any value or tick. `equals` and `contains` ignore case. The last four compare numbers or
 * dates.
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

/**
 * Condition on the value of another field. That field must belong to the same recipient, or to one who signs
 * earlier.
 */
export type Condition = { fieldId: string; is: Comparison; value: string };

/** When a field is shown. Documents from before several conditions were possible store a single condition. */
export type ShowWhen = Condition | { all: Condition[] } | { any: Condition[] };

export const MAX_CONDITIONS = 10;

/** Settings of a field other than its position. The look applies to types with printed text (look.ts). */
export type FieldProperties = OwnProperties & ValueLook;

/** The comment on each property says which field types it applies to. */
type OwnProperties = {
  /**
   * Fields of one recipient with the same name are the same question in several places (same-question.ts). For
   * text-like types and ungrouped checkboxes.
   */
  name?: string;
  /** Help text next to the entry. For all types that a person fills in. */
  help?: string;
  /** Placeholder in the empty input. For text-like types. */
  placeholder?: string;
  /** Initial value: a text, or 'true' for a ticked checkbox. For a note, its text. */
  value?: string;
  /** In templates, the sender enters the value when using the template. For text-like types. */
  askSender?: boolean;
  /** The recipient can see the value but not change it. */
  readOnly?: boolean;
  /** True if the text can have several lines. For text fields. */
  multiline?: boolean;
  /** Number of equally wide cells, with one letter per cell. For text fields. */
  comb?: number;
  /** Lengths in characters. For text, name, company and job title fields. */
  minLength?: number;
  maxLength?: number;
  /** Allowed characters. For text fields. */
  format?: TextFormat;
  /**
   * Pattern for text fields with the format `mask`: 9 is a digit, A is a letter, * is either, and any other
   * character is literal.
   */
  mask?: string;
  /** Range of values. For number fields. */
  min?: number;
  max?: number;
  decimals?: number;
  /**
   * Limits, each a day or relative to the signing day (day-limit.ts). For date fields that a person fills in.
   */
  earliest?: string;
  latest?: string;
  /**
   * Format of the printed date, if a PDF form requires a format other than the document's. For all date fields.
   */
  dateFormat?: DateFormat;
  /** Options. For dropdowns and multiple choices. */
  choices?: string[];
  /**
   * For radio buttons, the group of buttons that form one question. For checkboxes, the boxes that are counted
   * together.
   */
  group?: string;
  /** The option that a radio button represents. */
  choice?: string;
  /**
   * Minimum number of ticks, equal in all checkboxes of a group, or of selected options in a multiple choice.
   */
  atLeast?: number;
  atMost?: number;
  /**
   * Recipient number of a field that was placed by an anchor in the file. Counts only recipients who sign or
   * approve.
   */
  party?: number;
  /**
   * Set if the recipient for whom the field was placed was removed from the draft. The sender then has to assign
   * the field (owner-gone.ts).
   */
  ownerGone?: boolean;
  showWhen?: ShowWhen;
  /**
   * Formula that computes the value (rules/formula.ts), which the recipient cannot change. For number and date
   * fields.
   */
  formula?: string;
};

/** Maximum number of options of a dropdown. */
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
