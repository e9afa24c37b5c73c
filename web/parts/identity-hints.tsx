import { TriangleAlert } from 'lucide-react';
import { useHints, type Named } from '../kit/use-hints.ts';
import { useTranslation } from '../words.ts';
import { classNames } from './class-names.ts';

type Props = {
  people: readonly Named[];
  /** True below an input: a screen reader announces a hint when it appears. */
  live?: boolean;
  className?: string;
};

/** Hints about a deceptive name or address. */
export function IdentityHints({ people, live = false, className }: Props) {
  const { language } = useTranslation();
  const hints = useHints(people, language);
  return (
    <div role={live ? 'status' : undefined} className={classNames('empty:hidden', className)}>
      {hints.map((hint) => (
        <p key={hint} className="mt-1 flex gap-1.5 text-xs text-warn">
          <TriangleAlert aria-hidden="true" className="mt-px size-4 shrink-0" />
          <span className="min-w-0 break-words">{hint}</span>
        </p>
      ))}
    </div>
  );
}
