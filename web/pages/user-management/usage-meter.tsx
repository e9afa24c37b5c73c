import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../../parts/class-names.ts';

/** A limit warns from four fifths; without a limit the bar is full at fifty (specification §9). */
const warningFrom = 0.8;
const unlimitedScale = 50;

/** How much of a limit is used; a limit below 0 is none. The warning is said in words, not in colour alone. */
export function UsageMeter({ name, used, limit }: { name: string; used: number; limit: number }) {
  const { t } = useTranslation();
  const unlimited = limit < 0;
  const scale = unlimited ? unlimitedScale : limit;
  const part = scale === 0 ? 1 : Math.min(1, used / scale);
  const warn = !unlimited && part >= warningFrom;
  return (
    <div>
      <div className="flex items-baseline justify-between gap-3">
        <p className="font-medium">{name}</p>
        <p className={classNames('tabular-nums', warn ? 'font-medium text-warn' : 'text-muted')}>
          {unlimited ? t('users.ofUnlimited', { used }) : t('users.of', { used, limit })}
        </p>
      </div>
      <div
        role="meter"
        aria-label={name}
        aria-valuemin={0}
        aria-valuemax={scale}
        aria-valuenow={Math.min(used, scale)}
        className="mt-2 h-2 overflow-hidden rounded-full bg-sunken"
      >
        <div
          className={classNames('h-full rounded-full', warn ? 'bg-warn' : 'bg-ink')}
          style={{ width: `${part * 100}%` }}
        />
      </div>
      {warn ? (
        <p className="mt-2 flex items-center gap-1.5 text-warn">
          <TriangleAlert aria-hidden="true" className="size-4 shrink-0" />
          {part >= 1 ? t('users.full') : t('users.near', { percent: Math.round(part * 100) })}
        </p>
      ) : null}
      {unlimited ? <p className="mt-2 text-xs text-muted">{t('users.unlimited')}</p> : null}
    </div>
  );
}
