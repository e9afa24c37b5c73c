import { z } from 'zod';
import { planNames } from '#core/plan/plans.ts';
import { accountEventTypes } from '#core/account/event.ts';
import { eventTypes } from '#core/trail/event.ts';

const moment = z.union([z.iso.datetime({ offset: true }), z.iso.date()]);

/** Which events of the account: all that are given have to hold. */
export const auditFilter = z.object({
  type: z.enum([...eventTypes, ...accountEventTypes]).optional(),
  /** The id of a document. */
  document: z.string().max(100).optional(),
  /** A part of the name or the address of whoever acted or was addressed. */
  person: z.string().max(200).optional(),
  /** The first moment that counts, ISO 8601; a bare date begins at midnight UTC. */
  from: moment.optional(),
  /** The first moment that no longer counts. */
  to: moment.optional(),
});
export type AuditFilter = z.infer<typeof auditFilter>;

/** Query of GET /api/audit. `cursor` is opaque and comes from the Link header. */
export const auditQuery = auditFilter.extend({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});

export const auditExportQuery = auditFilter.extend({ format: z.enum(['csv', 'json']) });

const person = z.object({ name: z.string(), email: z.string() });

/** One event of the account or of a document's trail, newest first. */
export const auditEvent = z.object({
  id: z.string(),
  /** The step of the document's trail; null in an event of the account itself. */
  seq: z.number().int().nullable(),
  type: z.string(),
  /** ISO 8601 in UTC. */
  occurredAt: z.string(),
  /** `open` is false when the document is in the bin, or gone, and then without a title. Null: of the account. */
  document: z.object({ id: z.string(), title: z.string(), open: z.boolean() }).nullable(),
  /** Who did it; null for the service itself. Empty texts were erased. */
  actor: person.nullable(),
  /** Whom an invitation or a mail went to; null where there is nobody. */
  recipient: person.nullable(),
  /** The whole address: the account holder is shown what the evidence holds. */
  ip: z.string().nullable(),
  reason: z.string().nullable(),
  /** How the plan changed, to be said in the reader's language; null for every other event. */
  plan: z
    .object({ from: z.enum(planNames).nullable(), to: z.enum(planNames), until: z.string().nullable() })
    .nullable(),
  /** Null in an event of the account itself: those are not chained. */
  hash: z.string().nullable(),
  /**
   * True when what is shown may not be what happened: the document's trail is broken, or it is not the one inside the
   * sealed file, or a value of this event is not the one that was recorded.
   */
  altered: z.boolean(),
});
export type AuditEventView = z.infer<typeof auditEvent>;

/** One event of a JSON export: with the text that was hashed and the salts, the chain can be checked again. */
export const auditExportEvent = auditEvent.extend({
  body: z.string().nullable(),
  values: z.record(z.string(), z.object({ value: z.string(), salt: z.string() })),
});
export type AuditExportEvent = z.infer<typeof auditExportEvent>;
