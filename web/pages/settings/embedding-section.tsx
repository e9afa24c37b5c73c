import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { addressOf } from '#contract/address.ts';
import { aboutPaths } from '#contract/paths.ts';
import { addOrigin, originsQuery, removeOrigin } from '../../api/embedding.ts';
import { reasonOf } from '../../api/transport/request.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/dialogs/confirm-dialog.tsx';
import { InputField } from '../../parts/forms/form-field.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { shortDate } from '../../parts/format.ts';
import { Problem } from '../../parts/problem.tsx';
import { LoadingError, Skeleton } from '../../parts/states.tsx';
import { useTranslation } from '../../words.ts';
import { Row, Rows, SettingsSection } from './settings-section.tsx';

/** The websites that may embed pages of the product. */
export function EmbeddingSection() {
  const { t } = useTranslation();
  const list = useQuery(originsQuery);
  const [asked, setAsked] = useState<{ id: string; origin: string } | null>(null);
  const removing = useMutation(removeOrigin);
  return (
    <SettingsSection id="embedding" title={t('embedding.title')} about={t('embedding.about')}>
      {list.isPending ? <Skeleton className="h-20 rounded-lg" /> : null}
      <LoadingError query={list} />
      {list.data ? (
        <Rows>
          <Row
            title={t('embedding.websites')}
            about={list.data.available ? t('embedding.none') : t('keys.notInPlan')}
          />
          {list.data.origins.map(({ id, origin, createdAt }) => (
            <Row
              key={id}
              title={<bdi dir="ltr">{origin}</bdi>}
              about={t('embedding.since', { date: shortDate(createdAt) })}
            >
              <Button
                look="quiet"
                className="max-sm:-ms-3.5"
                aria-label={t('embedding.removeName', { origin })}
                onClick={() => setAsked({ id, origin })}
              >
                {t('embedding.remove')}
              </Button>
            </Row>
          ))}
          {list.data.available ? <AddWebsite /> : null}
        </Rows>
      ) : null}
      <a
        href={`${addressOf(aboutPaths.showDevelopers)}#embedding`}
        className="finger self-start rounded-sm text-ink underline underline-offset-3"
      >
        {t('embedding.reference')}
      </a>
      <ConfirmDialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={t('embedding.removeName', { origin: asked?.origin ?? '' })}
        action={t('embedding.remove')}
        busy={removing.isPending}
        onConfirm={() => asked && removing.mutate(asked.id, { onSuccess: () => setAsked(null) })}
      >
        {removing.isError
          ? reasonOf(removing.error)
          : t('embedding.removeAbout', { origin: asked?.origin ?? '' })}
      </ConfirmDialog>
    </SettingsSection>
  );
}

function AddWebsite() {
  const { t } = useTranslation();
  const [origin, setOrigin] = useState('');
  const adding = useMutation(addOrigin);
  return (
    <Form
      className="flex flex-col gap-3 px-4 py-4 sm:px-5"
      onSubmit={() => adding.mutate(origin, { onSuccess: () => setOrigin('') })}
    >
      <InputField
        label={t('embedding.origin')}
        dir="ltr"
        type="url"
        maxLength={300}
        placeholder="https://app.example.com"
        value={origin}
        onChange={({ target }) => setOrigin(target.value)}
      />
      {adding.isError ? <Problem>{reasonOf(adding.error)}</Problem> : null}
      <Button type="submit" className="self-start" disabled={origin.trim() === '' || adding.isPending}>
        {t('embedding.add')}
      </Button>
    </Form>
  );
}
