import { Slot } from 'radix-ui';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { popup } from '../popup.ts';

export const tooltipPanel = popup(async () => (await import('./open-tooltip.tsx')).default);

/**
 * The delay in milliseconds before a tooltip appears, and the time after a tooltip during which the next one
 * appears without a delay (specification §9).
 */
const [delay, withoutDelayFor] = [700, 300];
/** The open tooltip, of which there is at most one, and the time at which the last one closed. */
let shown: { hide: () => void } | undefined;
let lastClosed = -Infinity;

/** Additional information about a control that already has an accessible name. */
export function Tooltip({ text, children }: { text: ReactNode; children: ReactNode }) {
  const anchor = useRef<HTMLElement>(null);
  const timer = useRef<number>(undefined);
  const [open, setOpen] = useState(false);
  const cancel = () => window.clearTimeout(timer.current);
  const hide = () => {
    cancel();
    setOpen(false);
  };
  useEffect(() => () => window.clearTimeout(timer.current), []);
  useEffect(() => {
    if (!open) return;
    const own = { hide: () => setOpen(false) };
    shown?.hide();
    shown = own;
    return () => {
      if (shown === own) shown = undefined;
      lastClosed = performance.now();
    };
  }, [open]);
  const reach = (withoutDelay: boolean) => {
    cancel();
    // If the tooltip cannot be loaded, the control remains usable, because it has an accessible name.
    tooltipPanel.preload();
    if (withoutDelay || shown || performance.now() - lastClosed < withoutDelayFor) setOpen(true);
    else timer.current = window.setTimeout(() => setOpen(true), delay);
  };
  return (
    <>
      <Slot.Root
        ref={anchor}
        onPointerEnter={({ pointerType }) => pointerType !== 'touch' && reach(false)}
        // An open tooltip remains while the pointer is on it, so this component tracks the pointer itself.
        onPointerLeave={cancel}
        onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && reach(true)}
        onBlur={hide}
        onPointerDown={hide}
        onClick={hide}
      >
        {children}
      </Slot.Root>
      {open ? (
        <tooltipPanel.Panel anchor={anchor} onClose={hide}>
          {text}
        </tooltipPanel.Panel>
      ) : null}
    </>
  );
}
