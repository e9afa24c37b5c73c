import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { PrintedText } from './printed-lines.ts';

/**
 * Shows a value as the sealed file prints it, and `children` until its typeface and measuring code have
 * loaded.
 */
export function Printed({ children, ...value }: PrintedText & { children: ReactNode }) {
  const place = useRef<HTMLSpanElement>(null);
  const [drawn, setDrawn] = useState(false);
  const key = JSON.stringify(value);
  useEffect(() => {
    let isUnmounted = false;
    void import('./printed-value.ts').then(
      async ({ drawValue }) => {
        const picture = await drawValue(JSON.parse(key) as PrintedText);
        if (isUnmounted) return;
        place.current?.replaceChildren(picture);
        setDrawn(true);
      },
      () => undefined,
    );
    return () => {
      isUnmounted = true;
    };
  }, [key]);
  return (
    <>
      <span ref={place} aria-hidden="true" style={{ display: 'contents' }} />
      {drawn ? null : children}
    </>
  );
}
