import type { PasskeyState } from './passkey.ts';
import type { FieldInput, Filling } from '../field/fill.ts';
import type { Field } from '../field/field.ts';
import type { Recipient } from '../recipient/recipient.ts';
import type { SigningOrder } from '../recipient/turn.ts';
import type { DocumentState } from '../document/lifecycle.ts';

/** A sent document as one recipient's act meets it. `expiresAt` is ms UTC. */
export type OpenDocument = {
  status: DocumentState;
  signingOrder: SigningOrder;
  expiresAt: number | null;
  /** Whether recipients may pass their part on to somebody else; the sender says so. */
  delegationAllowed: boolean;
  recipients: readonly Recipient[];
  fields: readonly Field[];
};

export type Act = {
  /** Whether the file went out to the link that is used, and the recipient opened it. */
  shown: boolean;
  consent: boolean;
  hasSignature: boolean;
  hasInitials: boolean;
  values: readonly FieldInput[];
  /** The passkey that the sender asks of them, and whether they gave it; absent: not asked for. */
  passkey?: PasskeyState;
  /** The day (`YYYY-MM-DD`) that the page showed in date fields; undefined for programs, which show no page. */
  signingDay?: string | undefined;
  /** Files that were handed in for attachment fields. */
  attached?: Filling['attached'];
  /** How the document prints its values. */
  formats?: Filling['formats'];
};
