import { Switch as Radix } from 'radix-ui';

type Props = {
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  id?: string;
  'aria-label'?: string;
  'aria-describedby'?: string;
};

/** On or off, at once: for what is kept as soon as it is moved. The knob and its place say it, not only colour. */
export function Switch({ checked, onChange, ...rest }: Props) {
  return (
    <Radix.Root
      checked={checked}
      onCheckedChange={onChange}
      {...rest}
      className="finger inline-flex h-6 w-10 shrink-0 items-center rounded-full border border-muted bg-surface p-0.5 transition-colors duration-120 data-[state=checked]:border-ink data-[state=checked]:bg-ink disabled:opacity-50"
    >
      <Radix.Thumb className="block size-4 rounded-full bg-muted transition-transform duration-120 data-[state=checked]:translate-x-4 data-[state=checked]:bg-on-ink rtl:data-[state=checked]:-translate-x-4" />
    </Radix.Root>
  );
}
