import { TriangleAlert } from 'lucide-react';
import { usageLevel } from '#core/plan/usage-level.ts';
import { classNames } from '../parts/class-names.ts';
import { useTranslation } from '../words.ts';

/** The used part of a limit; a limit below 0 means unlimited. The warning is text, not only color. */
export function UsageMeter({ name, used, limit }: { name: string; used: number; limit: number }) {
  const { t } = useTranslation();
  const { unlimited, part, level } = usageLevel(used, limit);
  const warn = level !== 'fine';
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
          {unlimited ? t('usage.ofUnlimited', { used }) : t('usage.of', { used, limit })}
        </p>
      </div>
      <UsageBar name={name} used={used} limit={limit} className="mt-2 h-2" />
      {warn ? (
        <p className="mt-2 flex items-start gap-1.5 text-warn">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {level === 'full' ? t('usage.full') : t('usage.near', { percent: Math.round(part * 100) })}
        </p>
      ) : null}
      {unlimited ? <p className="mt-2 text-xs text-muted">{t('usage.unlimited')}</p> : null}
    </div>
  );
}

type BarProps = { name: string; used: number; limit: number; className?: string };

/** The usage bar without its text. */
export function UsageBar({ name, used, limit, className }: BarProps) {
  const { scale, part, level } = usageLevel(used, limit);
  return (
    <div
      role="meter"
      aria-label={name}
      aria-valuemin={0}
      aria-valuemax={scale}
      aria-valuenow={Math.min(used, scale)}
      className={classNames('overflow-hidden rounded-full bg-sunken', className)}
    >
      <div
        className={classNames('h-full rounded-full', level === 'fine' ? 'bg-ink' : 'bg-warn')}
        style={{ width: `${part * 100}%` }}
      />
    </div>
  );
}
