import { z } from 'zod';
import { bulkStates } from '#core/bulk/bulk.ts';
import { noticeKindNames } from '#core/notice/kinds.ts';

/** One piece of news for the member who asks. Its sentence is made by the reader, in their language. */
export const notice = z.object({
  id: z.string(),
  kind: z.enum(noticeKindNames),
  /** `open` is false when the document is in the bin. Null in news about a bulk send. */
  document: z.object({ id: z.string(), title: z.string(), open: z.boolean() }).nullable(),
  /** The bulk send as it is now; null in news about a document. */
  bulk: z
    .object({
      id: z.string(),
      templateName: z.string(),
      fileName: z.string(),
      state: z.enum(bulkStates),
      sent: z.number().int(),
      /** Rows that were refused, before or while they were sent. */
      notSent: z.number().int(),
    })
    .nullable(),
  /** The recipient it is about: their name, else their address; null where it is about nobody, or was erased. */
  person: z.string().nullable(),
  /** Whether an approver approved, rather than a signer signed. */
  approved: z.boolean(),
  /** ISO 8601 in UTC. */
  createdAt: z.string(),
  read: z.boolean(),
});
export type NoticeView = z.infer<typeof notice>;

/** Query of GET /api/notices: the newest first. `cursor` is opaque and comes from the Link header. */
export const noticesQuery = z.object({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(30),
});

/** Header of GET /api/notices: how many are unread, counted up to `unreadMost` of core/notice. */
export const unreadHeader = 'x-unread-count';

/** POST /api/notices/read: these, or all that there are. */
export const readNoticesBody = z.union([
  z.strictObject({ ids: z.array(z.string().max(100)).min(1).max(100) }),
  z.strictObject({ all: z.literal(true) }),
]);
export type ReadNoticesBody = z.infer<typeof readNoticesBody>;
