import { Switch as Radix } from 'radix-ui';

type Props = {
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  id?: string;
  'aria-label'?: string;
  'aria-describedby'?: string;
};

/**
 * A switch with immediate effect, for values that are saved when it is toggled. The position of the knob
 * shows the state, not only its color.
 */
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
