import { Popover as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { Anchor } from '../anchor.tsx';

type Props = {
  button: { current: HTMLElement | null };
  title: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
};

/** The panel of a popover, which is loaded when the button of a popover is reached. */
export default function OpenPopover({ button, title, open, onOpenChange, children }: Props) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>
        <Anchor for={button} />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align="end"
          sideOffset={6}
          collisionPadding={8}
          aria-label={title}
          className="z-40 flex max-h-[min(36rem,calc(100dvh-5rem))] w-[min(24rem,calc(100vw-1rem))] enter-fade flex-col overflow-hidden rounded-lg border border-line bg-surface text-sm text-text shadow-lift outline-none"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
