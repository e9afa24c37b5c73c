import { z } from 'zod';

/**
 * Maximum size in bytes. Larger files can be verified locally on the verify page or with the command, which have
 * no limit.
 */
export const MAX_VERIFIED_BYTES = 32 * 1024 * 1024;

const identified = z.object({
  by: z.string(),
  host: z.string().optional(),
  origin: z.string().optional(),
  since: z.string().optional(),
});

const party = z.object({
  name: z.string(),
  email: z.string(),
  act: z.enum(['signed', 'approved']),
  at: z.string(),
  /** True if a program retrieved the document and no page of the service displayed it. */
  retrieved: z.boolean(),
  /** Order number in a document with sequential signing. */
  order: z.number().int().optional(),
  identified: z.array(identified),
});

const story = z.object({
  title: z.string(),
  documentId: z.string(),
  events: z.number(),
  /** Hashes of the first and last event. */
  chainStart: z.string(),
  chainHead: z.string(),
  sender: z.object({ name: z.string(), email: z.string(), at: z.string() }).optional(),
  parties: z.array(party),
  certificate: z.object({ first: z.number().int(), last: z.number().int(), of: z.number().int() }).optional(),
  /** Set for a file sealed without its certificate (`document`), and for a separate certificate. */
  apart: z.enum(['document', 'certificate']).optional(),
  /** Set for the record of a document that was not completed. */
  ending: z
    .object({ how: z.enum(['declined', 'voided', 'expired']), at: z.string(), by: z.string() })
    .optional(),
});

const seal = z.object({
  /** Time in ms UTC, like all times of a seal. */
  at: z.number().optional(),
  certificates: z.array(
    z.object({ subject: z.string(), notBefore: z.number(), notAfter: z.number(), sha256: z.string() }),
  ),
  timestamps: z.array(
    z.object({
      over: z.enum(['signature', 'document']),
      at: z.number(),
      authority: z.string(),
      notAfter: z.number(),
      root: z.string(),
      trusted: z.boolean(),
    }),
  ),
  level: z.string(),
  verifiedAt: z.number().optional(),
});

/** The report of the verify page and the command, with identical properties (docs/evidence.md). */
export const verifyReport = z.object({
  verdict: z.enum([
    'genuine',
    'unknown-root',
    'unknown-log',
    'changed',
    'contradicts',
    'no-seal',
    'not-a-pdf',
  ]),
  /** Indication as defined in ETSI EN 319 102-1, 5.1.3. */
  indication: z.object({ status: z.string(), sub: z.string().optional() }).optional(),
  checks: z.array(
    z.object({
      name: z.string(),
      result: z.enum(['holds', 'fails', 'unknown']),
      findings: z.array(
        z.object({
          code: z.string(),
          event: z.number().optional(),
          name: z.string().optional(),
          pages: z.array(z.number()).optional(),
        }),
      ),
    }),
  ),
  story: story.optional(),
  /** Position of a file among the files of its document. Without `number`, the file contains all of them. */
  set: z
    .object({
      documentId: z.string(),
      number: z.number().int().optional(),
      of: z.number().int(),
      /** Hashes of all files in order. Sealed files with the same list belong together. */
      files: z.array(z.string()),
      agreementSha256: z.string(),
      /** Hash of the sealed file that contains all files. */
      wholeSha256: z.string().optional(),
      test: z.boolean(),
    })
    .optional(),
  /** Digital signatures that the file had before it was uploaded. The identities were not verified. */
  earlier: z
    .array(
      z.object({
        signer: z.string(),
        /** False if the covered bytes were changed; absent if that cannot be determined. */
        intact: z.boolean().optional(),
      }),
    )
    .optional(),
  /** Set for an audit report. */
  audit: z
    .object({
      account: z.string(),
      from: z.string(),
      to: z.string(),
      documents: z.number(),
      events: z.number(),
    })
    .optional(),
  log: z
    .object({
      origin: z.string(),
      size: z.number(),
      root: z.string(),
      key: z.string(),
      checkpoint: z.string(),
    })
    .optional(),
  /**
   * Whether the installation has recorded the first and last event in the file. Absent for a file without
   * evidence.
   */
  installation: z.object({ knowsDocument: z.boolean(), knowsLastEvent: z.boolean() }).optional(),
  seal: seal.optional(),
  sha256: z.string(),
  sealedSha256: z.string().optional(),
  augmented: z.boolean(),
  bytesAfter: z.number(),
});
