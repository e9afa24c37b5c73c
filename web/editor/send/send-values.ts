import type { PointerEvent } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { MarkKind } from '#core/ceremony/mark-kind.ts';
import type { PasskeyRule } from '#core/ceremony/passkey.ts';
import type { DocumentFormats } from '#core/formats/formats.ts';
import type { Language } from '#core/language/language.ts';
import type { RecipientRole } from '#core/recipient/recipient.ts';
import type { SigningOrder } from '#core/recipient/turn.ts';

/** `recipientId` is empty for a recipient who is not saved yet. */
export type SendRow = {
  recipientId: string;
  email: string;
  name: string;
  /** False if the sender delivers the link. */
  sendEmail: boolean;
  phone: string;
  role: RecipientRole;
  order: number;
  language: Language;
  /** Empty means unchanged. */
  accessCode: string;
  /** The document is a copy and needs a new code, unless it is sent without one. */
  codeNeeded: boolean;
  withoutCode: boolean;
  mailCode: boolean;
  passkey: PasskeyRule;
  /** Message for this recipient only. */
  message: string;
  /** The files that someone who receives a copy gets; null for all. */
  files: string[] | null;
};
export type SendForm = {
  recipients: SendRow[];
  subject: string;
  message: string;
  days: number;
  signingOrder: SigningOrder;
  remind: boolean;
  everyDays: number;
  most: number;
  allowDelegation: boolean;
  /** Empty for none. */
  returnUrl: string;
  /** Null: the account's choice. */
  signatureKinds: MarkKind[] | null;
  separateFiles: boolean;
  separateCertificate: boolean;
  formats: DocumentFormats;
};

/** The values of a row in the dialog, and the inputs that expand below it. */
export type RowProps = {
  form: UseFormReturn<SendForm>;
  index: number;
  /** Index in the editor's list, which determines the color. */
  color: number;
  /** Differs from the editor: a new row, or a name or address edited here. */
  isChanged: boolean;
  sequential: boolean;
  last: boolean;
  /** True while it is being dragged. */
  held: boolean;
  /** True if it duplicates an earlier row in the same role. */
  isTwin: boolean;
  onMerge: () => void;
  onGrip: (event: PointerEvent<HTMLElement>) => void;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
};
