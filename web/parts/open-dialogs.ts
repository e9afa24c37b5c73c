import { useEffect, useEffectEvent } from 'react';

/** The dialogs that are open, the newest last, each with what closes it. */
const open: (() => void)[] = [];

/** Notes a dialog for as long as it is open, so that Escape finds it behind a toast. */
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

/** Escape was pressed and a toast heard it first: true when a dialog was there to close instead. */
export function closeNewestDialog(): boolean {
  const close = open.at(-1);
  close?.();
  return close !== undefined;
}
