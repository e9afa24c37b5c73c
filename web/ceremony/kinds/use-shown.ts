import { useEffect, useRef, type RefObject } from 'react';

/**
 * Returns a ref that is true while the dialog is mounted, so that a response after its cancellation is
 * ignored.
 */
export function useShown(): RefObject<boolean> {
  const shown = useRef(true);
  useEffect(() => {
    shown.current = true;
    return () => void (shown.current = false);
  }, []);
  return shown;
}
