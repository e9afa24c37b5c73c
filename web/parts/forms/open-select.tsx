import { Check } from 'lucide-react';
import { Select as Radix } from 'radix-ui';
import { Anchor } from '../anchor.tsx';

export type PanelProps = {
  button: { current: HTMLElement | null };
  value: string;
  options: readonly { value: string; text: string }[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onChange: (value: string) => void;
};

/** The list of a select, which is loaded when the button of a select is reached. */
export default function OpenSelect({ button, value, options, open, onOpenChange, onChange }: PanelProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange} value={value} onValueChange={onChange}>
      <Radix.Trigger asChild>
        <Anchor for={button} />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={4}
          className="z-50 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) enter-fade overflow-hidden rounded-md border border-line bg-surface text-sm text-text shadow-lift"
        >
          <Radix.Viewport className="p-1">
            {options.map((option) => (
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
