import { Tooltip as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { Anchor } from '../anchor.tsx';

type Props = { anchor: { current: HTMLElement | null }; onClose: () => void; children: ReactNode };

/** An open tooltip, which is loaded when the pointer or the focus first reaches a control with a tooltip. */
export default function OpenTooltip({ anchor, onClose, children }: Props) {
  return (
    <Radix.Provider>
      <Radix.Root open onOpenChange={(open) => !open && onClose()}>
        <Radix.Trigger asChild>
          <Anchor for={anchor} />
        </Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            sideOffset={6}
            className="z-50 max-w-72 enter-fade rounded-sm bg-text px-2 py-1 text-xs text-paper shadow-lift"
          >
            {children}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}
