import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { claims } from '#core/claims/claims.ts';
import { useLongText } from '../../api/long-texts.ts';
import { installationQuery } from '../../api/support.ts';
import { useTranslation } from '../../words.ts';

/** The permitted claims (C-1, C-2, C-5, C-6), together with the exclusions of 15 USC §7003. */
export function LegalBasis() {
  const { t } = useTranslation();
  const { data } = useQuery(installationQuery);
  const words = useLongText('claims');
  if (!words) return null;
  const texts = claims({ seal: data?.seal ?? 'self-issued', timestamps: 'none' }, words);
  return (
    <section id="legal" aria-labelledby="legal-title" className="scroll-mt-16">
      <div className="mx-auto grid max-w-[1120px] gap-x-12 gap-y-6 px-4 py-14 sm:px-8 sm:py-20 lg:grid-cols-[320px_1fr]">
        <h2 id="legal-title" className="font-serif text-2xl tracking-[-0.015em]">
          {t('landing.legal.title')}
        </h2>
        <div className="max-w-[68ch] space-y-3">
          <p>{texts.esign}</p>
          <p>{texts.eidas}</p>
          <p>{texts.seal}</p>
          <p>
            {t('landing.legal.verify')}{' '}
            <Link to="/verify" className="finger text-ink underline underline-offset-3 hover:no-underline">
              {t('landing.legal.verifyHere')}
            </Link>
            <span aria-hidden="true"> · </span>
            <Link to="/support" className="finger text-ink underline underline-offset-3 hover:no-underline">
              {t('landing.legal.verifyHow')}
            </Link>
          </p>
          <details className="rounded-lg border border-line bg-surface px-4 py-3">
            <summary className="font-medium pointer-coarse:py-3">
              {t('landing.legal.exclusionsTitle')}
            </summary>
            <p className="mt-2 text-muted">{t('landing.legal.exclusionsAbout')}</p>
            <ul className="mt-2 list-disc space-y-1 ps-5 text-muted">
              {texts.exclusions.map((excluded) => (
                <li key={excluded}>{excluded}</li>
              ))}
            </ul>
          </details>
        </div>
      </div>
    </section>
  );
}
