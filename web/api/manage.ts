import { mutationOptions } from '@tanstack/react-query';
import { addressOf } from '#contract/address.ts';
import { documentPaths, retentionPaths, sendingPaths } from '#contract/paths.ts';
import { change, ofId, mutationTo, uncachedQueryFor } from './transport/call.ts';
import { invalidateDocuments } from './documents.ts';

type OfDocument = { id: string };
type OfRecipient = OfDocument & { recipientId: string };

export const remind = mutationTo(
  sendingPaths.remindRecipients,
  ({ id, recipientIds }: OfDocument & { recipientIds?: string[] }) => ({
    params: { id },
    body: recipientIds ? { recipientIds } : {},
  }),
  invalidateDocuments,
);

export const extendExpiry = mutationTo(
  sendingPaths.extendExpiry,
  ({ id, days }: OfDocument & { days: number }) => ({ params: { id }, body: { days } }),
  invalidateDocuments,
);

/** Replaces the external ID and all metadata. */
export const changeReference = mutationTo(
  documentPaths.changeDraft,
  ({ id, ...body }: OfDocument & { externalId: string | null; metadata: Record<string, string> }) => ({
    params: { id },
    body,
  }),
  invalidateDocuments,
);

export const holdDocument = mutationTo(
  retentionPaths.holdDocument,
  ({ id, reason }: OfDocument & { reason: string }) => ({ params: { id }, body: { reason } }),
  invalidateDocuments,
);

export const liftHold = mutationTo(retentionPaths.liftHold, ofId, invalidateDocuments);

export const erasePerson = mutationTo(
  retentionPaths.erasePerson,
  ({ reason, ...params }: OfRecipient & { reason: string }) => ({ params, body: { reason } }),
  invalidateDocuments,
);

export const retrySeal = mutationTo(sendingPaths.retrySeal, ofId, invalidateDocuments);

export const correctRecipient = mutationTo(
  sendingPaths.correctRecipient,
  ({ name, email, phone, ...params }: OfRecipient & { name: string; email: string; phone?: string }) => ({
    params,
    body: { name, email, ...(phone !== undefined && { phone }) },
  }),
  invalidateDocuments,
);

export const resendMail = mutationTo(
  sendingPaths.resendMail,
  (params: OfRecipient) => ({ params }),
  invalidateDocuments,
);

/**
 * The delivery state of the final copies of a completed document. It is not cached, because another tab may
 * have sent the copies again.
 */
export const copiesQuery = (id: string) =>
  uncachedQueryFor(['api', 'documents', id, 'copies'], sendingPaths.listCopies, { params: { id } });

export const resendCopies = mutationTo(
  sendingPaths.resendCopies,
  ({ id, recipientIds }: OfDocument & { recipientIds?: string[] }) => ({
    params: { id },
    body: recipientIds ? { recipientIds } : {},
  }),
  invalidateDocuments,
);

export const deliverLink = mutationTo(
  sendingPaths.deliverLink,
  (params: OfRecipient) => ({ params }),
  invalidateDocuments,
);

export const changeAccessCode = mutationTo(
  sendingPaths.changeAccessCode,
  ({ accessCode, ...params }: OfRecipient & { accessCode: string | null }) => ({
    params,
    body: { accessCode },
  }),
  invalidateDocuments,
);

/**
 * Opens the signing page of a recipient on this device, either for a person who is present or for the sender.
 */
export function openSigningOnDevice({
  way,
  ...params
}: OfRecipient & { way: 'hand-over' | 'sign-myself' }): Promise<{ url: string }> {
  return change(way === 'hand-over' ? sendingPaths.handOver : sendingPaths.signMyself, { params });
}

export const openOnDevice = mutationOptions({ mutationFn: openSigningOnDevice });

export const recordUrl = (id: string): string => addressOf(documentPaths.readCertificate, ofId(id));
export const bundleUrl = (id: string): string => addressOf(documentPaths.readBundle, ofId(id));
export const evidenceUrl = (id: string): string => addressOf(documentPaths.readEvidence, ofId(id));
