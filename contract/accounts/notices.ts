import { z } from 'zod';
import { bulkStates } from '#core/bulk/bulk.ts';
import { noticeKindNames } from '#core/notice/kinds.ts';

/** A notification for the requesting member. The client builds its sentence in the member's language. */
export const notice = z.object({
  id: z.string(),
  kind: z.enum(noticeKindNames),
  /** `open` is false if the document is in the bin. Null in notifications about a bulk send. */
  document: z.object({ id: z.string(), title: z.string(), open: z.boolean() }).nullable(),
  /** Current state of the bulk send; null in notifications about a document. */
  bulk: z
    .object({
      id: z.string(),
      templateName: z.string(),
      fileName: z.string(),
      state: z.enum(bulkStates),
      /** Number of documents sent so far; `total` is the number to be sent. */
      sent: z.number().int(),
      total: z.number().int(),
    })
    .nullable(),
  /**
   * Name, or else address, of the recipient concerned. Null if there is none or the person's data was erased.
   */
  person: z.string().nullable(),
  /** True if an approver approved, false if a signer signed. */
  approved: z.boolean(),
  /** Time in ISO 8601 in UTC. */
  createdAt: z.string(),
  read: z.boolean(),
});
export type NoticeView = z.infer<typeof notice>;

/** Query of GET /api/notices, newest first. `cursor` is opaque and comes from the Link header. */
export const noticesQuery = z.object({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(30),
});

/**
 * Header of GET /api/notices with the number of unread notifications, counted up to `unreadMost` of core/notice.
 */
export const unreadHeader = 'x-unread-count';

/** POST /api/notices/read. Marks the listed notifications or all of them. */
export const readNoticesBody = z.union([
  z.object({ ids: z.array(z.string().max(100)).min(1).max(100) }),
  z.object({ all: z.literal(true) }),
]);
export type ReadNoticesBody = z.infer<typeof readNoticesBody>;
