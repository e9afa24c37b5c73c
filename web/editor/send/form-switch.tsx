import { Controller, type UseFormReturn } from 'react-hook-form';
import type { SendForm } from './send-values.ts';
import { SwitchLine } from '../../parts/forms/switch-line.tsx';

type Props = {
  form: UseFormReturn<SendForm>;
  name:
    | 'remind'
    | 'allowDelegation'
    | 'separateFiles'
    | 'separateCertificate'
    | `recipients.${number}.${'mailCode' | 'withoutCode'}`;
  label: string;
};

/** A switch in the send form. */
export function FormSwitch({ form, name, label }: Props) {
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field }) => (
        <SwitchLine label={label} checked={field.value === true} onChange={field.onChange} />
      )}
    />
  );
}
