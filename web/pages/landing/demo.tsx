import { FileText, Plus, Send, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

const steps = ['signUp', 'plan', 'upload', 'send'] as const;

/** The four steps of the specification §1, each with what it looks like. */
export function Demo() {
  const { t } = useTranslation();
  return (
    <section id="demo" aria-labelledby="demo-title" className="scroll-mt-16">
      <div className="mx-auto max-w-[1120px] px-4 py-14 sm:px-8 sm:py-20">
        <h2 id="demo-title" className="font-serif text-2xl tracking-[-0.015em]">
          {t('landing.demo.title')}
        </h2>
        <p className="mt-2 text-muted">{t('landing.demo.about')}</p>
        <ol className="mt-10 grid gap-8 sm:grid-cols-2 lg:grid-cols-4 lg:gap-6">
          {steps.map((step, index) => (
            <li key={step}>
              <div
                aria-hidden="true"
                className="grid h-36 place-items-center rounded-lg border border-line bg-surface px-6 shadow-card"
              >
                {pictures[step]}
              </div>
              <h3 className="mt-4 flex items-baseline gap-2.5 text-base">
                <span className="font-serif text-muted">{index + 1}</span>
                {t(`landing.demo.${step}.title`)}
              </h3>
              <p className="mt-1 text-muted">{t(`landing.demo.${step}.text`)}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

const bar = 'block h-2 rounded-full bg-line';

const pictures: Record<(typeof steps)[number], ReactNode> = {
  signUp: (
    <span className="flex w-full max-w-44 flex-col gap-2">
      <span className="flex h-8 items-center gap-2 rounded-md border border-line-strong px-2.5">
        <UserRound className="size-4 text-muted" />
        <i className={`${bar} w-20`} />
      </span>
      <span className="grid h-8 place-items-center rounded-md bg-ink">
        <i className="block h-2 w-14 rounded-full bg-on-ink/70" />
      </span>
    </span>
  ),
  plan: (
    <span className="flex w-full max-w-48 items-end gap-2">
      {[56, 80, 56].map((height, index) => (
        <i
          key={index}
          className={`flex flex-1 flex-col gap-2 rounded-md border p-2 ${index === 1 ? 'border-ink bg-ink-soft' : 'border-line-strong'}`}
          style={{ height }}
        >
          <b className={`${bar} w-full`} />
          <b className={`${bar} w-2/3`} />
        </i>
      ))}
    </span>
  ),
  upload: (
    <span className="flex w-full max-w-44 flex-col items-center gap-2 rounded-md border border-dashed border-line-strong py-5">
      <FileText className="size-7 stroke-[1.5] text-ink" />
      <i className={`${bar} w-20`} />
    </span>
  ),
  send: (
    <span className="flex w-full max-w-48 flex-col gap-2">
      {[255, 155].map((hue, index) => (
        <span key={hue} className="flex items-center gap-2">
          <i
            className="grid size-6 place-items-center rounded-full text-[10px] font-semibold text-white not-italic"
            style={{ background: `oklch(53% .13 ${hue})` }}
          >
            {index === 0 ? 'GL' : 'LO'}
          </i>
          <i className={`${bar} flex-1`} />
          <Plus className="size-4 text-muted" />
        </span>
      ))}
      <span className="mt-1 flex h-8 items-center justify-center gap-2 rounded-md bg-ink text-on-ink">
        <Send className="size-4" />
        <i className="block h-2 w-12 rounded-full bg-on-ink/70" />
      </span>
    </span>
  ),
};
