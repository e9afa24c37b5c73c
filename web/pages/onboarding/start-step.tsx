import { FileText, LayoutDashboard } from 'lucide-react';
import { useNavigate } from 'react-router';
import type { PlanName } from '#core/plan/plans.ts';
import { Button } from '../../parts/button.tsx';
import { useTranslation } from '../../words.ts';
import { FirstDocument } from './first-document.tsx';
import { useChooseFree } from './use-choose-free.ts';
import { Way } from './way.tsx';

/**
 * Step 3 offers the first document and the alternatives. A member who leaves it without choosing a plan is on
 * Free.
 */
export function StartStep({ plan }: { plan: PlanName }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { choose, busy } = useChooseFree();
  const leaveTo = (path: string) => choose(() => void navigate(path));
  return (
    <>
      <p className="mt-2 max-w-xl text-base text-muted">
        {t('onboarding.start.about', { plan: t(`plan.${plan}`) })}
      </p>
      <FirstDocument className="mt-8 md:grid-cols-2" />
      <ul className="mt-4 grid gap-4 md:grid-cols-2">
        <Way
          icon={FileText}
          title={t('onboarding.start.documents')}
          about={t('onboarding.start.documentsAbout')}
          disabled={busy}
          onClick={() => leaveTo('/documents')}
        />
        <Way
          icon={LayoutDashboard}
          title={t('onboarding.start.dashboard')}
          about={t('onboarding.start.dashboardAbout')}
          disabled={busy}
          onClick={() => leaveTo('/dashboard')}
        />
      </ul>
      <Button size="big" className="mt-8 max-sm:w-full" disabled={busy} onClick={() => leaveTo('/dashboard')}>
        {t('onboarding.start.go')}
      </Button>
    </>
  );
}
