import { z } from 'zod';
import { accountEventTypes } from '#core/account/event.ts';
import { planNames } from '#core/plan/plans.ts';
import { eventTypes } from '#core/trail/event.ts';
import { defineRoutes, file } from '../route.ts';

const moment = z.union([z.iso.datetime({ offset: true }), z.iso.date()]);

/** Filter for account events. All conditions must match. */
export const auditFilter = z.object({
  type: z.enum([...eventTypes, ...accountEventTypes]).optional(),
  /** Id of a document. */
  document: z.string().max(100).optional(),
  /** Part of the name or address of the person who acted or who was contacted. */
  person: z.string().max(200).optional(),
  /** Start of the period (inclusive) in ISO 8601. A date without a time means midnight UTC. */
  from: moment.optional(),
  /** End of the period (exclusive). */
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

/** An event of the account or of a document's audit trail. The list starts with the newest. */
export const auditEvent = z.object({
  id: z.string(),
  /** Position in the document's audit trail; null for an event of the account itself. */
  seq: z.number().int().nullable(),
  type: z.string(),
  /** Time in ISO 8601 in UTC. */
  occurredAt: z.string(),
  /**
   * `open` is false, and the title is empty, if the document is in the bin or no longer exists. Null for an
   * account event.
   */
  document: z.object({ id: z.string(), title: z.string(), open: z.boolean() }).nullable(),
  /** The person who acted; null for the service itself. Empty texts were erased. */
  actor: person.nullable(),
  /** Recipient of an invitation or email; null for other events. */
  recipient: person.nullable(),
  /** The complete IP address, because the account holder can see everything in the evidence. */
  ip: z.string().nullable(),
  reason: z.string().nullable(),
  /** The plan change as data for translation; null for other events. */
  plan: z
    .object({ from: z.enum(planNames).nullable(), to: z.enum(planNames), until: z.string().nullable() })
    .nullable(),
  /** Null for an event of the account itself, because those events are not chained. */
  hash: z.string().nullable(),
  /**
   * True if the data may be wrong: the document's audit trail is broken or differs from the one in the sealed
   * file, or a value of this event does not match its record.
   */
  altered: z.boolean(),
});
export type AuditEventView = z.infer<typeof auditEvent>;

/** An event in a JSON export. The hashed text and the salts make it possible to verify the chain again. */
export const auditExportEvent = auditEvent.extend({
  body: z.string().nullable(),
  values: z.record(z.string(), z.object({ value: z.string(), salt: z.string() })),
});
export type AuditExportEvent = z.infer<typeof auditExportEvent>;

export const auditRows = defineRoutes({
  listEvents: {
    at: 'GET /api/audit',
    summary: 'List the account’s events, page by page',
    caller: 'member',
    permission: 'account.audit',
    apiKey: 'live',
    query: auditQuery,
    answers: { 200: z.array(auditEvent) },
    headers: ['link'],
    refusals: [],
  },
  exportEvents: {
    at: 'GET /api/audit/export',
    summary: 'Export the account’s events as CSV or JSON',
    caller: 'member',
    permission: 'account.audit',
    apiKey: 'live',
    heavy: true,
    query: auditExportQuery,
    answers: { 200: file('text/csv', 'application/json') },
    refusals: [],
  },
});
