import type { RecipientInput, RecipientView } from '#contract/documents/documents.ts';
import type { Field } from '#core/field/field.ts';
import type { FixedPerson } from '#core/template/roles.ts';

/** A recipient in the editor. A role of a template may have a fixed person. */
export type EditorRecipient = RecipientView & { person?: FixedPerson | null };
export type EditorRecipientInput = RecipientInput & { person?: FixedPerson | null };

/** A change of title or recipients with the previous state, which undoing saves again. */
export type Beside = { kind: 'title'; title: string } | OtherPeople;
type OtherPeople = { kind: 'recipients'; recipients: readonly EditorRecipient[] };

/** The draft before a step, or after it for redo. */
export type Moment = { fields: readonly Field[]; beside: Beside | null };

/** New ids by old id, because a removed recipient who is added again is a new one to the server. */
export type NewIds = ReadonlyMap<string, string>;

/** Returns a snapshot with the current ids of recipients. */
export function withNewIds(moment: Moment, ids: NewIds): Moment {
  if (ids.size === 0) return moment;
  const { beside } = moment;
  return {
    fields: moment.fields.map((field) => {
      const id = field.recipientId === null ? undefined : ids.get(field.recipientId);
      return id === undefined ? field : { ...field, recipientId: id };
    }),
    beside:
      beside?.kind === 'recipients'
        ? {
            ...beside,
            recipients: beside.recipients.map((one) => ({ ...one, id: ids.get(one.id) ?? one.id })),
          }
        : beside,
  };
}

/** Returns the recipients that got a new id. The server responds in the order of the request. */
export function newIds(sent: readonly RecipientView[], answered: readonly RecipientView[]): NewIds {
  const pairs = sent.map(({ id }, index) => [id, answered[index]?.id ?? id] as const);
  return new Map(pairs.filter(([before, after]) => before !== after));
}

/**
 * Returns the recipient input for undo. A person's access code cannot be read, so it survives only if the
 * person was not removed. A role has no delivery, and only records whether a code is required.
 */
export function toRecipientInput({
  id,
  email,
  name,
  sendEmail,
  phone,
  role,
  order,
  language,
  mailCode,
  passkey,
  message,
  files,
  accessCode,
  person,
}: EditorRecipient): EditorRecipientInput {
  const isRole = (sendEmail as boolean | undefined) === undefined;
  const more = isRole ? { accessCode, ...(person !== undefined && { person }) } : { sendEmail, phone };
  return { id, email, name, role, order, language, mailCode, passkey, message, files, ...more };
}
