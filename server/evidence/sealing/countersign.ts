import { signaturesBefore } from '#core/document/file-note.ts';
import { countersignPdf } from '#pdf/countersign/countersign-pdf.ts';
import type { ToSeal } from '#pdf/sign/seal-pdf.ts';
import type { Composition } from '#pdf/stamp/composition.ts';
import type { Earlier } from '#pdf/verify/countersigned/describe-earlier.ts';
import type { PdfEngine } from '../../ports/pdf-engine.ts';
import type { TimestampAuthorities } from '../../ports/timestamps.ts';
import { BrokenTrail, type SigningRecord } from '../record/signing-record.ts';
import { SealRejected } from './seal-rejected.ts';

type Countersigning = Pick<ToSeal, 'key' | 'at' | 'name' | 'reason'> & {
  uploaded: Uint8Array;
  composition: Composition;
  record: SigningRecord;
  /** The sealed signing record, which becomes part of the file. */
  sealed: { bytes: Uint8Array };
};

/** `timestampedAt` (ms UTC) is the time of the whole file's seal as confirmed by a timestamp authority. */
type Countersigned = { bytes: Uint8Array; timestampedAt: number | undefined };

/**
 * Appends the stamps and the seal to an uploaded file that others have signed (decision 0049). Verifies the
 * result as a third party would, and compares its pages with the record. An invalid timestamp is dropped and
 * never prevents the seal.
 * @throws SealRejected
 */
export async function countersign(
  { pdf, timestamps }: { pdf: PdfEngine; timestamps: TimestampAuthorities | undefined },
  given: Countersigning,
): Promise<Countersigned> {
  const { key, at, name, reason, uploaded, composition, record, sealed } = given;
  const { accountId, pages } = record.document;
  const stamper = timestamps && {
    tokenBytes: timestamps.maxTokenLength(),
    stamp: (bytes: Uint8Array) => timestamps.stamp(bytes, { hurry: true }),
  };
  const bytes = await countersignPdf(
    {
      ...{ uploaded, stamps: composition.stamps, record: sealed.bytes, at, name, reason, key },
      ...(stamper && { timestamps: stamper }),
    },
    (request) => pdf.appendMarks(request, accountId),
  );
  const trust = { roots: key.chain.slice(-1), timestampRoots: timestamps?.roots ?? [], now: at };
  const { report, wrong } = await pdf.checkCountersigned(
    { pdf: bytes, composition, pages, trust },
    accountId,
  );
  if (report.verdict !== 'genuine' || report.earlier === undefined) {
    if (timestamps) return countersign({ pdf, timestamps: undefined }, given);
    throw new SealRejected(`The countersigned file was not verified: ${report.verdict}`);
  }
  // The note that everyone was shown and that the certificate prints.
  const shown = signaturesBefore(record.document);
  const isShown = ({ signer, intact }: Earlier, index: number): boolean =>
    intact !== false && (shown[index]?.startsWith([...signer].slice(0, 80).join('')) ?? false);
  if (shown.length !== report.earlier.length || !report.earlier.every(isShown))
    throw new BrokenTrail('The signatures of the uploaded file differ from those that everyone was shown.');
  if (wrong) throw new SealRejected(wrong.sentence);
  const timestampedAt = report.seal?.timestamps.find(({ trusted }) => trusted)?.at;
  return { bytes, timestampedAt };
}
