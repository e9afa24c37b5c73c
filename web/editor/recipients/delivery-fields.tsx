import {
  Controller,
  type Control,
  type FieldValues,
  type Path,
  type UseFormRegisterReturn,
} from 'react-hook-form';
import { useDeferredTexts } from '../../api/later-words.ts';
import { InputField } from '../../parts/forms/form-field.tsx';
import { SelectField } from '../../parts/forms/select-field.tsx';

type Props<Form extends FieldValues> = {
  control: Control<Form>;
  /** The form value `sendEmail` of the recipient. */
  name: Path<Form>;
  isDelivered: boolean;
  phone: UseFormRegisterReturn;
  phoneError?: string | undefined;
};

/**
 * How a recipient gets their signing link. If the sender delivers it, the sender can also note a phone
 * number.
 */
export function DeliveryFields<Form extends FieldValues>(props: Props<Form>) {
  const say = useDeferredTexts('delivery');
  if (!say) return null;
  return (
    <>
      <Controller
        control={props.control}
        name={props.name}
        render={({ field: { value, onChange } }) => (
          <SelectField
            label={say('link.delivery')}
            value={value === false ? 'link' : 'email'}
            options={[
              { value: 'email', text: say('link.byEmail') },
              { value: 'link', text: say('link.bySender') },
            ]}
            {...(props.isDelivered && { hint: say('link.bySenderHint') })}
            onChange={(way) => onChange(way === 'email')}
          />
        )}
      />
      {props.isDelivered ? (
        <InputField
          label={say('link.phone')}
          hint={say('link.phoneHint')}
          error={props.phoneError}
          type="tel"
          autoComplete="off"
          maxLength={40}
          {...props.phone}
        />
      ) : null}
    </>
  );
}

/** The characters of a phone number that the server accepts. */
export const phonePattern = /^[+\d ()./-]*$/;
