import { Check, Clock } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { plans, works, type PlanName, type PlanContent } from '#core/plan/plans.ts';
import { Badge } from '../parts/badge.tsx';
import { classNames } from '../parts/class-names.ts';
import { dollars } from '../parts/format.ts';
import { useTranslation, type Translate } from '../words.ts';

type Props = {
  name: PlanName;
  /** Shown next to the name. The default is 'Most Popular' on Pro. */
  badge?: ReactNode;
  /** The unit of the price. The default is 'per month'. */
  per?: string;
  /** Highlights the card of the current or the popular plan. */
  marked?: boolean;
  className?: string;
  /** Reserves a second line below the button, so that the buttons of adjacent cards are aligned. */
  twoLines?: boolean;
  /** The buttons at the bottom */
  children?: ReactNode;
};

/**
 * A plan with its price, identical on every page (specification §9). Either one of three list items or a
 * single card.
 */
export function PlanCard({
  name,
  badge,
  per,
  marked = plans[name].popular,
  className,
  twoLines = false,
  children,
}: Props) {
  const { t } = useTranslation();
  const { offered, planned } = planContents(t, name);
  return (
    <div
      className={classNames(
        'flex h-full flex-col rounded-lg border bg-surface p-5 sm:p-6',
        marked ? 'border-ink' : 'border-line',
        className,
      )}
    >
      <div className="flex min-h-6 flex-wrap items-center justify-between gap-2">
        <h3 className="text-base">{t(`plan.${name}`)}</h3>
        {badge ?? (plans[name].popular ? <Badge tone="ink">{t('plan.popular')}</Badge> : null)}
      </div>
      <p className="mt-3 flex flex-wrap items-baseline gap-x-1.5">
        <span className="font-serif text-3xl tracking-[-0.02em] tabular-nums">
          {dollars(plans[name].dollarsPerMonth)}
        </span>
        <span className="text-muted">{per ?? t('plan.perMonth')}</span>
      </p>
      <ul className="mt-5 flex flex-col gap-2">
        {offered.map((text) => (
          <li key={text} className="flex gap-2.5">
            <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-ok" />
            {text}
          </li>
        ))}
      </ul>
      {planned.length > 0 ? <Planned lines={planned} /> : null}
      <div className="flex-1" />
      {children ? (
        <div
          className={classNames(
            'mt-7 flex flex-col gap-2',
            twoLines && 'lg:min-h-20 lg:pointer-coarse:min-h-24',
          )}
        >
          {children}
        </div>
      ) : null}
    </div>
  );
}

/**
 * Benefits from the specification that are not implemented yet. They have no check mark, and are marked as
 * not included in the price.
 */
function Planned({ lines }: { lines: readonly string[] }) {
  const { t } = useTranslation();
  const title = useId();
  return (
    <div className="mt-5 border-t border-line pt-4 text-muted">
      <p id={title} className="text-xs font-medium">
        {t('plan.planned')}
      </p>
      <ul aria-labelledby={title} className="mt-2 flex flex-col gap-2">
        {lines.map((text) => (
          <li key={text} className="flex gap-2.5">
            <Clock aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            {text}
          </li>
        ))}
      </ul>
    </div>
  );
}

/**
 * Returns the lines of a plan's card (specification §9), with numbers from the plan table. A benefit that is
 * not implemented yet is listed as planned.
 */
function planContents(t: Translate, name: PlanName): { offered: string[]; planned: string[] } {
  const { contents, limits } = plans[name];
  const lines = (working: boolean): string[] =>
    contents.filter((content) => works[content] === working).map((content) => lineOf(t, content, limits));
  return { offered: lines(true), planned: lines(false) };
}

function lineOf(t: Translate, content: PlanContent, limits: (typeof plans)[PlanName]['limits']): string {
  if (content === 'documents') {
    const count = limits.documentsPerMonth;
    return count === null ? t('plan.unlimitedDocuments') : t('plan.documents', { count });
  }
  if (content === 'templates') {
    const count = limits.templates;
    return count === null ? t('plan.unlimitedTemplates') : t('plan.templates', { count });
  }
  return t(`plan.contents.${content}`);
}
