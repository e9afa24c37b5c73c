import { Check } from 'lucide-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { planNames, plans, type PlanName } from '#core/plan/plans.ts';
import { goToLogin } from '../../api/go-to-login.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { classNames } from '../../parts/class-names.ts';
import { dollars } from '../../parts/format.ts';

/** Three plans, their numbers straight from the plan table (specification §9). */
export function Pricing() {
  const { t } = useTranslation();
  return (
    <section
      id="pricing"
      aria-labelledby="pricing-title"
      className="scroll-mt-16 border-y border-line bg-surface"
    >
      <div className="mx-auto max-w-[1120px] px-4 py-14 sm:px-8 sm:py-20">
        <h2 id="pricing-title" className="font-serif text-2xl tracking-[-0.015em]">
          {t('landing.pricing.title')}
        </h2>
        <p className="mt-2 text-muted">{t('landing.pricing.about')}</p>
        <ul className="mt-10 grid gap-5 lg:grid-cols-3">
          {planNames.map((name) => (
            <PlanCard key={name} name={name} />
          ))}
        </ul>
      </div>
    </section>
  );
}

function PlanCard({ name }: { name: PlanName }) {
  const { t } = useTranslation();
  const popular = name === 'pro';
  return (
    <li
      className={classNames(
        'flex flex-col rounded-lg border bg-paper p-6',
        popular ? 'border-ink' : 'border-line',
      )}
    >
      <div className="flex h-6 items-center justify-between">
        <h3 className="text-base">{plans[name].title}</h3>
        {popular ? <Badge tone="ink">{t('landing.pricing.popular')}</Badge> : null}
      </div>
      <p className="mt-3 flex items-baseline gap-1.5">
        <span className="font-serif text-3xl tracking-[-0.02em]">{dollars(plans[name].dollarsPerMonth)}</span>
        <span className="text-muted">{t('landing.pricing.perMonth')}</span>
      </p>
      <ul className="mt-5 mb-7 flex flex-1 flex-col gap-2">
        {contents(t, name).map((text) => (
          <li key={text} className="flex gap-2.5">
            <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-ok" />
            {text}
          </li>
        ))}
      </ul>
      {name === 'business' ? (
        <Button asChild className="w-full">
          <Link to="/support?topic=sales">{t('landing.pricing.business.action')}</Link>
        </Button>
      ) : (
        <Button look={popular ? 'primary' : 'plain'} className="w-full" onClick={goToLogin}>
          {t(`landing.pricing.${name}.action`)}
        </Button>
      )}
    </li>
  );
}

function contents(t: TFunction, name: PlanName): string[] {
  const { documentsPerMonth, templates } = plans[name].limits;
  const documents =
    documentsPerMonth === null
      ? t('landing.pricing.unlimitedDocuments')
      : t('landing.pricing.documents', { count: documentsPerMonth });
  const templateText =
    templates === null
      ? t('landing.pricing.unlimitedTemplates')
      : t('landing.pricing.templates', { count: templates });
  switch (name) {
    case 'free':
      return [documents, templateText, t('landing.pricing.free.signatures'), t('landing.pricing.free.mail')];
    case 'pro':
      return [
        documents,
        templateText,
        t('landing.pricing.pro.branding'),
        t('landing.pricing.pro.templates'),
        t('landing.pricing.pro.support'),
      ];
    case 'business':
      return [
        t('landing.pricing.business.everything'),
        templateText,
        t('landing.pricing.business.team'),
        t('landing.pricing.business.reports'),
        t('landing.pricing.business.api'),
      ];
  }
}
