import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { addressOf } from '#contract/address.ts';
import { aboutPaths } from '#contract/paths.ts';
import { addOrigin, originsQuery, removeOrigin } from '../../api/embedding.ts';
import { useDeferredTexts } from '../../api/later-words.ts';
import { changeTeam, teamQuery } from '../../api/team.ts';
import { reasonOf } from '../../api/transport/request.ts';
import { Button } from '../../parts/button.tsx';
import { ActionDialog } from '../../parts/dialogs/action-dialog.tsx';
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
  const [removing, setRemoving] = useState<{ id: string; origin: string } | null>(null);
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
                onClick={() => setRemoving({ id, origin })}
              >
                {t('embedding.remove')}
              </Button>
            </Row>
          ))}
          {list.data.available ? <AddWebsite /> : null}
          {list.data.origins.length > 0 ? <ReturnAddress /> : null}
        </Rows>
      ) : null}
      <a
        href={`${addressOf(aboutPaths.showDevelopers)}#embedding`}
        className="finger self-start rounded-sm text-ink underline underline-offset-3"
      >
        {t('embedding.reference')}
      </a>
      <ActionDialog
        open={removing !== null}
        onClose={() => setRemoving(null)}
        title={t('embedding.removeName', { origin: removing?.origin ?? '' })}
        action={t('embedding.remove')}
        mutation={removeOrigin}
        given={removing?.id ?? ''}
      >
        {t('embedding.removeAbout', { origin: removing?.origin ?? '' })}
      </ActionDialog>
    </SettingsSection>
  );
}

/** The page to which signers return after signing, unless a document has another one. */
function ReturnAddress() {
  const { t } = useTranslation();
  const say = useDeferredTexts('delivery');
  const team = useQuery(teamQuery).data;
  const saving = useMutation(changeTeam);
  const [typed, setTyped] = useState<string>();
  if (!team || !say) return null;
  const address = typed ?? team.returnUrl;
  return (
    <Form
      className="flex flex-col gap-3 px-4 py-4 sm:px-5"
      onSubmit={() => saving.mutate({ returnUrl: address.trim() }, { onSuccess: () => setTyped(undefined) })}
    >
      <InputField
        label={say('return.label')}
        hint={say('return.accountHint')}
        dir="ltr"
        type="url"
        maxLength={2000}
        placeholder="https://app.example.com/thanks"
        value={address}
        onChange={({ target }) => setTyped(target.value)}
      />
      {saving.isError ? <Problem>{reasonOf(saving.error)}</Problem> : null}
      <Button
        type="submit"
        className="self-start"
        disabled={address.trim() === team.returnUrl || saving.isPending}
      >
        {t('recipient.save')}
      </Button>
    </Form>
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
