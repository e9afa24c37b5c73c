import { useMutation, useQuery } from '@tanstack/react-query';
import { Laptop, Smartphone } from 'lucide-react';
import { useState } from 'react';
import type { SessionView } from '#contract/accounts/security.ts';
import { reasonOf } from '../../../api/transport/request.ts';
import { endSession, sessionsQuery, signOutEverywhere } from '../../../api/security.ts';
import { Badge } from '../../../parts/badge.tsx';
import { Button } from '../../../parts/button.tsx';
import { ConfirmDialog } from '../../../parts/dialogs/confirm-dialog.tsx';
import { failureToast } from '../../../parts/dialogs/outcome-toast.ts';
import { dayAndTime, exactTime } from '../../../parts/format.ts';
import { LoadingError, Skeleton } from '../../../parts/states.tsx';
import { useTranslation } from '../../../words.ts';
import { Row, Rows, SettingsSection } from '../settings-section.tsx';

const phones = new Set(['iPhone', 'iPad', 'Android']);

/** The active sessions, and buttons to end them. */
export function SessionsSection() {
  const { t } = useTranslation();
  const sessions = useQuery(sessionsQuery);
  const everywhere = useMutation(signOutEverywhere);
  const [asking, setAsking] = useState(false);
  return (
    <SettingsSection id="sessions" title={t('settings.sessions')} about={t('settings.sessionsAbout')}>
      <Rows>
        {sessions.isPending ? <Skeleton className="m-5 h-12" /> : null}
        <LoadingError query={sessions} />
        {sessions.data?.map((session) => (
          <Session key={session.id} session={session} />
        ))}
      </Rows>
      <Button look="danger" className="self-start" onClick={() => setAsking(true)}>
        {t('settings.signOutEverywhere')}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('settings.signOutEverywhere')}
        action={t('settings.signOutEverywhere')}
        busy={everywhere.isPending || everywhere.isSuccess}
        onConfirm={() => everywhere.mutate()}
      >
        {everywhere.isError ? reasonOf(everywhere.error) : t('settings.signOutAbout')}
      </ConfirmDialog>
    </SettingsSection>
  );
}

function Session({ session }: { session: SessionView }) {
  const { t } = useTranslation();
  const ending = useMutation(endSession);
  const device = [session.browser, session.system].filter(Boolean).join(' · ') || t('settings.deviceUnknown');
  const Icon = phones.has(session.system ?? '') ? Smartphone : Laptop;
  const end = () =>
    ending.mutate(session.id, {
      onError: failureToast(t('settings.failed')),
    });
  return (
    <Row
      title={
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <Icon aria-hidden="true" className="size-[18px] shrink-0 stroke-[1.75] text-muted" />
          {device}
          {session.current ? <Badge tone="ok">{t('settings.thisDevice')}</Badge> : null}
        </span>
      }
      about={
        <>
          {session.ip ? <span dir="ltr">{session.ip}</span> : null}
          {session.ip ? ' · ' : ''}
          <time dateTime={session.lastSeenAt} title={exactTime(session.lastSeenAt)}>
            {t('settings.lastSeen', { time: dayAndTime(session.lastSeenAt) })}
          </time>
        </>
      }
    >
      {session.current ? null : (
        <Button disabled={ending.isPending} onClick={end} aria-label={t('settings.endSessionOf', { device })}>
          {t('settings.endSession')}
        </Button>
      )}
    </Row>
  );
}
