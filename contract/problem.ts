import { z } from 'zod';

/**
 * RFC 9457 problem details. `code` is stable (core/refusal.ts). `detail` is a sentence for people. `parameters`
 * contain the numbers and names in the sentence, for translation (`refusalParameters`).
 */
export const problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.number().int(),
    detail: z.string(),
    code: z.string(),
    parameters: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  })
  .meta({ id: 'Problem' });
export type Problem = z.infer<typeof problem>;
