import { mutationOptions } from '@tanstack/react-query';
import type { DocumentDetail } from '#contract/documents.ts';
import { forgetDocuments } from './documents.ts';
import { change } from './request.ts';

type OfDocument = { id: string };
type OfRecipient = OfDocument & { recipientId: string };

const documentPath = (id: string): string => `/api/documents/${encodeURIComponent(id)}`;
const recipientPath = ({ id, recipientId }: OfRecipient): string =>
  `${documentPath(id)}/recipients/${encodeURIComponent(recipientId)}`;

export const remind = mutationOptions({
  mutationFn: ({ id, recipientIds }: OfDocument & { recipientIds?: string[] }) =>
    change<DocumentDetail>('POST', `${documentPath(id)}/remind`, recipientIds ? { recipientIds } : {}),
  onSuccess: () => forgetDocuments(),
});

export const extendExpiry = mutationOptions({
  mutationFn: ({ id, days }: OfDocument & { days: number }) =>
    change<DocumentDetail>('POST', `${documentPath(id)}/extend`, { days }),
  onSuccess: () => forgetDocuments(),
});

export const retrySeal = mutationOptions({
  mutationFn: (id: string) => change<void>('POST', `${documentPath(id)}/seal`),
  onSuccess: () => forgetDocuments(),
});

export const correctRecipient = mutationOptions({
  mutationFn: ({ name, email, ...of }: OfRecipient & { name: string; email: string }) =>
    change<DocumentDetail>('POST', `${recipientPath(of)}/correct`, { name, email }),
  onSuccess: () => forgetDocuments(),
});

export const resendMail = mutationOptions({
  mutationFn: (of: OfRecipient) => change<DocumentDetail>('POST', `${recipientPath(of)}/resend`),
  onSuccess: () => forgetDocuments(),
});

export const changeAccessCode = mutationOptions({
  mutationFn: ({ accessCode, ...of }: OfRecipient & { accessCode: string | null }) =>
    change<DocumentDetail>('POST', `${recipientPath(of)}/access-code`, { accessCode }),
  onSuccess: () => forgetDocuments(),
});

/** Leads to the ceremony of one recipient on this device: of somebody who is there, or one's own. */
export function signHere({
  way,
  ...of
}: OfRecipient & { way: 'hand-over' | 'sign-myself' }): Promise<{ url: string }> {
  return change('POST', `${recipientPath(of)}/${way}`);
}

export const openHere = mutationOptions({ mutationFn: signHere });

export function evidenceUrl(id: string): string {
  return `${documentPath(id)}/evidence`;
}
