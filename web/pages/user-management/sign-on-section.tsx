import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SignOnAnswer } from '#contract/accounts/sign-on.ts';
import { useDeferredTexts, useRequiredTexts, type TranslateOf } from '../../api/later-words.ts';
import { verifyDomain, deleteSignOn, enforceSignOn, saveSignOn, signOnQuery } from '../../api/sign-on.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { classNames } from '../../parts/class-names.ts';
import { failureToast } from '../../parts/dialogs/outcome-toast.ts';
import { InputField } from '../../parts/forms/form-field.tsx';
import { SelectField } from '../../parts/forms/select-field.tsx';
import { Switch } from '../../parts/forms/switch.tsx';
import { useTranslation } from '../../words.ts';
import { RoleClaimFields, type RoleClaim } from './role-claim-fields.tsx';
import { PersonPrompt } from '../../parts/dialogs/person-prompt.tsx';

type SignOn = NonNullable<SignOnAnswer['signOn']>;

/**
 * Single sign-on, for owners: the provider, the DNS record that verifies the domain, and whether it is
 * required.
 */
export function SignOnSection() {
  const say = useDeferredTexts('sign-on');
  const answer = useQuery(signOnQuery).data;
  const [editing, setEditing] = useState(false);
  if (!answer || !say) return null;
  const { signOn } = answer;
  return (
    <div className="mt-5 border-t border-line pt-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h3 className="flex flex-wrap items-center gap-2 font-medium">
            {say('title')}
            {signOn ? (
              <Badge tone={signOn.verifiedAt ? 'ok' : 'plain'}>
                {say(signOn.verifiedAt ? 'proved' : 'unproved')}
              </Badge>
            ) : null}
          </h3>
          <p className="max-w-prose text-muted">{say('about')}</p>
        </div>
        <Button onClick={() => setEditing(true)}>{say(signOn ? 'change' : 'setUp')}</Button>
      </div>
      {signOn ? <Standing answer={answer} signOn={signOn} say={say} /> : null}
      {editing ? <SignOnDialog answer={answer} say={say} onClose={() => setEditing(false)} /> : null}
    </div>
  );
}

function Standing({
  answer,
  signOn,
  say,
}: {
  answer: SignOnAnswer;
  signOn: SignOn;
  say: TranslateOf<'sign-on'>;
}) {
  const { t } = useTranslation();
  const claiming = useMutation(verifyDomain);
  const enforcing = useMutation(enforceSignOn);
  const [turningOff, setTurningOff] = useState(false);
  const close = () => {
    setTurningOff(false);
    enforcing.reset();
  };
  const failed = {
    onError: failureToast(t('team.failed')),
  };
  const facts = [
    [say('issuer'), signOn.issuer],
    [say('domain'), signOn.domain],
    ...(signOn.roleClaim ? [[say('claim.name'), rolesOf(signOn.roleClaim, t)]] : []),
    ...(signOn.verifiedAt
      ? [[say('start'), answer.startUri ?? '']]
      : [
          [say('recordName'), signOn.record.name],
          [say('recordValue'), signOn.record.value],
        ]),
  ];
  return (
    <>
      <dl className="mt-3 grid gap-x-4 gap-y-1.5 rounded-md bg-sunken px-3.5 py-3 sm:grid-cols-[max-content_1fr]">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd dir="ltr" className="min-w-0 font-mono text-xs leading-5 break-all rtl:text-end">
              {value}
            </dd>
          </div>
        ))}
      </dl>
      {signOn.verifiedAt ? (
        <div className="mt-3 flex items-start justify-between gap-6">
          <label htmlFor="sign-on-enforced" className="min-w-0">
            <span className="block font-medium">{say('enforce')}</span>
            <span className="block max-w-prose text-muted">{say('enforceAbout')}</span>
          </label>
          <Switch
            id="sign-on-enforced"
            checked={signOn.enforced}
            disabled={enforcing.isPending}
            onChange={(enforced) => (enforced ? enforcing.mutate({ enforced }, failed) : setTurningOff(true))}
          />
          {turningOff ? (
            <PersonPrompt
              onClose={close}
              title={say('enforceOff')}
              description={say('enforceOffAbout')}
              action={say('enforceOffAct')}
              look="danger"
              busy={enforcing.isPending}
              error={enforcing.error}
              onSubmit={(password) => enforcing.mutate({ enforced: false, password }, { onSuccess: close })}
            />
          ) : null}
        </div>
      ) : (
        <p className="mt-3 text-muted">{say('recordAbout')}</p>
      )}
      <div className={classNames('mt-3 flex flex-wrap gap-2', signOn.verifiedAt && '-ms-3.5')}>
        {signOn.verifiedAt ? null : (
          <Button
            look="primary"
            disabled={claiming.isPending}
            onClick={() => claiming.mutate(undefined, failed)}
          >
            {say('check')}
          </Button>
        )}
        <EndSignOn say={say} />
      </div>
    </>
  );
}

function rolesOf({ name, values }: RoleClaim, t: ReturnType<typeof useTranslation>['t']): string {
  return `${name}: ${values.map(({ value, role }) => `${value} → ${t(`team.role.${role}`)}`).join(', ')}`;
}

/** Members who signed in through the provider are signed out. */
function EndSignOn({ say }: { say: TranslateOf<'sign-on'> }) {
  const [asking, setAsking] = useState(false);
  const ending = useMutation(deleteSignOn);
  const close = () => {
    setAsking(false);
    ending.reset();
  };
  return (
    <>
      <Button look="quiet" onClick={() => setAsking(true)}>
        {say('end')}
      </Button>
      {asking ? (
        <PersonPrompt
          onClose={close}
          title={say('end')}
          description={say('endAbout')}
          action={say('end')}
          look="danger"
          busy={ending.isPending}
          error={ending.error}
          onSubmit={(password) => ending.mutate(password, { onSuccess: close })}
        />
      ) : null}
    </>
  );
}

type DialogProps = { answer: SignOnAnswer; say: TranslateOf<'sign-on'>; onClose: () => void };

function SignOnDialog({ answer, say, onClose }: DialogProps) {
  const { t } = useTranslation();
  const pages = useRequiredTexts('pages');
  const { signOn, redirectUri } = answer;
  const [form, setForm] = useState({
    issuer: signOn?.issuer ?? '',
    clientId: signOn?.clientId ?? '',
    clientSecret: '',
    domain: signOn?.domain ?? '',
  });
  const [role, setRole] = useState<SignOn['role']>(signOn?.role ?? 'member');
  const [claim, setClaim] = useState<RoleClaim>(signOn?.roleClaim ?? { name: '', values: [] });
  const saving = useMutation(saveSignOn);
  const save = (password: string) => {
    const { clientSecret, ...rest } = form;
    const values = claim.values.filter(({ value }) => value.trim() !== '');
    const roleClaim = claim.name.trim() === '' || values.length === 0 ? null : { name: claim.name, values };
    const given = { ...rest, role, roleClaim, password, ...(clientSecret && { clientSecret }) };
    saving.mutate(given, { onSuccess: onClose });
  };
  const boxes = [
    ['issuer', 'url', say('issuerHint')],
    ['clientId', 'text', undefined],
    ['clientSecret', 'password', signOn ? say('secretKept') : undefined],
    ['domain', 'text', say('domainHint')],
  ] as const;
  return (
    <PersonPrompt
      onClose={onClose}
      title={say('title')}
      action={pages('team.save')}
      busy={saving.isPending}
      error={saving.error}
      onSubmit={save}
    >
      {boxes.map(([name, type, hint]) => (
        <InputField
          key={name}
          label={say(`${name}`)}
          {...(hint && { hint })}
          type={type}
          dir="ltr"
          autoComplete="off"
          value={form[name]}
          onChange={({ target }) => setForm({ ...form, [name]: target.value })}
        />
      ))}
      <SelectField
        label={say('role')}
        value={role}
        options={(['member', 'viewer'] as const).map((value) => ({
          value,
          text: t(`team.role.${value}`),
        }))}
        onChange={setRole}
      />
      <RoleClaimFields claim={claim} say={say} onChange={setClaim} />
      <p className="text-muted">
        {say('redirect')}
        <span
          dir="ltr"
          className="mt-1.5 block rounded-md bg-sunken px-3 py-2 font-mono text-xs break-all rtl:text-end"
        >
          {redirectUri}
        </span>
      </p>
    </PersonPrompt>
  );
}
