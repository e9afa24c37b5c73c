import { z } from 'zod';
import { dateFormats, numberFormats } from '#core/formats/formats.ts';
import { aligns, colors, LARGEST_SIZE, SMALLEST_SIZE, weights } from '#core/formats/look.ts';
import { isTimeZone } from '#core/formats/time-zone.ts';

const timeZone = z
  .string()
  .max(100)
  .refine(isTimeZone, "must be the IANA name of a place, such as Europe/Berlin, or 'UTC'");

/** The look of a field's value (core/formats/look.ts). In a field's properties, these are at the top level. */
export const lookMembers = {
  /** Font size in points, reduced if the value does not fit. `fit` uses the largest size that fits the box. */
  size: z.union([z.number().min(SMALLEST_SIZE).max(LARGEST_SIZE), z.literal('fit')]).optional(),
  /** `left` is the start of the line, which is on the right for right-to-left text. */
  align: z.enum(aligns).optional(),
  weight: z.enum(weights).optional(),
  color: z.enum(colors).optional(),
};
export const valueLook = z.object(lookMembers);

/** Print formats for dates and numbers on the pages of a document. They are part of the agreement. */
export const formats = z
  .object({
    /** The IANA name of a time zone, or 'UTC'. A date field prints the day there at the time of signing. */
    timeZone: z.string(),
    dateFormat: z.enum(dateFormats),
    numberFormat: z.enum(numberFormats),
    /** The look of values. Default: 11 points, regular, at the start of the line, in ink color. */
    look: valueLook.optional(),
    /** True to print name, local time and the first digits of the document's id below each signature. */
    signatureLine: z.boolean().optional(),
  })
  .meta({ id: 'DocumentFormats' });

/** Some of the formats. Omitted properties are unchanged. */
export const formatsChange = z
  .object({
    timeZone: timeZone.optional(),
    dateFormat: z.enum(dateFormats).optional(),
    numberFormat: z.enum(numberFormats).optional(),
    /** Replaces the whole look. `{}` is the default look. */
    look: z.object(lookMembers).optional(),
    signatureLine: z.boolean().optional(),
  })
  .meta({ id: 'DocumentFormatsInput' });
