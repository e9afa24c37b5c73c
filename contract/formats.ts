import { z } from 'zod';
import { dateFormats, numberFormats } from '#core/formats/formats.ts';
import { isTimeZone } from '#core/formats/time-zone.ts';

const timeZone = z
  .string()
  .max(100)
  .refine(isTimeZone, "must be the IANA name of a place, such as Europe/Berlin, or 'UTC'");

/** The print formats for dates and numbers on the pages of a document. Part of the agreement. */
export const formats = z
  .object({
    /** The IANA name of a place, or 'UTC'. A date field prints the day there at the time of signing. */
    timeZone: z.string(),
    dateFormat: z.enum(dateFormats),
    numberFormat: z.enum(numberFormats),
  })
  .meta({ id: 'DocumentFormats' });

/** A subset of the formats; absent members are unchanged. */
export const formatsChange = z
  .object({
    timeZone: timeZone.optional(),
    dateFormat: z.enum(dateFormats).optional(),
    numberFormat: z.enum(numberFormats).optional(),
  })
  .meta({ id: 'DocumentFormatsInput' });
