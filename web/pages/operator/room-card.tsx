import { useId, type ReactNode } from 'react';
import { classNames } from '../../parts/class-names.ts';

type Props = { title: string; about?: string; none?: string; children?: ReactNode; className?: string };

/** A heading with its lines, or with the text `none` if there are none. */
export function RoomCard({ title, about, none, children, className }: Props) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={classNames(
        'min-w-0 overflow-hidden rounded-lg border border-line bg-surface shadow-card',
        className,
      )}
    >
      <h2 id={id} className="px-4 pt-4 pb-3 text-base sm:px-5">
        {title}
      </h2>
      {about && none === undefined ? (
        <p className="-mt-2 px-4 pb-3 text-xs text-muted sm:px-5">{about}</p>
      ) : null}
      {none === undefined ? (
        <ul className="divide-y divide-line border-t border-line">{children}</ul>
      ) : (
        <p className="border-t border-line px-4 py-4 text-muted sm:px-5">{none}</p>
      )}
    </section>
  );
}

/** Ids and addresses can break anywhere, so that nothing overflows on phones. */
export function RoomLine({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
      <div className="min-w-0 flex-1 basis-44">{children}</div>
      {action ? <div className="flex shrink-0 flex-wrap gap-2">{action}</div> : null}
    </li>
  );
}

/** Facts about a line, separated by dots */
export function Beside({ parts }: { parts: readonly (string | null)[] }) {
  return (
    <p className="mt-0.5 text-xs break-words text-muted">
      {parts
        .filter((part) => part !== null)
        .map((part, at) => (
          <span key={part} className="[overflow-wrap:anywhere]">
            {at > 0 ? <span aria-hidden="true"> · </span> : null}
            <bdi>{part}</bdi>
          </span>
        ))}
    </p>
  );
}
