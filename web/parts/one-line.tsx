import { classNames } from './class-names.ts';

/**
 * A name, title or address on one line in its own direction. If it is too long, its end is cut off, not its
 * beginning, regardless of the page's direction. It is aligned with the start of the page's lines.
 */
export function OneLine({ children, className }: { children: string; className?: string }) {
  return (
    <span className={classNames('block min-w-0', className)}>
      <bdi className="inline-block max-w-full truncate align-bottom">{children}</bdi>
    </span>
  );
}

/** Uses two lines on phones and tablets, where one line is too short to distinguish names. */
export const twoWhereNarrow =
  'max-xl:line-clamp-2 max-xl:break-words max-xl:*:inline max-xl:*:whitespace-normal';
