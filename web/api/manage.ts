import { mutationOptions } from '@tanstack/react-query';
import { addressOf } from '#contract/address.ts';
import { documentPaths, keepingPaths, sendingPaths } from '#contract/paths.ts';
import { change } from './call.ts';
import { forgetDocuments } from './documents.ts';

type OfDocument = { id: string };
type OfRecipient = OfDocument & { recipientId: string };

export const remind = mutationOptions({
  mutationFn: ({ id, recipientIds }: OfDocument & { recipientIds?: string[] }) =>
    change(sendingPaths.remindRecipients, { params: { id }, body: recipientIds ? { recipientIds } : {} }),
  onSuccess: () => forgetDocuments(),
});

export const extendExpiry = mutationOptions({
  mutationFn: ({ id, days }: OfDocument & { days: number }) =>
    change(sendingPaths.extendExpiry, { params: { id }, body: { days } }),
  onSuccess: () => forgetDocuments(),
});

export const holdDocument = mutationOptions({
  mutationFn: ({ id, reason }: OfDocument & { reason: string }) =>
    change(keepingPaths.holdDocument, { params: { id }, body: { reason } }),
  onSuccess: () => forgetDocuments(),
});

export const liftHold = mutationOptions({
  mutationFn: (id: string) => change(keepingPaths.liftHold, { params: { id } }),
  onSuccess: () => forgetDocuments(),
});

export const erasePerson = mutationOptions({
  mutationFn: ({ reason, ...params }: OfRecipient & { reason: string }) =>
    change(keepingPaths.erasePerson, { params, body: { reason } }),
  onSuccess: () => forgetDocuments(),
});

export const retrySeal = mutationOptions({
  mutationFn: (id: string) => change(sendingPaths.retrySeal, { params: { id } }),
  onSuccess: () => forgetDocuments(),
});

export const correctRecipient = mutationOptions({
  mutationFn: ({ name, email, ...params }: OfRecipient & { name: string; email: string }) =>
    change(sendingPaths.correctRecipient, { params, body: { name, email } }),
  onSuccess: () => forgetDocuments(),
});

export const resendMail = mutationOptions({
  mutationFn: (params: OfRecipient) => change(sendingPaths.resendMail, { params }),
  onSuccess: () => forgetDocuments(),
});

export const changeAccessCode = mutationOptions({
  mutationFn: ({ accessCode, ...params }: OfRecipient & { accessCode: string | null }) =>
    change(sendingPaths.changeAccessCode, { params, body: { accessCode } }),
  onSuccess: () => forgetDocuments(),
});

/** Leads to the ceremony of one recipient on this device: of somebody who is there, or one's own. */
export function signHere({
  way,
  ...params
}: OfRecipient & { way: 'hand-over' | 'sign-myself' }): Promise<{ url: string }> {
  return change(way === 'hand-over' ? sendingPaths.handOver : sendingPaths.signMyself, { params });
}

export const openHere = mutationOptions({ mutationFn: signHere });

export function recordUrl(id: string): string {
  return addressOf(documentPaths.readCertificate, { params: { id } });
}

export function bundleUrl(id: string): string {
  return addressOf(documentPaths.readBundle, { params: { id } });
}

export function evidenceUrl(id: string): string {
  return addressOf(documentPaths.readEvidence, { params: { id } });
}
