import { signaturesBefore } from '#core/document/file-note.ts';
import { countersignPdf } from '#pdf/countersign/countersign-pdf.ts';
import type { ToSeal } from '#pdf/sign/seal-pdf.ts';
import type { Composition } from '#pdf/stamp/composition.ts';
import type { Earlier } from '#pdf/verify/countersigned/describe-earlier.ts';
import type { PdfEngine } from '../../ports/pdf-engine.ts';
import type { TimestampAuthorities } from '../../ports/timestamps.ts';
import { BrokenTrail, type SigningRecord } from '../record/signing-record.ts';
import { SealRejected } from './seal-rejected.ts';

type Countersigning = Pick<ToSeal, 'key' | 'at' | 'name'> & {
  uploaded: Uint8Array;
  composition: Composition;
  record: SigningRecord;
  /** The sealed record of signing. */
  sealed: { bytes: Uint8Array };
};

/**
 * Appends the stamps and the seal to the uploaded file, which others have signed (decision 0049), and
 * verifies the result: as a third party would, and by comparing its pages with the record.
 *
 * @throws SealRejected
 */
export async function countersign(
  { pdf, timestamps }: { pdf: PdfEngine; timestamps: TimestampAuthorities | undefined },
  { key, at, name, uploaded, composition, record, sealed }: Countersigning,
): Promise<Uint8Array> {
  const { accountId, id, pages } = record.document;
  const stamper = timestamps && {
    tokenBytes: timestamps.maxTokenLength(),
    stamp: (bytes: Uint8Array) => timestamps.stamp(bytes, { hurry: true }),
  };
  const reason = `Sealed after all recipients signed. Document ${id}. Trail ${record.chainHead}`;
  const bytes = await countersignPdf(
    {
      ...{ uploaded, stamps: composition.stamps, record: sealed.bytes, at, name, reason, key },
      ...(stamper && { timestamps: stamper }),
    },
    (request) => pdf.appendMark(request, accountId),
  );
  const roots = key.chain.slice(-1);
  const report = await pdf.judge(
    { pdf: bytes, roots, timestampRoots: timestamps?.roots ?? [], now: at },
    accountId,
  );
  if (report?.verdict !== 'genuine' || report.earlier === undefined)
    throw new SealRejected(`The countersigned file was not verified: ${report?.verdict ?? 'too complex'}`);
  // The note on the file, which everyone was shown and the certificate prints.
  const shown = signaturesBefore(record.document);
  const isShown = ({ signer }: Earlier, at: number): boolean =>
    shown[at]?.startsWith([...signer].slice(0, 80).join('')) ?? false;
  if (shown.length !== report.earlier.length || !report.earlier.every(isShown))
    throw new BrokenTrail('The signatures of the uploaded file differ from those that everyone was shown.');
  const wrong = await pdf.inspectCountersigned({ pdf: bytes, composition, pages }, accountId);
  if (wrong) throw new SealRejected(wrong.sentence);
  return bytes;
}
