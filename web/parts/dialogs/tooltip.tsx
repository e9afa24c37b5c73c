import { Tooltip as Radix } from 'radix-ui';
import { useState, type ReactNode } from 'react';

/** Specification §9: opens after 700 ms, or immediately within 300 ms of another tooltip. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={700} skipDelayDuration={300}>
      {children}
    </Radix.Provider>
  );
}

/** Additional information about a control that already has an accessible name. */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  // State is kept here so that opening one tooltip notifies the others immediately; after rendering, the
  // notification would also close this one.
  const [open, setOpen] = useState(false);
  return (
    <Radix.Root open={open} onOpenChange={setOpen}>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          sideOffset={6}
          className="z-50 max-w-72 enter-fade rounded-sm bg-text px-2 py-1 text-xs text-paper shadow-lift"
        >
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
