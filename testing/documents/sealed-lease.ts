import { canonicalJson } from '#core/trail/canonical.ts';
import { sealPdf } from '#pdf/sign/seal-pdf.ts';
import type { Sealer } from '#pdf/sign/sealer.ts';
import { composePdf } from '#pdf/stamp/compose-pdf.ts';
import type { Stamp } from '#pdf/stamp/draw-stamp.ts';
import { certificatePage } from '#server/evidence/certificate/certificate-page.ts';
import { evidenceFile, logProofFile } from '#server/evidence/certificate/evidence.ts';
import { sampleLease } from './sample-lease.ts';
import { signedLease } from './signed-lease.ts';

/** The evidence of the lease as JSON, which tests can read and change. */
export type LeaseEvidence = {
  agreement: { salt: string; sha256: string } | null;
  document: { baseSha256: string; originalSha256: string; baseBytes: number; id: string; title: string };
  fields: { id: string; y: number; recipientId: string | null; value: string | null }[];
  recipients: { id: string; name: string; role: string }[];
  disclosures: { version: string; language: string; text: string }[];
  chainHead: string;
  events: { body: string; hash: string; values: { name: string; value: string; salt: string }[] }[];
};

export function leaseEvidence(): LeaseEvidence {
  return JSON.parse(Buffer.from(evidenceFile(signedLease()).bytes).toString('utf8')) as LeaseEvidence;
}

export type SealLease = {
  readonly key: Sealer;
  /** Time of the seal in ms UTC. */
  readonly at: number;
  /** Evidence to use instead of the true one, as an object or as text. */
  readonly evidence?: LeaseEvidence | string;
  /** Hash to print on the certificate instead of the trail's head. */
  readonly printed?: string;
  readonly reason?: string;
  /** Log proofs to attach next to the evidence. */
  readonly logProofs?: readonly string[];
  /** Number of bytes reserved for a timestamp. */
  readonly tokenBytes?: number;
  /** Content to draw on the page without a field for it. */
  readonly stamps?: readonly Stamp[];
  /** Changes the composed file before it is sealed, as an attacker with the key could. */
  readonly harm?: (composed: Uint8Array) => Uint8Array;
};

/** Returns the lease that Ada sent and Grace signed, sealed as the service does it. */
export async function sealedLease(given: SealLease): Promise<Uint8Array> {
  const record = signedLease();
  const { evidence = leaseEvidence() } = given;
  const stated = typeof evidence === 'string' ? leaseEvidence() : evidence;
  const text = typeof evidence === 'string' ? evidence : canonicalJson(evidence);
  const composed = await composePdf({
    base: sampleLease(1),
    stamps: given.stamps ?? [],
    appendix: [certificatePage({ ...record, chainHead: given.printed ?? stated.chainHead }, new Map())],
    attachments: [
      { ...evidenceFile(record), bytes: Buffer.from(text) },
      ...(given.logProofs ?? []).map(logProofFile),
    ],
    info: { title: record.document.title },
  });
  const { key, at, reason = `Trail ${stated.chainHead}`, tokenBytes = 0, harm = (pdf) => pdf } = given;
  return sealPdf({ pdf: harm(composed), key, at, name: 'Countersign', reason, tokenBytes });
}
