import { BadgeCheck, FileCheck2, FileX2 } from 'lucide-react';
import { Link } from 'react-router';
import { Button } from '../../parts/button.tsx';
import { useTranslation } from '../../words.ts';

/** Lets visitors test the claim of the headline with a sealed file and a modified copy of it. */
export function Proof() {
  const { t } = useTranslation();
  return (
    <section id="proof" aria-labelledby="proof-title" className="scroll-mt-16">
      <div className="mx-auto grid max-w-[1120px] items-center gap-10 px-4 py-14 sm:px-8 sm:py-20 lg:grid-cols-[minmax(0,1fr)_440px]">
        <div>
          <h2 id="proof-title" className="font-serif text-2xl tracking-[-0.015em] text-balance">
            {t('landing.proof.title')}
          </h2>
          <p className="mt-3 max-w-[60ch] text-base text-muted">{t('landing.proof.text')}</p>
          <div className="mt-6 flex flex-wrap gap-3">
            <Button asChild look="primary" className="max-sm:w-full">
              <Link to="/verify?sample=sealed">
                <FileCheck2 aria-hidden="true" />
                {t('landing.proof.sealed')}
              </Link>
            </Button>
            <Button asChild className="max-sm:w-full">
              <Link to="/verify?sample=changed">
                <FileX2 aria-hidden="true" />
                {t('landing.proof.changed')}
              </Link>
            </Button>
          </div>
          <p className="mt-4">
            <Link to="/verify" className="finger text-ink underline underline-offset-3 hover:no-underline">
              {t('landing.legal.verifyHere')}
            </Link>
          </p>
        </div>
        <figure className="rounded-lg border border-line bg-surface p-4 shadow-card sm:p-5">
          <div className="flex gap-4 rounded-lg border border-ok/40 bg-ok-soft p-4 text-ok">
            <BadgeCheck aria-hidden="true" className="size-9 shrink-0 stroke-[1.5]" />
            <p className="text-base font-semibold text-balance">{t('landing.proof.verdict')}</p>
          </div>
          <ul className="mt-4 divide-y divide-line">
            {(['who', 'when', 'bytes', 'trail'] as const).map((line) => (
              <li key={line} className="py-2.5 last:pb-0">
                {t(`landing.proof.${line}`)}
              </li>
            ))}
          </ul>
        </figure>
      </div>
    </section>
  );
}
