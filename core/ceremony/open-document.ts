import type { AllowedMarks, MarkKind } from './mark-kind.ts';
import type { PasskeyState } from './passkey.ts';
import type { FieldInput, Filling } from '../field/fill.ts';
import type { Field } from '../field/field.ts';
import type { Recipient } from '../recipient/recipient.ts';
import type { SigningOrder } from '../recipient/turn.ts';
import type { DocumentState } from '../document/lifecycle.ts';

/** A sent document, as needed to decide an action of one recipient. `expiresAt` is in ms UTC. */
export type OpenDocument = {
  status: DocumentState;
  signingOrder: SigningOrder;
  expiresAt: number | null;
  /** True if the sender allows recipients to delegate. */
  delegationAllowed: boolean;
  signatureKinds: AllowedMarks;
  recipients: readonly Recipient[];
  fields: readonly Field[];
};

export type Act = {
  /** True if the file was delivered through the current signing link and the recipient opened it. */
  shown: boolean;
  consent: boolean;
  hasSignature: boolean;
  hasInitials: boolean;
  /** Kinds of the signature and the initials that the recipient gave. */
  markKinds: readonly MarkKind[];
  values: readonly FieldInput[];
  /** Which passkey confirmation the sender requires and whether it was given; absent if none was requested. */
  passkey?: PasskeyState;
  /**
   * The day (`YYYY-MM-DD`) that the page showed in date fields; undefined for API clients, which have no page.
   */
  signingDay?: string | undefined;
  /** Files that the recipient uploaded for attachment fields. */
  attached?: Filling['attached'];
  /** The document's print formats. */
  formats?: Filling['formats'];
  earlier?: Filling['earlier'];
  fromPage?: Filling['fromPage'];
};
