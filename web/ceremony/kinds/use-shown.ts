import { useEffect, useRef, type RefObject } from 'react';

/** Whether a dialog is still there: what was cancelled while the server was asked is not taken. */
export function useShown(): RefObject<boolean> {
  const shown = useRef(true);
  useEffect(() => {
    shown.current = true;
    return () => void (shown.current = false);
  }, []);
  return shown;
}
