import { z } from 'zod';

/** A tree head of the log: a signed note in the format of C2SP, and the key that signed it. */
const head = z.object({
  size: z.number().int(),
  checkpoint: z.string(),
  key: z.string(),
  signedAt: z.string(),
});

export const logAnswer = z.object({
  /** True while signing is suspended because the log does not extend the last signed tree head. */
  standsStill: z.boolean(),
  /** Newest first. */
  heads: z.array(head),
  /** Timestamp tokens (RFC 3161, base64), each over the text of a checkpoint. */
  anchors: z.array(head.extend({ stampedAt: z.string(), token: z.string() })),
});

export const sinceAnswer = z.object({
  key: z.string(),
  checkpoint: z.string(),
  from: z.number().int(),
  /** Consistency proof (RFC 9162, 2.1.4), base64. */
  consistency: z.array(z.string()),
});

export const eventAnswer = z.object({ known: z.boolean() });
