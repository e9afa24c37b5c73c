import { CircleGauge } from 'lucide-react';
import { useNavigate } from 'react-router';
import { RequestError } from '../api/transport/request.ts';
import { editorFrame } from '../kit/frame.ts';
import type { ToastMessage } from '../kit/toast-store.ts';
import { useTranslation } from '../words.ts';

/**
 * Shows that a plan limit was reached, with the server's message and a link to the plans. The link opens in a
 * new tab, so that no input is lost here and the action can be retried after an upgrade. Renders nothing for
 * other errors.
 */
export function LimitNotice({ error }: { error: unknown }) {
  if (!isLimit(error)) return null;
  return (
    <div role="alert" className="flex gap-3 rounded-md bg-warn-soft px-3.5 py-2.5">
      <CircleGauge aria-hidden="true" className="mt-0.5 size-[18px] shrink-0 stroke-[1.75] text-warn" />
      <p className="min-w-0 flex-1">
        {error.detail} <SeePlans />
      </p>
    </div>
  );
}

/** Renders only the link, next to a sentence that is already shown. Renders nothing for other errors. */
export function WayOut({ error }: { error: unknown }) {
  return isLimit(error) ? <SeePlans /> : null;
}

/** Returns the same for a toast, which contains a button instead of a link. */
export function useLimitAction(): (error: unknown) => Pick<ToastMessage, 'action'> {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (error) =>
    isLimit(error)
      ? { action: { text: t('usage.seePlans'), onSelect: () => void navigate('/billing') } }
      : {};
}

function SeePlans() {
  const { t } = useTranslation();
  return (
    <a
      href="/billing"
      target="_blank"
      className="rounded-sm font-medium text-ink underline underline-offset-3 hover:no-underline"
    >
      {t('usage.seePlans')}
      <span className="sr-only"> {t('usage.newTab')}</span>
    </a>
  );
}

function isLimit(error: unknown): error is RequestError {
  // In a frame on another website, the reader cannot change the plan.
  return !editorFrame() && error instanceof RequestError && (error.code?.startsWith('plan-limit-') ?? false);
}
