import { z } from 'zod';
import { recordStates } from '#core/brand/sender-domain.ts';

const record = z.object({ name: z.string(), value: z.string(), state: z.enum(recordStates) });

/** GET /api/brand/sender-domain; null while none is named. The key that signs never leaves the server. */
export const senderDomainAnswer = z.object({
  /** Whether the plan offers it. Otherwise it is kept, and mails come from our address. */
  offered: z.boolean(),
  senderDomain: z
    .object({
      domain: z.string(),
      local: z.string(),
      /** Whether mails come from there now. */
      inUse: z.boolean(),
      provedAt: z.string().nullable(),
      lostAt: z.string().nullable(),
      checkedAt: z.string().nullable(),
      records: z.object({ dkim: record, spf: record, dmarc: record }),
    })
    .nullable(),
});
export type SenderDomainAnswer = z.infer<typeof senderDomainAnswer>;

/** PUT /api/brand/sender-domain. Another domain gets another key, and is to be proved anew. */
export const senderDomainBody = z.strictObject({ domain: z.string().max(300), local: z.string().max(100) });
export type SenderDomainBody = z.infer<typeof senderDomainBody>;
