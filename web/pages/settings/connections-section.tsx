import { useMutation, useQuery } from '@tanstack/react-query';
import { connectionsQuery, endConnection } from '../../api/apps.ts';
import { useActToast } from '../../documents/use-act-toast.ts';
import { Button } from '../../parts/button.tsx';
import { shortDate } from '../../parts/format.ts';
import { useTranslation } from '../../words.ts';
import { Row, Rows, SettingsSection } from './settings-section.tsx';

/** Apps that may act for the signed-in member; renders nothing if there are none. */
export function ConnectionsSection() {
  const { t } = useTranslation();
  const { data } = useQuery(connectionsQuery);
  const ending = useMutation(endConnection);
  const said = useActToast(t('connections.ended'));
  if (!data || data.length === 0) return null;
  return (
    <SettingsSection id="connections" title={t('connections.title')} about={t('connections.about')}>
      <Rows>
        {data.map(({ id, app, scopes, createdAt }) => (
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
              onClick={() => ending.mutate(id, said)}
            >
              {t('connections.end')}
            </Button>
          </Row>
        ))}
      </Rows>
    </SettingsSection>
  );
}
