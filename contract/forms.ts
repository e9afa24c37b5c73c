import { z } from 'zod';
import { formBounds } from '#core/form/public-form.ts';
import { formats, formatsChange } from './formats.ts';

const instant = z.string();
/** Of the documents of a form. */
export const signingOrder = z.enum(['parallel', 'sequential']);

const person = z.object({ roleId: z.uuid(), email: z.string().max(320), name: z.string().max(200) });

/** PUT /api/templates/{id}/form */
export const putFormBody = z.object({
  on: z.boolean(),
  /** The role of whoever asks. */
  visitorRole: z.uuid(),
  /** The people of all other roles. */
  people: z.array(person).max(100).default([]),
  mostInAll: z.number().int().min(1).max(formBounds.mostInAll).nullable().default(null),
  mostAnHour: z.number().int().min(1).max(formBounds.mostAnHour).default(20),
  endsAt: z.iso.datetime().nullable().default(null),
  /** A word that has to be known; null takes it away, and what is left out stays. */
  code: z.string().max(100).nullable().optional(),
  /** Left out they stay as they are; null: those of the template when a document is made. */
  formats: formatsChange.nullish(),
  /** Left out it stays as it is; null: as the order numbers of the template's roles say. */
  signingOrder: signingOrder.nullish(),
});
export type PutFormBody = z.input<typeof putFormBody>;

export const publicForm = z
  .object({
    /** The address to hand around. */
    url: z.string(),
    on: z.boolean(),
    /** Whether it takes answers now. */
    state: z.enum(['open', 'closed', 'busy']),
    visitorRole: z.string(),
    people: z.array(z.object({ roleId: z.string(), email: z.string(), name: z.string() })),
    mostInAll: z.number().int().nullable(),
    mostAnHour: z.number().int(),
    endsAt: instant.nullable(),
    hasCode: z.boolean(),
    /** How its documents print dates and numbers; null: as the template does. */
    formats: formats.nullable(),
    /** Null: as the order numbers of the template's roles say. */
    signingOrder: signingOrder.nullable(),
    /** Times that it was asked and not confirmed yet, and documents that came of it. */
    waiting: z.number().int(),
    made: z.number().int(),
  })
  .meta({ id: 'PublicForm' });
export type PublicFormView = z.infer<typeof publicForm>;

/** GET /api/templates/{id}/form; null while the template has none. */
export const publicFormAnswer = z.object({ form: publicForm.nullable() });
