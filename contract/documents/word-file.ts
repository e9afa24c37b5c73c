import { z } from 'zod';
import { trackedChangeChoices } from '#core/document/tracked-changes.ts';

/**
 * Text parts of every form with a document file. `trackedChanges` applies to Word files. Without it, a file with
 * tracked changes is refused with `tracked-changes-undecided`.
 */
export const wordFileForm = { trackedChanges: z.enum(trackedChangeChoices).optional() };

/** Maximum length of a file in a JSON body in characters. Larger files need a form. */
const MAX_BASE64_LENGTH = 11_000_000;
export const MAX_SEND_BODY_BYTES = MAX_BASE64_LENGTH + 1_000_000;

/** A file inside a JSON body. */
export const jsonFile = z.object({
  name: z.string().min(1).max(255),
  base64: z.string().max(MAX_BASE64_LENGTH),
  ...wordFileForm,
});
export type JsonFile = z.output<typeof jsonFile>;

/**
 * A placeholder of a Word file. `shown` and `hidden` are placeholders that are printed only if a condition on it
 * is or is not met. A list has `columns`, the placeholders of each row.
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
