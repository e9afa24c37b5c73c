import type { TextFormat } from './text-format.ts';

/** Shows a field only when another field of the same recipient holds something. */
export type Condition = {
  fieldId: string;
  /** `filled`: holds anything, or is ticked. The other two compare without regard to case. */
  is: 'filled' | 'equals' | 'contains';
  value: string;
};

/** Settings that a sender can make for a field beyond its place. Each is for the kinds named beside it. */
export type FieldProperties = {
  /** A sentence beside the entry. Every kind that a person fills in. */
  help?: string;
  /** Stands in the empty input. Written kinds. */
  placeholder?: string;
  /** The field's first value: a text, or 'true' for a ticked box. */
  value?: string;
  /** The recipient sees the value and cannot change it. */
  readOnly?: boolean;
  /** Text: several lines. */
  multiline?: boolean;
  /** Text: one letter a cell, in this many cells of equal width. */
  comb?: number;
  /** Text and name, in characters. */
  minLength?: number;
  maxLength?: number;
  /** Text: what it may be made of. */
  format?: TextFormat;
  /** Text with the format `mask`: 9 is a digit, A a letter, * either, everything else itself. */
  mask?: string;
  /** Number. */
  min?: number;
  max?: number;
  decimals?: number;
  /** Date to enter: the limits, each a day or relative to the day of signing; see day-limit.ts. */
  earliest?: string;
  latest?: string;
  /** Dropdown. */
  choices?: string[];
  /** Radio: the buttons of one question have one group. Checkbox: boxes that are counted together. */
  group?: string;
  /** Radio: what this button stands for. */
  choice?: string;
  /** Checkbox, the same in all boxes of a group: how many are to be ticked. */
  atLeast?: number;
  atMost?: number;
  /** Placed by an anchor in the file: for the recipient of this number, counted among those who act. */
  party?: number;
  /** Whoever it was placed for was taken off the draft: somebody has to say whose it is by now (owner-gone.ts). */
  ownerGone?: boolean;
  showWhen?: Condition;
};

/** Most choices of a dropdown. */
export const mostChoices = 100;

/** The longest texts of properties, in characters. */
export const longestProperty = {
  help: 300,
  placeholder: 100,
  value: 1000,
  choice: 100,
  group: 60,
  mask: 60,
} as const;

/** Most cells of a comb. */
export const mostCells = 60;
