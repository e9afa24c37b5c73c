import { z } from 'zod';
import { trackedChangeChoices } from '#core/document/tracked-changes.ts';

/**
 * Text parts of every form with a document file. `trackedChanges` applies to Word files; without it, one with
 * tracked changes is refused with `tracked-changes-undecided`.
 */
export const wordFileForm = { trackedChanges: z.enum(trackedChangeChoices).optional() };

/** Maximum characters of a file in a JSON body; larger files need a form. */
const MAX_BASE64_LENGTH = 11_000_000;
export const MAX_SEND_BODY_BYTES = MAX_BASE64_LENGTH + 1_000_000;

/** A file as part of a JSON body. */
export const jsonFile = z.object({
  name: z.string().min(1).max(255),
  base64: z.string().max(MAX_BASE64_LENGTH),
  ...wordFileForm,
});
export type JsonFile = z.output<typeof jsonFile>;

/**
 * A placeholder of a Word file. `shown` and `hidden` are printed only if a condition on it holds or
 * does not hold. A list has `columns`: the placeholders of each row.
 */
export const placeholder = z
  .object({
    name: z.string(),
    kind: z.enum(['text', 'condition', 'list']),
    optional: z.literal(true).optional(),
    get columns() {
      return z.array(placeholder).optional();
    },
    get shown() {
      return z.array(placeholder).optional();
    },
    get hidden() {
      return z.array(placeholder).optional();
    },
  })
  .meta({ id: 'Placeholder' });
