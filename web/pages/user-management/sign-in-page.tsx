import { useQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useRequiredTexts } from '../../api/later-words.ts';
import { teamQuery, changeTeam } from '../../api/team.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { LoadingError } from '../../parts/states.tsx';
import { currentUserQuery } from '../../api/account.ts';
import { Card } from '../../parts/card.tsx';
import { failureToast } from '../../parts/dialogs/outcome-toast.ts';
import { PersonPrompt } from '../../parts/dialogs/person-prompt.tsx';
import { Switch } from '../../parts/forms/switch.tsx';
import { useTranslation } from '../../words.ts';
import { ProvisioningSection } from './provisioning-section.tsx';
import { SignOnSection } from './sign-on-section.tsx';

export function SignInPage() {
  const say = useRequiredTexts('pages');
  const query = useQuery(teamQuery);
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={say('users.title')} about={say('areas.peopleAbout')} />
      {query.isLoadingError ? (
        <div className="rounded-lg border border-line bg-surface">
          <LoadingError query={query} />
        </div>
      ) : (
        <SignInSection />
      )}
    </div>
  );
}

/** The account's sign-in rules, for members who may change them. */
function SignInSection() {
  const { t } = useTranslation();
  const say = useRequiredTexts('pages');
  const team = useQuery(teamQuery).data;
  const owns = useQuery(currentUserQuery).data?.can.includes('team.own') === true;
  const changing = useMutation(changeTeam);
  const [turningOff, setTurningOff] = useState(false);
  const set = (twoFactorRequired: boolean) =>
    twoFactorRequired
      ? changing.mutate({ twoFactorRequired }, { onError: failureToast(t('team.failed')) })
      : setTurningOff(true);
  const close = () => {
    setTurningOff(false);
    changing.reset();
  };
  if (!team) return null;
  return (
    <Card title={say('team.signIn')} className="min-w-0 sm:px-6 sm:py-4">
      <div className="mt-3 flex items-start justify-between gap-6">
        <label htmlFor="factor-required" className="min-w-0">
          <span className="block font-medium">{say('team.factor')}</span>
          <span className="block max-w-prose text-muted">{say('team.factorAbout')}</span>
        </label>
        <Switch
          id="factor-required"
          checked={team.twoFactorRequired}
          disabled={changing.isPending}
          onChange={set}
        />
      </div>
      {turningOff ? (
        <PersonPrompt
          onClose={close}
          title={say('team.factorOff')}
          description={say('team.factorOffAbout')}
          action={say('team.factorOffAct')}
          look="danger"
          busy={changing.isPending}
          error={changing.error}
          onSubmit={(password) =>
            changing.mutate({ twoFactorRequired: false, password }, { onSuccess: close })
          }
        />
      ) : null}
      {owns ? <SignOnSection /> : null}
      {owns ? <ProvisioningSection /> : null}
    </Card>
  );
}
