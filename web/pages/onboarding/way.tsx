import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../../parts/class-names.ts';

type Props = {
  icon: LucideIcon;
  title: string;
  about: string;
  disabled: boolean;
  onClick: () => void;
  /** The heading level, which depends on the surrounding section. */
  level?: 2 | 3;
  /** The most common choice, styled like a primary button. */
  first?: boolean;
  children?: ReactNode;
};

/** The whole card acts as the button. Its name is only the title, and the rest is its description. */
export function Way({
  icon: Icon,
  title,
  about,
  disabled,
  onClick,
  level = 2,
  first = false,
  children,
}: Props) {
  const Heading = `h${level}` as const;
  return (
    <li
      className={classNames(
        'relative flex gap-4 rounded-lg border p-5 shadow-card transition-colors duration-100',
        first ? 'border-ink bg-ink text-on-ink' : 'border-line bg-surface hover:border-line-strong',
      )}
    >
      <span
        aria-hidden="true"
        className={classNames(
          'grid size-10 shrink-0 place-items-center rounded-md',
          first ? 'bg-on-ink text-ink' : 'bg-ink-soft text-ink',
        )}
      >
        <Icon className="size-5 stroke-[1.75]" />
      </span>
      <div className="min-w-0 flex-1">
        <Heading className="text-base">
          <button
            type="button"
            disabled={disabled}
            onClick={onClick}
            className="rounded-sm text-start after:absolute after:inset-0 after:rounded-lg disabled:opacity-60"
          >
            {title}
          </button>
        </Heading>
        <p className={classNames('mt-1', !first && 'text-muted')}>{about}</p>
        {children ? <div className="mt-3">{children}</div> : null}
      </div>
    </li>
  );
}
