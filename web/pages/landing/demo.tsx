import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from '../../words.ts';
import { miniatures } from './miniatures.tsx';

/** Loaded only when a visitor scrolls this far. */
const LiveDemo = lazy(() => import('./live-demo.tsx'));

const steps = ['signUp', 'plan', 'upload', 'send'] as const;

/** The four steps of specification §1, each with a picture. */
export function Demo() {
  const { t } = useTranslation();
  return (
    <section id="demo" aria-labelledby="demo-title" className="scroll-mt-16 border-y border-line bg-surface">
      <div className="mx-auto max-w-[1120px] px-4 py-14 sm:px-8 sm:py-20">
        <h2 id="demo-title" className="font-serif text-2xl tracking-[-0.015em]">
          {t('landing.demo.title')}
        </h2>
        <p className="mt-2 text-muted">{t('landing.demo.about')}</p>
        <ol className="mt-10 grid gap-8 sm:grid-cols-2 lg:grid-cols-4 lg:gap-6">
          {steps.map((step, index) => {
            const Miniature = miniatures[step];
            return (
              <li key={step}>
                <div
                  aria-hidden="true"
                  className="grid h-52 place-items-center overflow-hidden rounded-lg border border-line bg-sunken px-5 select-none"
                >
                  <Miniature />
                </div>
                <h3 className="mt-4 flex items-baseline gap-2.5 text-base">
                  <span className="font-serif text-muted">{index + 1}</span>
                  {t(`landing.demo.${step}.title`)}
                </h3>
                <p className="mt-1 text-muted">{t(`landing.demo.${step}.text`)}</p>
              </li>
            );
          })}
        </ol>
        <NearView
          island="live-demo"
          className="mt-14 min-h-[640px] rounded-lg border border-line bg-paper p-5 sm:p-8 md:min-h-[484px]"
        >
          <Suspense>
            <LiveDemo />
          </Suspense>
        </NearView>
      </div>
    </section>
  );
}

type Props = { island: string; className: string; children: ReactNode };

/**
 * Renders, and so loads, its children once they are near the view, and reserves their space until then. On a
 * server-rendered page, web/site.ts finds the placeholder by the name of its island and fills it.
 */
function NearView({ island, className, children }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    const watcher = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: '400px' },
    );
    if (place.current) watcher.observe(place.current);
    return () => watcher.disconnect();
  }, []);
  return (
    <div ref={place} data-island={island} className={className}>
      {near ? children : null}
    </div>
  );
}
