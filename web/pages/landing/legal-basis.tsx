import { useTranslation } from 'react-i18next';

const exclusions = [
  'wills',
  'family',
  'commercial',
  'court',
  'utilities',
  'home',
  'insurance',
  'recalls',
  'hazards',
] as const;

/** What may honestly be claimed (C-1, C-2 of the compliance table), with the exclusions of 15 USC §7003 beside it. */
export function LegalBasis() {
  const { t } = useTranslation();
  return (
    <section id="legal" aria-labelledby="legal-title" className="scroll-mt-16">
      <div className="mx-auto grid max-w-[1120px] gap-x-12 gap-y-6 px-4 py-14 sm:px-8 sm:py-20 lg:grid-cols-[320px_1fr]">
        <h2 id="legal-title" className="font-serif text-2xl tracking-[-0.015em]">
          {t('landing.legal.title')}
        </h2>
        <div className="max-w-[68ch] space-y-3">
          <p>{t('landing.legal.esign')}</p>
          <p>{t('landing.legal.eidas')}</p>
          <details className="rounded-lg border border-line bg-surface px-4 py-3">
            <summary className="font-medium">{t('landing.legal.exclusionsTitle')}</summary>
            <p className="mt-2 text-muted">{t('landing.legal.exclusionsAbout')}</p>
            <ul className="mt-2 list-disc space-y-1 pl-5 text-muted">
              {exclusions.map((key) => (
                <li key={key}>{t(`landing.legal.exclusions.${key}`)}</li>
              ))}
            </ul>
          </details>
        </div>
      </div>
    </section>
  );
}
