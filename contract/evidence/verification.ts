import { z } from 'zod';

/**
 * Size in bytes. Larger files can be verified locally with the verify page or the command, which have no
 * limit.
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
  /** True if a program retrieved the document and it was not displayed on a page of the service. */
  retrieved: z.boolean(),
  /** The order number in a document with sequential signing. */
  order: z.number().int().optional(),
  identified: z.array(identified),
});

const story = z.object({
  title: z.string(),
  documentId: z.string(),
  events: z.number(),
  /** Hashes of the first and of the last event. */
  chainStart: z.string(),
  chainHead: z.string(),
  sender: z.object({ name: z.string(), email: z.string(), at: z.string() }).optional(),
  parties: z.array(party),
  certificate: z.object({ first: z.number().int(), last: z.number().int(), of: z.number().int() }).optional(),
  /** For the sealed document without its certificate, and for a separate certificate. */
  apart: z.enum(['document', 'certificate']).optional(),
  /** For the record of a document that was not completed. */
  ending: z
    .object({ how: z.enum(['declined', 'voided', 'expired']), at: z.string(), by: z.string() })
    .optional(),
});

const seal = z.object({
  /** ms UTC, like all times of a seal. */
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

/** The report of the verify page and the command, member by member (docs/evidence.md). */
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
  /** ETSI EN 319 102-1, 5.1.3. */
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
  /** The place of a file among the files of its document; without `number`, it contains all of them. */
  set: z
    .object({
      documentId: z.string(),
      number: z.number().int().optional(),
      of: z.number().int(),
      /** A hash for each file, in order. Files with the same hashes belong together. */
      files: z.array(z.string()),
      agreementSha256: z.string(),
      /** Hash of the sealed file that contains all of them. */
      wholeSha256: z.string().optional(),
      test: z.boolean(),
    })
    .optional(),
  /** Digital signatures that the file had before its upload; the identity behind each was not checked. */
  earlier: z
    .array(
      z.object({
        signer: z.string(),
        /** False if the bytes that it covers were changed; absent if that cannot be determined. */
        intact: z.boolean().optional(),
      }),
    )
    .optional(),
  /** For an audit report. */
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
   * The installation's records of the first and last event in the file. Absent for a file without evidence.
   */
  installation: z.object({ knowsDocument: z.boolean(), knowsLastEvent: z.boolean() }).optional(),
  seal: seal.optional(),
  sha256: z.string(),
  sealedSha256: z.string().optional(),
  augmented: z.boolean(),
  bytesAfter: z.number(),
});
