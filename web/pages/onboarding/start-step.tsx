import { FileText, LayoutDashboard, ScrollText, Upload, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { largestUpload, type PlanName } from '#core/plan/plans.ts';
import { UploadProgress } from '../../documents/upload-progress.tsx';
import { useSampleDocument } from '../../documents/use-sample-document.ts';
import { Button } from '../../parts/button.tsx';
import { useWords } from '../../words.ts';
import { useChooseFree } from './use-choose-free.ts';

/** Step 3: four ways on. Whoever leaves it has a plan: Free, when none was chosen. */
export function StartStep({ plan }: { plan: PlanName }) {
  const { t } = useWords();
  const navigate = useNavigate();
  const { choose, busy } = useChooseFree();
  const sample = useSampleDocument();
  const off = busy || sample.progress !== null;
  const leaveTo = (path: string) => choose(() => void navigate(path));
  return (
    <>
      <p className="mt-2 max-w-xl text-base text-muted">
        {t('onboarding.start.about', { plan: t(`plan.${plan}`) })}
      </p>
      <ul className="mt-8 grid gap-4 md:grid-cols-2">
        <Way
          icon={Upload}
          title={t('onboarding.start.upload')}
          about={t('onboarding.start.uploadAbout', { megabytes: largestUpload / 1024 ** 2 })}
          disabled={off}
          onClick={() => leaveTo('/upload')}
        />
        <Way
          icon={ScrollText}
          title={t('onboarding.start.sample')}
          about={t('onboarding.start.sampleAbout')}
          disabled={off}
          onClick={() => choose(sample.open)}
        >
          {sample.progress === null ? null : <UploadProgress progress={sample.progress} />}
        </Way>
        <Way
          icon={FileText}
          title={t('onboarding.start.documents')}
          about={t('onboarding.start.documentsAbout')}
          disabled={off}
          onClick={() => leaveTo('/documents')}
        />
        <Way
          icon={LayoutDashboard}
          title={t('onboarding.start.dashboard')}
          about={t('onboarding.start.dashboardAbout')}
          disabled={off}
          onClick={() => leaveTo('/dashboard')}
        />
      </ul>
      <Button
        look="primary"
        size="big"
        className="mt-8 max-sm:w-full"
        disabled={off}
        onClick={() => leaveTo('/dashboard')}
      >
        {t('onboarding.start.go')}
      </Button>
    </>
  );
}

type WayProps = {
  icon: LucideIcon;
  title: string;
  about: string;
  disabled: boolean;
  onClick: () => void;
  children?: ReactNode;
};

/** The whole card is the button's; its name is the title alone, and the rest is its description. */
function Way({ icon: Icon, title, about, disabled, onClick, children }: WayProps) {
  return (
    <li className="relative flex gap-4 rounded-lg border border-line bg-surface p-5 shadow-card transition-colors duration-100 hover:border-line-strong">
      <span
        aria-hidden="true"
        className="grid size-10 shrink-0 place-items-center rounded-md bg-ink-soft text-ink"
      >
        <Icon className="size-5 stroke-[1.75]" />
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="text-base">
          <button
            type="button"
            disabled={disabled}
            onClick={onClick}
            className="rounded-sm text-start after:absolute after:inset-0 after:rounded-lg disabled:opacity-60"
          >
            {title}
          </button>
        </h2>
        <p className="mt-1 text-muted">{about}</p>
        {children ? <div className="mt-3">{children}</div> : null}
      </div>
    </li>
  );
}
