import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../parts/class-names.ts';

const tones = {
  plain: 'border-line bg-surface text-text [&>svg]:text-muted',
  warn: 'border-warn/40 bg-warn-soft text-text [&>svg]:text-warn',
  danger: 'border-danger/40 bg-danger-soft text-text [&>svg]:text-danger',
};

type Props = {
  icon: LucideIcon;
  title: string;
  tone?: keyof typeof tones;
  spinning?: boolean;
  action?: ReactNode;
  children: ReactNode;
};

/** A notice about the plan at the top of the page. */
export function Notice({ icon: Icon, title, tone = 'plain', spinning = false, action, children }: Props) {
  return (
    <div
      role="status"
      className={classNames(
        'flex flex-wrap items-start gap-x-3 gap-y-3 rounded-lg border px-4 py-3.5 sm:flex-nowrap sm:px-5',
        tones[tone],
      )}
    >
      <Icon aria-hidden="true" className={classNames('mt-0.5 size-5 shrink-0', spinning && 'animate-spin')} />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{title}</p>
        <p className="max-w-prose break-words">{children}</p>
      </div>
      {action ? <div className="shrink-0 max-sm:basis-full max-sm:ps-8">{action}</div> : null}
    </div>
  );
}
