import { useMutation } from '@tanstack/react-query';
import type { ConnectionView } from '#contract/accounts/apps.ts';
import { useRequiredTexts } from '../../api/later-words.ts';
import { endConnection } from '../../api/apps.ts';
import { useActToast } from '../../documents/use-act-toast.ts';
import { Button } from '../../parts/button.tsx';
import { shortDate } from '../../parts/format.ts';
import { useTranslation } from '../../words.ts';
import { Row, Rows, SettingsSection } from './settings-section.tsx';

/** Apps that may act for the signed-in member. */
export function ConnectionsSection({ connections }: { connections: ConnectionView[] }) {
  const { t } = useTranslation();
  const say = useRequiredTexts('pages');
  const ending = useMutation(endConnection);
  const toast = useActToast(t('connections.ended'));
  return (
    <SettingsSection id="connections" title={t('connections.title')} about={t('connections.about')}>
      <Rows>
        {connections.length === 0 ? (
          <Row title={say('areas.noApps')} about={say('areas.noAppsAbout')} />
        ) : null}
        {connections.map(({ id, app, scopes, createdAt }) => (
          <Row
            key={id}
            title={app}
            about={
              <span className="flex flex-col gap-0.5">
                <span dir="ltr" className="text-start font-mono text-xs">
                  {scopes.join(' ')}
                </span>
                <span>{t('connections.since', { date: shortDate(createdAt) })}</span>
              </span>
            }
          >
            <Button
              aria-label={t('connections.endOf', { app })}
              disabled={ending.isPending}
              onClick={() => ending.mutate(id, toast)}
            >
              {t('connections.end')}
            </Button>
          </Row>
        ))}
      </Rows>
    </SettingsSection>
  );
}
