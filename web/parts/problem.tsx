import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** An error sentence that screen readers announce immediately. */
export function Problem({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div
      role="alert"
      className={classNames('rounded-md bg-danger-soft px-3.5 py-2.5 text-danger', className)}
    >
      {children}
    </div>
  );
}
