import { z } from 'zod';
import { deliveryProblems, type Place } from '#core/destination/kinds.ts';
import { isPattern } from '#core/destination/file-path.ts';
import { isTimeZone } from '#core/formats/time-zone.ts';
import { defineRoutes, nothing } from '../route.ts';

const instant = z.string();
const line = (max: number) => z.string().trim().min(1).max(max);
const url = line(2_000);

const places = {
  webdav: z.object({ kind: z.literal('webdav'), url, user: z.string().trim().max(200) }),
  s3: z.object({
    kind: z.literal('s3'),
    endpoint: url,
    region: line(60),
    bucket: z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/),
    prefix: z.string().max(200).default(''),
    accessKeyId: line(200),
    /** Number of days for Object Lock, which the bucket must support. */
    lockDays: z.number().int().min(1).max(36_500).nullable().default(null),
    lockMode: z.enum(['GOVERNANCE', 'COMPLIANCE']).default('GOVERNANCE'),
  }),
  sftp: z.object({
    kind: z.literal('sftp'),
    host: line(253),
    port: z.number().int().min(1).max(65_535).default(22),
    user: line(200),
    folder: z.string().trim().max(500).default(''),
    /** Null to store the key of the first connection. Every later connection must have the same key. */
    hostKey: z
      .string()
      .regex(/^SHA256:[A-Za-z0-9+/]{43}$/)
      .nullable()
      .default(null),
  }),
  email: z.object({ kind: z.literal('email'), address: line(320) }),
  https: z.object({ kind: z.literal('https'), url }),
};
const place = z.discriminatedUnion('kind', [
  places.webdav,
  places.s3,
  places.sftp,
  places.email,
  places.https,
]);

/** Minutes after midnight. */
const minuteOfDay = z.number().int().min(0).max(1_439);
const settings = z.object({
  name: line(100),
  place,
  /** Folders and file name, such as `{year}/{date} {title} {id}`. */
  pattern: line(300).refine(isPattern),
  /** Files are delivered only between these times. Null for no limit. */
  window: z
    .strictObject({ from: minuteOfDay, to: minuteOfDay, zone: z.string().refine(isTimeZone) })
    .nullable(),
});
/** Password, private key or secret access key. It is never returned. */
const secret = z.string().min(1).max(20_000);

/** POST /api/destinations. For `https` destinations, the server generates the secret. */
export const addDestinationBody = settings.extend({ secret: secret.optional() });
export type AddDestinationBody = z.output<typeof addDestinationBody>;
export type AddDestinationInput = z.input<typeof addDestinationBody>;

/** PATCH /api/destinations/{id}. Omitted properties are unchanged. A new place requires the secret again. */
export const changeDestinationBody = settings.extend({ secret, on: z.boolean() }).partial();
export type ChangeDestinationBody = z.output<typeof changeDestinationBody>;
export type ChangeDestinationInput = z.input<typeof changeDestinationBody>;

export const destination = z
  .object({
    id: z.string(),
    name: z.string(),
    place: z.custom<Place>(),
    pattern: z.string(),
    window: z.object({ from: z.number(), to: z.number(), zone: z.string() }).nullable(),
    on: z.boolean(),
    /**
     * Why the destination is off: turned off by a member, failing for four weeks, or not included in the plan.
     */
    disabledReason: z.enum(['member', 'failing', 'plan']).nullable(),
    failingSince: instant.nullable(),
    /** Problem of the last attempt; null if it succeeded. */
    problem: z.enum(deliveryProblems).nullable(),
    /** Status or message from the server for this problem. */
    problemDetail: z.string().nullable(),
    nextTryAt: instant.nullable(),
    /** Number of files by state. */
    counts: z.object({ waiting: z.number().int(), delivered: z.number().int(), failed: z.number().int() }),
    lastDeliveredAt: instant.nullable(),
    createdAt: instant,
  })
  .meta({ id: 'Destination' });
export type DestinationView = z.infer<typeof destination>;

/** `secret` is set for an `https` destination and is shown only this once. */
export const destinationWithSecret = z.object({ destination, secret: z.string().nullable() });

export const fileDelivery = z
  .object({
    documentId: z.string(),
    /** Null for a document that the caller cannot see. */
    title: z.string().nullable(),
    /**
     * Id of a separately sealed file, `certificate` for a separate certificate, or null for the whole document.
     */
    fileId: z.string().nullable(),
    /** Title of that file; null for the whole document and its certificate, and if `title` is null. */
    fileTitle: z.string().nullable(),
    completedAt: instant,
    state: z.enum(['waiting', 'delivered', 'failed']),
    problem: z.enum(deliveryProblems).nullable(),
    problemDetail: z.string().nullable(),
    deliveredAt: instant.nullable(),
    /** Hash of the delivered file. */
    sha256: z.string().nullable(),
  })
  .meta({ id: 'FileDelivery' });
export type FileDeliveryView = z.infer<typeof fileDelivery>;

/** GET /api/destinations/{id}/deliveries. Newest first, thirty per page. */
export const listFileDeliveriesQuery = z.object({
  state: z.enum(['missing', 'delivered']).optional(),
  cursor: z.string().max(100).optional(),
});

/** Result of the test that stores a small text file. */
export const destinationTest = z.object({
  problem: z.enum(deliveryProblems).nullable(),
  detail: z.string().nullable(),
});

/** POST /api/destinations/{id}/deliveries. Also delivers files of documents completed since this day. */
export const deliverEarlierBody = z.object({ since: z.iso.date() });

const editingRefusals = [
  'plan-without-feature',
  'destination-address-refused',
  'destination-without-secret',
  'destination-email-unproven',
] as const;

export const destinationRows = defineRoutes({
  listDestinations: {
    at: 'GET /api/destinations',
    summary: 'List the destinations of finished files',
    caller: 'member',
    permission: 'webhook.read',
    apiKey: 'live',
    answers: { 200: z.array(destination) },
    refusals: [],
  },
  addDestination: {
    at: 'POST /api/destinations',
    summary: 'Add a destination for finished files',
    caller: 'confirmed',
    permission: 'webhook.edit',
    body: addDestinationBody,
    answers: { 201: destinationWithSecret },
    refusals: [...editingRefusals, 'too-many-destinations'],
  },
  changeDestination: {
    at: 'PATCH /api/destinations/{id}',
    summary: 'Change a destination, or turn it on or off',
    caller: 'confirmed',
    permission: 'webhook.edit',
    body: changeDestinationBody,
    answers: { 200: destination },
    refusals: ['not-found', ...editingRefusals],
  },
  removeDestination: {
    at: 'DELETE /api/destinations/{id}',
    summary: 'Delete a destination with its list of deliveries',
    caller: 'member',
    permission: 'webhook.edit',
    answers: { 204: nothing },
    refusals: ['not-found'],
  },
  testDestination: {
    at: 'POST /api/destinations/{id}/test',
    summary: 'Store a small text file at a destination',
    caller: 'confirmed',
    permission: 'webhook.edit',
    answers: { 200: destinationTest },
    refusals: ['not-found', 'plan-without-feature'],
  },
  listFileDeliveries: {
    at: 'GET /api/destinations/{id}/deliveries',
    summary: 'List the files for a destination, newest first',
    caller: 'member',
    permission: 'webhook.read',
    apiKey: 'live',
    query: listFileDeliveriesQuery,
    answers: { 200: z.array(fileDelivery) },
    headers: ['link'],
    refusals: ['not-found'],
  },
  deliverEarlier: {
    at: 'POST /api/destinations/{id}/deliveries',
    summary: 'Deliver the files of earlier documents too',
    caller: 'confirmed',
    permission: 'webhook.edit',
    body: deliverEarlierBody,
    answers: { 202: z.object({ added: z.number().int() }) },
    refusals: ['not-found', 'plan-without-feature'],
  },
  retryFileDeliveries: {
    at: 'POST /api/destinations/{id}/retry',
    summary: 'Retry the missing files now',
    caller: 'confirmed',
    permission: 'webhook.edit',
    answers: { 202: z.object({ retried: z.number().int() }) },
    refusals: ['not-found', 'plan-without-feature'],
  },
});
