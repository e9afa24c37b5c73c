import { classNames } from './class-names.ts';

/**
 * A name, title or address on one line, in its own direction: where there is no room, its end is cut and not its
 * beginning, in a page of either direction. It stands where the page's lines begin.
 */
export function OneLine({ children, className }: { children: string; className?: string }) {
  return (
    <span className={classNames('block min-w-0', className)}>
      <bdi className="inline-block max-w-full truncate align-bottom">{children}</bdi>
    </span>
  );
}

/** For OneLine: where one line is too short to tell names apart, as on phones and tablets, there are two. */
export const twoWhereNarrow =
  'max-xl:line-clamp-2 max-xl:break-words max-xl:*:inline max-xl:*:whitespace-normal';
