import type { ComponentProps } from 'react';

/**
 * The logo mark without the name: a signature stroke on a dark square. Decorative, because the name is next
 * to it.
 */
export function BrandMark({ className }: { className: string }) {
  return (
    <svg viewBox="0 0 28 28" aria-hidden="true" className={className}>
      <rect width="28" height="28" rx="7" fill="var(--ink)" />
      <SignatureStroke stroke="var(--on-ink)" />
    </svg>
  );
}

/** The coordinates are those of a 28 × 28 square. */
export function SignatureStroke(path: ComponentProps<'path'>) {
  return (
    <path
      d="M6.2 18.6c2.4-1 3.6-8.9 5.6-8.9 1.7 0-.5 6.9 1.1 6.9 1.5 0 2.1-5.2 3.7-5.2 1.3 0-.2 4.7 1.2 5.2 1.2.4 2-1.3 4-2.1"
      fill="none"
      strokeWidth="1.9"
      strokeLinecap="round"
      strokeLinejoin="round"
      {...path}
    />
  );
}
