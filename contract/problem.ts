import { z } from 'zod';

/** RFC 9457 problem details. `code` is stable (core/refusal.ts); `detail` is the sentence shown to a person. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  detail: z.string(),
  code: z.string(),
});
export type Problem = z.infer<typeof problem>;
