import { useId, type ComponentProps, type ReactNode } from 'react';
import { classNames } from '../class-names.ts';

export const inputStyle =
  'h-9 w-full min-w-0 rounded-md border border-line-strong bg-surface px-3 text-sm text-text pointer-coarse:h-11 focus-visible:outline-offset-0 aria-invalid:border-danger disabled:bg-sunken disabled:text-muted';

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  // Firefox and WebKit show the parts of an empty date like a date.
  const isEmptyDate = rest.type === 'date' && rest.value === '';
  return <input className={classNames(inputStyle, isEmptyDate && 'text-muted', className)} {...rest} />;
}

export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea className={classNames(inputStyle, 'h-auto min-h-20 py-2', className)} {...rest} />;
}

export type FormFieldProps = {
  label: string;
  /** Shown below the control, and read by screen readers with it. */
  hint?: ReactNode;
  error?: string | undefined;
  className?: string;
  children: (control: { id: string; 'aria-invalid'?: true; 'aria-describedby'?: string }) => ReactNode;
};

/** A label with its control, hint and error, associated for screen readers. */
export function FormField({ label, hint, error, className, children }: FormFieldProps) {
  const id = useId();
  const described = error || hint ? `${id}-about` : undefined;
  return (
    <div className={classNames('flex flex-col gap-1.5', className)}>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children({
        id,
        ...(error ? { 'aria-invalid': true as const } : {}),
        ...(described ? { 'aria-describedby': described } : {}),
      })}
      {described ? (
        <p id={described} className={classNames('text-xs', error ? 'text-danger' : 'text-muted')}>
          {error ?? hint}
        </p>
      ) : null}
    </div>
  );
}

type Around = Pick<FormFieldProps, 'label' | 'hint' | 'error'>;

/** A single-line input with its label, hint and error. */
export function InputField({ label, hint, error, ...input }: Around & ComponentProps<'input'>) {
  return (
    <FormField label={label} hint={hint} error={error}>
      {(control) => <Input {...control} {...input} />}
    </FormField>
  );
}

export function TextAreaField({ label, hint, error, ...input }: Around & ComponentProps<'textarea'>) {
  return (
    <FormField label={label} hint={hint} error={error}>
      {(control) => <TextArea {...control} {...input} />}
    </FormField>
  );
}
