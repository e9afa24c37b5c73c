import { isWritten, type Field } from '../field/field.ts';
import { firstPlaces, nameOf } from '../field/same-question.ts';
import { listed } from '../language/quoted.ts';
import { isBlank } from '../language/visible.ts';
import { refuse, type Refusal } from '../refusal.ts';

type Asked = Pick<Field, 'id' | 'type' | 'label' | 'required' | 'properties'> & { roleId?: string | null };

/** Returns one field per question for which the sender enters the value when using the template. */
export function senderFields<F extends Asked>(fields: readonly F[]): F[] {
  return firstPlaces(fields.filter(({ type, properties }) => properties?.askSender && isWritten(type)));
}

/** Returns the names of missing values. An optional value may be blank. */
export function missingSenderValues(fields: readonly Asked[]): string[] {
  return senderFields(fields)
    .filter(({ required, properties }) => {
      const value = properties?.value;
      return value === undefined || (required && isBlank(value));
    })
    .map((field) => nameOf(field) || field.id);
}

export function refuseMissingValues(names: readonly string[]): Refusal {
  const known = listed(names);
  return refuse('template-values-missing', `Send values for: ${known}.`, { known });
}

/** Returns the field without the request for a value, because the sender has entered it. */
export function withoutQuestion<F extends Pick<Field, 'properties'>>(field: F): F {
  if (!field.properties?.askSender) return field;
  const { askSender: _asked, ...properties } = field.properties;
  return { ...field, properties };
}
