import { classNames } from './class-names.ts';

/** The mark alone: a signature's stroke on a square of ink. Decoration, the name stands beside it. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 28 28" aria-hidden="true" className={classNames('size-6 shrink-0', className)}>
      <rect width="28" height="28" rx="7" className="fill-ink" />
      <path
        d="M6.2 18.6c2.4-1 3.6-8.9 5.6-8.9 1.7 0-.5 6.9 1.1 6.9 1.5 0 2.1-5.2 3.7-5.2 1.3 0-.2 4.7 1.2 5.2 1.2.4 2-1.3 4-2.1"
        className="fill-none stroke-on-ink"
        strokeWidth="1.9"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

/** Mark and name; `wordClassName` says where the name has no room. */
export function Logo({ className, wordClassName }: { className?: string; wordClassName?: string }) {
  return (
    <span className={classNames('inline-flex items-center gap-2.5 text-[15px] font-semibold', className)}>
      <Mark />
      <span className={wordClassName}>Countersign</span>
    </span>
  );
}
