import { Activity, FolderOpen, PenLine, Scale, UsersRound, Zap, type LucideIcon } from 'lucide-react';
import { useTranslation } from '../../words.ts';

const features = [
  ['documents', FolderOpen],
  ['fields', PenLine],
  ['parties', UsersRound],
  ['legal', Scale],
  ['fast', Zap],
  ['status', Activity],
] as const satisfies readonly (readonly [string, LucideIcon])[];

export function Features() {
  const { t } = useTranslation();
  return (
    <section id="features" aria-labelledby="features-title" className="scroll-mt-16">
      <div className="mx-auto max-w-[1120px] px-4 py-14 sm:px-8 sm:py-20">
        <h2 id="features-title" className="font-serif text-2xl tracking-[-0.015em]">
          {t('landing.features.title')}
        </h2>
        <ul className="mt-10 grid gap-x-10 gap-y-9 sm:grid-cols-2 lg:grid-cols-3">
          {features.map(([key, Icon]) => (
            <li key={key}>
              <Icon aria-hidden="true" className="size-6 stroke-[1.5] text-ink" />
              <h3 className="mt-3 text-base">{t(`landing.features.${key}.title`)}</h3>
              <p className="mt-1 text-muted">{t(`landing.features.${key}.text`)}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
