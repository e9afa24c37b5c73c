import { useQuery } from '@tanstack/react-query';
import { Blocks } from 'lucide-react';
import { useState } from 'react';
import type { AppView } from '#contract/accounts/apps.ts';
import { appsQuery, removeApp } from '../../api/apps.ts';
import { Button } from '../../parts/button.tsx';
import { ActionDialog } from '../../parts/dialogs/action-dialog.tsx';
import { useTranslation } from '../../words.ts';
import { CreateAppDialog } from './create-app-dialog.tsx';
import { Row, Rows } from './settings-section.tsx';

/** Apps that members of the account can connect. */
export function AppsRows() {
  const { t } = useTranslation();
  const { data } = useQuery(appsQuery);
  const [adding, setAdding] = useState(false);
  if (!data) return null;
  return (
    <Rows>
      <Row title={t('apps.title')} about={t('apps.about')}>
        {data.available ? <Button onClick={() => setAdding(true)}>{t('apps.register')}</Button> : null}
      </Row>
      {data.apps.map((app) => (
        <AppRow key={app.id} app={app} />
      ))}
      {adding ? <CreateAppDialog onClose={() => setAdding(false)} /> : null}
    </Rows>
  );
}

function AppRow({ app }: { app: AppView }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const { id, name, redirectUris, connections } = app;
  return (
    <Row
      title={
        <span className="flex items-center gap-2.5">
          <Blocks aria-hidden="true" className="size-[18px] shrink-0 stroke-[1.75] text-muted" />
          <span className="min-w-0 break-words">{name}</span>
        </span>
      }
      about={
        <span className="flex flex-col gap-0.5">
          <span>
            {t('apps.id')}{' '}
            <code dir="ltr" className="inline-block max-w-full text-xs break-all select-all">
              {id}
            </code>
          </span>
          <span dir="ltr" className="text-start font-mono text-xs break-all">
            {redirectUris.join(' ')}
          </span>
          <span>{t('apps.connections', { count: connections })}</span>
        </span>
      }
    >
      <Button onClick={() => setOpen(true)} aria-label={t('apps.removeOf', { name })}>
        {t('apps.remove')}
      </Button>
      <ActionDialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('apps.removeOf', { name })}
        action={t('apps.remove')}
        mutation={removeApp}
        given={id}
      >
        {t('apps.removeAbout')}
      </ActionDialog>
    </Row>
  );
}
