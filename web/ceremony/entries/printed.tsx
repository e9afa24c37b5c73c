import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import type { ValueLook } from '#core/formats/look.ts';

export type PrintedProps = {
  text: string;
  /** In points. */
  width: number;
  height: number;
  look: ValueLook;
  /** Other texts, longest first, of which one is shown if `text` does not fit on one line, or else nothing. */
  shorter?: readonly string[];
  /** Number of letter cells of a comb field. */
  cells?: number | null | undefined;
  /** Shown until the typeface has loaded. */
  children: ReactNode;
};

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
