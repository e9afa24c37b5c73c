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
  /** False if the sender delivers the signing link. */
  sendEmail: boolean;
  phone: string;
  role: RecipientRole;
  order: number;
  language: Language;
  /** Empty if the access code does not change. */
  accessCode: string;
  /**
   * True if the document is a copy and this recipient needs a new code. The sender can choose to send it
   * without one.
   */
  codeNeeded: boolean;
  withoutCode: boolean;
  mailCode: boolean;
  passkey: PasskeyRule;
  /** Message for this recipient only. */
  message: string;
  /** The files for a recipient of a copy; null for all. */
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
  /** Empty for none */
  returnUrl: string;
  /** Null for the account's setting */
  signatureKinds: MarkKind[] | null;
  separateFiles: boolean;
  separateCertificate: boolean;
  formats: DocumentFormats;
};

/** The values of a row in the dialog, and of the inputs below it. */
export type RowProps = {
  form: UseFormReturn<SendForm>;
  index: number;
  /** Index in the editor's list, which determines the color */
  color: number;
  /** True for a new row, or one whose name or address was edited here. */
  isChanged: boolean;
  sequential: boolean;
  last: boolean;
  /** True while the row is being dragged. */
  held: boolean;
  /** True if the row duplicates an earlier row with the same role. */
  isTwin: boolean;
  onMerge: () => void;
  onGrip: (event: PointerEvent<HTMLElement>) => void;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
};
