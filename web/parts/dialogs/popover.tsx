import { Slot } from 'radix-ui';
import { useRef, type ReactNode } from 'react';
import { useWasTrue } from '../use-ever-true.ts';
import { popup } from '../popup.ts';

const panel = popup(async () => (await import('./open-popover.tsx')).default);

type Props = {
  /** The button that opens the panel. It needs an accessible name. */
  trigger: ReactNode;
  /** Accessible name */
  title: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
};

/** A panel that opens from `trigger`. The focus moves into it, and returns when it closes. */
export function Popover({ trigger, title, open, onOpenChange, children }: Props) {
  const button = useRef<HTMLElement>(null);
  const wasOpen = useWasTrue(open);
  const press = () => {
    onOpenChange(!open);
    if (!open) panel.open(() => onOpenChange(false));
  };
  return (
    <>
      <Slot.Root
        ref={button}
        aria-haspopup="dialog"
        aria-expanded={open}
        data-state={open ? 'open' : 'closed'}
        onPointerEnter={panel.preload}
        onFocus={panel.preload}
        onClick={press}
      >
        {trigger}
      </Slot.Root>
      {wasOpen ? (
        <panel.Panel button={button} title={title} open={open} onOpenChange={onOpenChange}>
          {children}
        </panel.Panel>
      ) : null}
    </>
  );
}
