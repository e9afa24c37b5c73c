import { useEffect, useEffectEvent } from 'react';

/** The open dialogs with their close functions, newest last. */
const open: (() => void)[] = [];

/** Registers a dialog while it is open, so that Escape reaches it behind a toast. */
export function useOpenDialog(isOpen: boolean, close: () => unknown): void {
  const closeNow = useEffectEvent(close);
  useEffect(() => {
    if (!isOpen) return;
    const entry = () => closeNow();
    open.push(entry);
    return () => {
      open.splice(open.indexOf(entry), 1);
    };
  }, [isOpen]);
}

/** Closes the newest dialog when a toast received the Escape key first; returns true if there was one. */
export function closeNewestDialog(): boolean {
  const close = open.at(-1);
  close?.();
  return close !== undefined;
}
