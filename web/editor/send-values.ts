import type { PointerEvent } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { PasskeyRule } from '#core/ceremony/passkey.ts';
import type { DocumentFormats } from '#core/formats/formats.ts';
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
  /** Its copy asks for a new code, unless it is sent without one. */
  codeNeeded: boolean;
  withoutCode: boolean;
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
  formats: DocumentFormats;
};

/** The values of a row of the dialog, and the fields that open below it. */
export type RowProps = {
  form: UseFormReturn<SendForm>;
  index: number;
  /** The place in the editor's list, which is where the colour comes from. */
  colour: number;
  /** Not yet as the editor has them: new, or with a name or address that was typed here. */
  isChanged: boolean;
  sequential: boolean;
  last: boolean;
  /** It is being dragged. */
  held: boolean;
  /** Stands here already, in the same role. */
  isTwin: boolean;
  onMerge: () => void;
  onGrip: (event: PointerEvent<HTMLElement>) => void;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
};
