import { Controller, type Control, type FieldValues, type Path } from 'react-hook-form';
import type { FormFieldProps } from './form-field.tsx';
import { SelectField } from './select-field.tsx';

type Props<Form extends FieldValues> = Omit<FormFieldProps, 'children'> & {
  control: Control<Form>;
  name: Path<Form>;
  options: readonly { value: string; text: string }[];
};

/** A select as a field of a react-hook-form form. */
export function FormSelect<Form extends FieldValues>({ control, name, options, ...around }: Props<Form>) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange } }) => (
        <SelectField<string> {...around} value={value} onChange={onChange} options={options} />
      )}
    />
  );
}
