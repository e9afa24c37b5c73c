import { useEffect, useState, type ComponentType } from 'react';
import type { PrintedProps } from './printed-lines.ts';

/** A value as the sealed file prints it. Its typeface and measures load after the page. */
export function Printed(props: PrintedProps) {
  const [Value, setValue] = useState<ComponentType<PrintedProps>>();
  useEffect(() => {
    void import('./printed-value.tsx').then(
      ({ PrintedValue }) => setValue(() => PrintedValue),
      () => undefined,
    );
  }, []);
  return Value ? <Value {...props} /> : props.children;
}
