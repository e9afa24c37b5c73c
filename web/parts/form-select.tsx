import { Controller, type Control, type FieldValues, type Path } from 'react-hook-form';
import { FormField, type FormFieldProps } from './form-field.tsx';
import { Select } from './select.tsx';

type Props<Form extends FieldValues> = Omit<FormFieldProps, 'children'> & {
  control: Control<Form>;
  name: Path<Form>;
  options: readonly { value: string; text: string }[];
};

/** One of several values, as a field of a form that react-hook-form keeps. */
export function FormSelect<Form extends FieldValues>({ control, name, options, ...around }: Props<Form>) {
  return (
    <FormField {...around}>
      {({ id }) => (
        <Controller
          control={control}
          name={name}
          render={({ field }) => (
            <Select<string> id={id} value={field.value} onChange={field.onChange} options={options} />
          )}
        />
      )}
    </FormField>
  );
}
