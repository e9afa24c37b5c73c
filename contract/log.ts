import { z } from 'zod';

/** A head of the log: a signed note in the form of C2SP, and the key that signed it. */
const head = z.object({
  size: z.number().int(),
  checkpoint: z.string(),
  key: z.string(),
  signedAt: z.string(),
});

export const logAnswer = z.object({
  /** True while no head is signed, because the log does not go on from the last one. */
  standsStill: z.boolean(),
  /** The newest first. */
  heads: z.array(head),
  /** Tokens of authorities for time (RFC 3161, base64), each over the text of the checkpoint. */
  anchors: z.array(head.extend({ stampedAt: z.string(), token: z.string() })),
});

export const sinceAnswer = z.object({
  key: z.string(),
  checkpoint: z.string(),
  from: z.number().int(),
  /** RFC 9162, 2.1.4, in base64. */
  consistency: z.array(z.string()),
});

export const eventAnswer = z.object({ known: z.boolean() });
