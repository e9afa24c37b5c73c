import type { PasskeyRule } from '#core/ceremony/passkey.ts';
import type { Language } from '#core/language/language.ts';
import type { RecipientRole } from '#core/recipient/recipient.ts';
import type { SigningOrder } from '#core/recipient/turn.ts';

/** `recipientId` is empty for somebody who is not saved yet. */
export type SendRow = {
  recipientId: string;
  email: string;
  name: string;
  role: RecipientRole;
  order: number;
  language: Language;
  /** Empty: as it was. */
  accessCode: string;
  mailCode: boolean;
  passkey: PasskeyRule;
  /** For this recipient alone. */
  message: string;
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
};
