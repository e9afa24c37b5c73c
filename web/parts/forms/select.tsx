import { Check, ChevronDown } from 'lucide-react';
import { Select as Radix } from 'radix-ui';
import { useState } from 'react';
import { classNames } from '../class-names.ts';
import { inputStyle } from './form-field.tsx';

type Option<Value extends string> = { value: Value; text: string };

type Props<Value extends string> = {
  value: Value;
  /** Long lists are passed as a function that is called when the select opens; `shown` is required then. */
  options: readonly Option<Value>[] | (() => readonly Option<Value>[]);
  /** The text of the value. */
  shown?: string;
  onChange: (value: Value) => void;
  'aria-label'?: string;
  id?: string;
  className?: string;
  disabled?: boolean;
};

export function Select<Value extends string>({
  value,
  options,
  shown,
  onChange,
  className,
  id,
  ...rest
}: Props<Value>) {
  const [open, setOpen] = useState(false);
  const atHand = typeof options === 'function' ? [] : options;
  const items = open && typeof options === 'function' ? options() : atHand;
  return (
    <Radix.Root
      open={open}
      onOpenChange={setOpen}
      value={value}
      onValueChange={(next) => onChange(next as Value)}
      {...(rest.disabled ? { disabled: true } : {})}
    >
      <Radix.Trigger
        {...(id ? { id } : {})}
        aria-label={rest['aria-label']}
        // Grows with a text of several lines, such as a date and time on a phone.
        className={classNames(
          inputStyle,
          'inline-flex h-auto min-h-9 items-center justify-between gap-2 py-1 text-start pointer-coarse:h-auto pointer-coarse:min-h-11',
          className,
        )}
      >
        <Radix.Value>{shown}</Radix.Value>
        <Radix.Icon>
          <ChevronDown aria-hidden="true" className="size-4 text-muted" />
        </Radix.Icon>
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={4}
          className="z-50 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) enter-fade overflow-hidden rounded-md border border-line bg-surface text-sm text-text shadow-lift"
        >
          <Radix.Viewport className="p-1">
            {items.map((option) => (
              <Radix.Item
                key={option.value}
                value={option.value}
                className="flex min-h-8 items-center justify-between gap-6 rounded-sm px-2.5 outline-none data-highlighted:bg-sunken pointer-coarse:min-h-11"
              >
                <Radix.ItemText>{option.text}</Radix.ItemText>
                <Radix.ItemIndicator>
                  <Check aria-hidden="true" className="size-4 text-ink" />
                </Radix.ItemIndicator>
              </Radix.Item>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
