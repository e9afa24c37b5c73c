import type { ComponentProps } from 'react';
import { FormField, type FormFieldProps } from './form-field.tsx';
import { Select } from './select.tsx';

type Props<Value extends string> = Omit<FormFieldProps, 'children'> &
  Omit<ComponentProps<typeof Select<Value>>, 'id' | 'aria-label' | 'className'>;

/** A select with its label and hint. */
export function SelectField<Value extends string>({ label, hint, className, ...select }: Props<Value>) {
  return (
    <FormField label={label} hint={hint} {...(className && { className })}>
      {({ id }) => <Select id={id} {...select} />}
    </FormField>
  );
}
