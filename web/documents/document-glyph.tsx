import { classNames } from '../parts/class-names.ts';

/** A small sheet of paper, with an ink signature once the document is completed. */
export function DocumentGlyph({ signed, className }: { signed: boolean; className?: string }) {
  return (
    <svg
      viewBox="0 0 34 44"
      aria-hidden="true"
      className={classNames('h-11 w-[34px] shrink-0 fill-none stroke-line-strong', className)}
    >
      <rect x="0.5" y="0.5" width="33" height="43" rx="3" className="fill-surface stroke-line-strong" />
      <path d="M5 8h22M5 13.5h24M5 19h21M5 24.5h24" strokeWidth="2" strokeLinecap="round" />
      {signed ? (
        <path
          d="M18 37c1.2-.6 1.7-4 2.8-4 .9 0-.2 3.2.6 3.2.8 0 1.1-2.2 1.9-2.2.6 0 0 1.9.7 2.2.6.2 1.2-.5 2.6-1.2"
          className="stroke-ink"
          strokeWidth="1.6"
          strokeLinecap="round"
        />
      ) : (
        <path d="M5 30h15" strokeWidth="2" strokeLinecap="round" />
      )}
    </svg>
  );
}
