import { z } from 'zod';
import { maxTextLength, textFormats } from '#core/field/text-format.ts';
import { isDayLimit } from '#core/field/day-limit.ts';
import { fieldTypes } from '#core/field/field.ts';
import { numberText } from '#core/field/values/number-format.ts';
import {
  comparisons,
  MAX_CELLS,
  MAX_CHOICES,
  MAX_CONDITIONS,
  MAX_PROPERTY_LENGTH,
} from '#core/field/properties.ts';
import { dateFormats } from '#core/formats/formats.ts';
import { blankToEmpty, isBlank } from '#core/language/visible.ts';
import { lookMembers } from '../formats.ts';

/** Longer texts are not matched, because a pattern would overflow the stack on a text of several megabytes. */
const longer = { abort: true } as const;

/** One line without direction controls or invisible characters (S-17). */
const line = (most: number) =>
  z
    .string()
    .max(most, longer)
    .regex(/^[^\p{Cc}\u2028-\u202e\u2066-\u2069]*$/u);

/** Like `line`, but allows several lines. */
export const lines = (most: number) =>
  z
    .string()
    .max(most, longer)
    .regex(/^(?:[^\p{Cc}\u2028-\u202e\u2066-\u2069]|\n)*$/u);

/** A JSON number is unambiguous. It is converted to the text that a number field stores for it. */
const jsonNumber = z.number().transform(numberText);

/** A limit such as 'signing', 'signing-18y', 'signing+6m' or 'signing+14d', or a day. */
const dayLimit = z
  .string()
  .max(20)
  .refine(
    isDayLimit,
    'must be a day such as 2026-11-27, or relative to the day of signing such as signing-18y',
  );

const length = z.number().int().min(0).max(maxTextLength);

/** Compares the value of another field (core/field/rules/is-met.ts). */
const condition = z.object({
  fieldId: z.string().max(60),
  is: z.enum(comparisons),
  value: line(MAX_PROPERTY_LENGTH.value),
});
const conditions = z.array(condition).min(1).max(MAX_CONDITIONS);

/** Settings of a field other than its position (core/field/properties.ts). */
const fieldProperties = z.object({
  /** Fields of one recipient with the same name are one question that appears in several places. */
  name: line(MAX_PROPERTY_LENGTH.name)
    .transform((name) => blankToEmpty(name).normalize('NFC').trim() || undefined)
    .optional(),
  help: lines(MAX_PROPERTY_LENGTH.help).optional(),
  placeholder: line(MAX_PROPERTY_LENGTH.placeholder).optional(),
  value: z.union([lines(MAX_PROPERTY_LENGTH.value), jsonNumber]).optional(),
  /** In a template, true if the sender enters the value when using the template. */
  askSender: z.boolean().optional(),
  readOnly: z.boolean().optional(),
  multiline: z.boolean().optional(),
  comb: z.number().int().min(1).max(MAX_CELLS).optional(),
  minLength: length.optional(),
  maxLength: length.optional(),
  format: z.enum(textFormats).optional(),
  mask: line(MAX_PROPERTY_LENGTH.mask).optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  decimals: z.number().int().min(0).max(10).optional(),
  /**
   * Limit of a date field: a day (`2026-11-27`), or relative to the signing day (`signing-18y`, `signing+14d`).
   */
  earliest: dayLimit.optional(),
  latest: dayLimit.optional(),
  /** How this date field prints the day. Defaults to the document's format. */
  dateFormat: z.enum(dateFormats).optional(),
  // Blank lines are ignored, and a blank group name means no group.
  choices: z
    .array(line(MAX_PROPERTY_LENGTH.choice))
    .max(MAX_CHOICES)
    .transform((choices) => choices.filter((choice) => !isBlank(choice)))
    .optional(),
  group: line(MAX_PROPERTY_LENGTH.group)
    .transform((group) => blankToEmpty(group) || undefined)
    .optional(),
  choice: line(MAX_PROPERTY_LENGTH.choice).optional(),
  atLeast: z.number().int().min(0).max(200).optional(),
  atMost: z.number().int().min(1).max(200).optional(),
  party: z.number().int().min(1).max(200).optional(),
  ownerGone: z.boolean().optional(),
  showWhen: z
    .union([condition, z.strictObject({ all: conditions }), z.strictObject({ any: conditions })])
    .optional(),
  formula: line(MAX_PROPERTY_LENGTH.formula)
    .transform((formula) => blankToEmpty(formula) || undefined)
    .optional(),
  /** How the value is printed. Defaults to the document's look. */
  ...lookMembers,
});

const shownCondition = z.object({ fieldId: z.string(), is: z.enum(comparisons), value: z.string() });

/** The same settings in responses, without limits, so that values stored earlier can still be read. */
const shownProperties = z.object({
  name: z.string().optional(),
  help: z.string().optional(),
  placeholder: z.string().optional(),
  value: z.string().optional(),
  askSender: z.boolean().optional(),
  readOnly: z.boolean().optional(),
  multiline: z.boolean().optional(),
  comb: z.number().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  format: z.enum(textFormats).optional(),
  mask: z.string().optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  decimals: z.number().optional(),
  earliest: z.string().optional(),
  latest: z.string().optional(),
  dateFormat: z.enum(dateFormats).optional(),
  choices: z.array(z.string()).optional(),
  group: z.string().optional(),
  choice: z.string().optional(),
  atLeast: z.number().optional(),
  atMost: z.number().optional(),
  party: z.number().optional(),
  ownerGone: z.boolean().optional(),
  showWhen: z
    .union([
      shownCondition,
      z.object({ all: z.array(shownCondition) }),
      z.object({ any: z.array(shownCondition) }),
    ])
    .optional(),
  formula: z.string().optional(),
  ...lookMembers,
}) satisfies z.ZodType<z.output<typeof fieldProperties>>;

/** A placed field, in points of the displayed page with the origin at the top left. Pages count from 1. */
export const field = z
  .object({
    id: z.string(),
    type: z.enum(fieldTypes),
    page: z.number().int(),
    x: z.number(),
    y: z.number(),
    width: z.number(),
    height: z.number(),
    recipientId: z.string().nullable(),
    required: z.boolean(),
    label: z.string(),
    properties: shownProperties.optional(),
  })
  .meta({ id: 'Field' });
export type FieldView = z.infer<typeof field>;

export const fieldInput = z
  .object({
    id: z.string().optional(),
    type: z.enum(fieldTypes),
    page: z.number().int().min(1),
    x: z.number(),
    y: z.number(),
    width: z.number(),
    height: z.number(),
    recipientId: z.string().nullish(),
    required: z.boolean().optional(),
    label: z.string().max(100).nullish(),
    properties: fieldProperties.nullish(),
  })
  .meta({ id: 'FieldInput' });
export type FieldInput = z.infer<typeof fieldInput>;

/** An offered field has the properties of the input without transforms, which a response cannot have. */
export const offeredField = fieldInput
  .extend({ properties: shownProperties.nullish() })
  .meta({ id: 'OfferedField' });

/** A field for a blank on a page, such as a line of underscores after "Signature:". */
export const suggestedField = z
  .object({
    field: offeredField,
    /** Party that should fill in the field, as written in the file; empty if unknown. */
    role: z.string(),
    /** Confidence of the suggestion from 0 to 1. */
    confidence: z.number(),
  })
  .meta({ id: 'SuggestedField' });
export type SuggestedField = z.infer<typeof suggestedField>;
