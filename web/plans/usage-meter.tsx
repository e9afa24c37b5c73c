import { TriangleAlert } from 'lucide-react';
import { usageLevel } from '#core/plan/usage-level.ts';
import { classNames } from '../parts/class-names.ts';
import { useTranslation } from '../words.ts';

/** How much of a limit is used. Without a limit there is no bar. The warning is text, not only a color. */
export function UsageMeter({ name, used, limit }: { name: string; used: number; limit: number }) {
  const { t } = useTranslation();
  const use = usageLevel(used, limit);
  const warn = use !== undefined && use.level !== 'fine';
  return (
    <div>
      <div className="flex items-baseline justify-between gap-3">
        <p className="font-medium">{name}</p>
        <p
          className={classNames(
            'whitespace-nowrap tabular-nums',
            warn ? 'font-medium text-warn' : 'text-muted',
          )}
        >
          {use ? t('usage.of', { used, limit }) : t('usage.ofUnlimited', { used })}
        </p>
      </div>
      <UsageBar name={name} used={used} limit={limit} className="mt-2 h-2" />
      {warn ? (
        <p className="mt-2 flex items-start gap-1.5 text-warn">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {use.level === 'full' ? t('usage.full') : t('usage.near', { percent: Math.round(use.part * 100) })}
        </p>
      ) : null}
      {use ? null : <p className="mt-2 text-xs text-muted">{t('usage.unlimited')}</p>}
    </div>
  );
}

type BarProps = { name: string; used: number; limit: number; className?: string };

/** The usage bar without its text. Renders nothing without a limit. */
export function UsageBar({ name, used, limit, className }: BarProps) {
  const use = usageLevel(used, limit);
  if (!use) return null;
  return (
    <div
      role="meter"
      aria-label={name}
      aria-valuemin={0}
      aria-valuemax={limit}
      aria-valuenow={Math.min(used, limit)}
      className={classNames('overflow-hidden rounded-full bg-sunken', className)}
    >
      <div
        className={classNames('h-full rounded-full', use.level === 'fine' ? 'bg-ink' : 'bg-warn')}
        style={{ width: `${use.part * 100}%` }}
      />
    </div>
  );
}
