import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { addressOf } from '#contract/address.ts';
import type { ApiKeyList } from '#contract/accounts/api-keys.ts';
import { aboutPaths } from '#contract/paths.ts';
import { apiKeysQuery } from '../../api/api-keys.ts';
import { useReopen } from '../../api/keep-typed.ts';
import { Button } from '../../parts/button.tsx';
import { LoadingError, Skeleton } from '../../parts/states.tsx';
import { useTranslation } from '../../words.ts';
import { AppsRows } from './apps-rows.tsx';
import { ApiKeyRow } from './api-key-row.tsx';
import { createKeyForm, CreateKeyDialog } from './create-key-dialog.tsx';
import { Row, Rows, SettingsSection } from './settings-section.tsx';

/** The API keys of the account: create, manage and revoke. */
export function ApiKeysSection() {
  const { t } = useTranslation();
  const keys = useQuery(apiKeysQuery);
  return (
    <SettingsSection id="api" title={t('keys.title')} about={t('keys.about')}>
      {keys.isPending ? <Skeleton className="h-20 rounded-lg" /> : null}
      {keys.isLoadingError ? (
        <div className="rounded-lg border border-line bg-surface">
          <LoadingError query={keys} />
        </div>
      ) : null}
      {keys.data ? <Keys list={keys.data} /> : null}
    </SettingsSection>
  );
}

function Keys({ list: { keys, available } }: { list: ApiKeyList }) {
  const { t } = useTranslation();
  const [adding, setAdding] = useState(false);
  const [ended, setEnded] = useState(false);
  useReopen(createKeyForm, () => setAdding(true));
  const active = keys.filter(({ state }) => state === 'active');
  const over = keys.filter(({ state }) => state !== 'active');
  return (
    <>
      <Rows>
        <Row title={t('keys.yours')} about={available ? t('keys.none') : t('keys.notInPlan')}>
          {available ? (
            <Button onClick={() => setAdding(true)}>{t('keys.make')}</Button>
          ) : (
            <Button asChild>
              <Link to="/billing">{t('usage.seePlans')}</Link>
            </Button>
          )}
        </Row>
        {active.map((key) => (
          <ApiKeyRow key={key.id} apiKey={key} available={available} />
        ))}
        {ended ? over.map((key) => <ApiKeyRow key={key.id} apiKey={key} available={available} />) : null}
      </Rows>
      {over.length > 0 ? (
        <Button look="link" size="text" className="self-start" onClick={() => setEnded(!ended)}>
          {ended ? t('keys.hideEnded') : t('keys.showEnded')}
        </Button>
      ) : null}
      <AppsRows />
      <a
        href={addressOf(aboutPaths.showDevelopers)}
        className="finger self-start rounded-sm text-ink underline underline-offset-3"
      >
        {t('keys.reference')}
      </a>
      {adding ? <CreateKeyDialog onClose={() => setAdding(false)} /> : null}
    </>
  );
}
