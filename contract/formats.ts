import { z } from 'zod';
import { dateFormats, numberFormats } from '#core/formats/formats.ts';
import { aligns, colors, LARGEST_SIZE, SMALLEST_SIZE, weights } from '#core/formats/look.ts';
import { isTimeZone } from '#core/formats/time-zone.ts';

const timeZone = z
  .string()
  .max(100)
  .refine(isTimeZone, "must be the IANA name of a place, such as Europe/Berlin, or 'UTC'");

/** The look of a field's value, see core/formats/look.ts. Flat in the properties of a field. */
export const lookMembers = {
  /** Font size in points, reduced for a value that does not fit; `fit`: as large as the box allows. */
  size: z.union([z.number().min(SMALLEST_SIZE).max(LARGEST_SIZE), z.literal('fit')]).optional(),
  /** `left` is the start of the line: the right side for right-to-left text. */
  align: z.enum(aligns).optional(),
  weight: z.enum(weights).optional(),
  color: z.enum(colors).optional(),
};
export const valueLook = z.object(lookMembers);

/** The print formats for dates and numbers on the pages of a document. Part of the agreement. */
export const formats = z
  .object({
    /** The IANA name of a place, or 'UTC'. A date field prints the day there at the time of signing. */
    timeZone: z.string(),
    dateFormat: z.enum(dateFormats),
    numberFormat: z.enum(numberFormats),
    /** The look of values; default: 11 points, regular, at the start of the line, in the color of ink. */
    look: valueLook.optional(),
    /** Prints name, local time and the first digits of the document's id under each signature. */
    signatureLine: z.boolean().optional(),
  })
  .meta({ id: 'DocumentFormats' });

/** A subset of the formats; absent members are unchanged. */
export const formatsChange = z
  .object({
    timeZone: timeZone.optional(),
    dateFormat: z.enum(dateFormats).optional(),
    numberFormat: z.enum(numberFormats).optional(),
    /** Replaces the look as a whole; `{}` is the standard look. */
    look: z.object(lookMembers).optional(),
    signatureLine: z.boolean().optional(),
  })
  .meta({ id: 'DocumentFormatsInput' });
