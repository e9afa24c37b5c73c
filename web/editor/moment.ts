import type { RecipientInput, RecipientView } from '#contract/documents.ts';
import type { Field } from '#core/field/field.ts';

/** Changes of a step beside the fields, as they stood: undoing saves them again. */
export type Beside = { kind: 'title'; title: string } | OtherPeople;
type OtherPeople = { kind: 'recipients'; recipients: readonly RecipientView[] };

/** How a draft stood before one step, or, among the steps to be redone, after it. */
export type Moment = { fields: readonly Field[]; beside: Beside | null };

/** New ids by old: who is removed and comes back is somebody new to the server. */
export type NewIds = ReadonlyMap<string, string>;

/** A moment with the ids that people have by now. */
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

/** Who came back under another id. The server answers in the order in which it was asked. */
export function newIds(asked: readonly RecipientView[], answered: readonly RecipientView[]): NewIds {
  const pairs = asked.map(({ id }, index) => [id, answered[index]?.id ?? id] as const);
  return new Map(pairs.filter(([before, after]) => before !== after));
}

/**
 * A recipient as they were. The code of a person is not known here, and remains only while they do. A role has no address,
 * and holds only whether a code is asked for.
 */
export function asTheyWere({
  id,
  email,
  name,
  role,
  order,
  language,
  mailCode,
  passkey,
  message,
  accessCode,
}: RecipientView): RecipientInput {
  const code = email === '' ? { accessCode } : {};
  return { id, email, name, role, order, language, mailCode, passkey, message, ...code };
}
