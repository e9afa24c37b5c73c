import { Switch } from 'radix-ui';
import { useId } from 'react';

type Props = { label: string; checked: boolean; onChange: (on: boolean) => void };

/** A switch and its label on one line. */
export function SwitchLine({ label, checked, onChange }: Props) {
  const id = useId();
  return (
    <div className="flex items-center justify-between gap-4">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <Switch.Root
        id={id}
        checked={checked}
        onCheckedChange={onChange}
        className="finger flex h-5 w-9 shrink-0 items-center rounded-full bg-line-strong p-0.5 transition-colors data-[state=checked]:bg-ink"
      >
        <Switch.Thumb className="size-4 rounded-full bg-white transition-transform duration-100 data-[state=checked]:translate-x-4 rtl:data-[state=checked]:-translate-x-4" />
      </Switch.Root>
    </div>
  );
}
