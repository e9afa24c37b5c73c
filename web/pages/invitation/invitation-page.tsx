import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { InvitationLook } from '#contract/accounts/team.ts';
import { addressOf } from '#contract/address.ts';
import { signInPaths } from '#contract/paths.ts';
import { currentUserQuery } from '../../api/account.ts';
import { signOut } from '../../api/transport/go-to-login.ts';
import { reasonOf, RequestError } from '../../api/transport/request.ts';
import { acceptInvitation, invitationQuery, signUpInvited } from '../../api/team.ts';
import { Button } from '../../parts/button.tsx';
import { InputField } from '../../parts/forms/form-field.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { ErrorState, Skeleton } from '../../parts/states.tsx';
import { IdentityHints } from '../../parts/identity-hints.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useTranslation } from '../../words.ts';

/**
 * The page that an invitation link opens. The secret is in the URL fragment and kept in the tab during
 * sign-in, so that it is never sent to a server as part of a URL.
 */
export function InvitationPage() {
  const { t } = useTranslation();
  const [link] = useState(readLink);
  const invitation = useQuery({ ...invitationQuery(link), enabled: link !== '' });
  // After a server error, a lost connection or rate limiting, the invitation may still be valid, so a retry
  // is offered.
  const { error } = invitation;
  const isOver = error instanceof RequestError && error.status < 500 && error.status !== 429;
  return (
    <div className="mx-auto w-full max-w-md py-10">
      <section className="rounded-lg border border-line bg-surface p-5 shadow-card sm:p-6">
        {invitation.isError && !isOver ? (
          <ErrorState reason={reasonOf(error)} onRetry={() => void invitation.refetch()} />
        ) : null}
        {link === '' || isOver ? (
          <>
            <h1 className="font-serif text-2xl tracking-[-0.015em]">{t('invitation.over')}</h1>
            <p role="alert" className="mt-2 text-muted">
              {link === '' ? t('invitation.none') : reasonOf(error)}
            </p>
          </>
        ) : null}
        {link !== '' && invitation.isPending ? <Skeleton className="h-40" /> : null}
        {invitation.data ? <Asked invitation={invitation.data} link={link} /> : null}
      </section>
    </div>
  );
}

function Asked({ invitation, link }: { invitation: InvitationLook; link: string }) {
  const { t } = useTranslation();
  const user = useQuery(currentUserQuery);
  const { account, invitedBy, role, email, signUp } = invitation;
  return (
    <>
      <h1 className="font-serif text-2xl tracking-[-0.015em]">{t('invitation.title', { account })}</h1>
      <p className="mt-2">{t('invitation.by', { name: invitedBy, role: t(`team.role.${role}`) })}</p>
      <IdentityHints people={[account, invitedBy].map((name) => ({ name, email: '' }))} />
      {role === 'owner' ? null : <p className="mt-1 text-muted">{t(`team.may.${role}`)}</p>}
      <p className="mt-4 text-muted">{t('invitation.only', { email })}</p>
      <div className="mt-5 flex flex-wrap gap-2">
        {user.isPending ? (
          <Skeleton className="h-9 w-40" />
        ) : user.data ? (
          <Accept link={link} />
        ) : signUp ? (
          <SignUp link={link} />
        ) : (
          <SignIn link={link} />
        )}
      </div>
      {user.data ? (
        <p className="mt-4 text-xs text-muted">{t('invitation.signedInAs', { email: user.data.email })}</p>
      ) : null}
    </>
  );
}

/** Accepts without another click after a sign-in that was started here. */
function Accept({ link }: { link: string }) {
  const { t } = useTranslation();
  const accepting = useMutation(acceptInvitation);
  const accept = () => accepting.mutate(link, { onSuccess: enter });
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current || sessionStorage.getItem(signedIn) !== link) return;
    begun.current = true;
    sessionStorage.removeItem(signedIn);
    accept();
  });
  return (
    <>
      <Button look="primary" onClick={accept} disabled={accepting.isPending}>
        {t('invitation.accept')}
      </Button>
      {accepting.isError ? (
        <>
          <Button onClick={signOut}>{t('shell.signOut')}</Button>
          <Problem className="w-full">{reasonOf(accepting.error)}</Problem>
        </>
      ) : null}
    </>
  );
}

/** For new people. The link proves their address, so only a name and a password are missing. */
function SignUp({ link }: { link: string }) {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const joining = useMutation(signUpInvited);
  return (
    <Form
      className="flex w-full flex-col gap-4"
      onSubmit={() => joining.mutate({ link, name, password }, { onSuccess: enter })}
    >
      <InputField
        label={t('invitation.name')}
        required
        autoComplete="name"
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <InputField
        label={t('invitation.password')}
        hint={t('invitation.passwordHint')}
        required
        type="password"
        autoComplete="new-password"
        value={password}
        onChange={({ target }) => setPassword(target.value)}
      />
      {joining.isError ? <Problem>{reasonOf(joining.error)}</Problem> : null}
      <Button
        look="primary"
        type="submit"
        className="self-start max-sm:w-full"
        disabled={joining.isPending || name.trim() === '' || password === ''}
      >
        {t('invitation.join')}
      </Button>
    </Form>
  );
}

function SignIn({ link }: { link: string }) {
  const { t } = useTranslation();
  const go = () => {
    sessionStorage.setItem(kept, link);
    sessionStorage.setItem(signedIn, link);
    const query = { returnTo: '/invitation' };
    window.location.assign(addressOf(signInPaths.signIn, { query }));
  };
  return (
    <Button look="primary" onClick={go}>
      {t('invitation.signIn')}
    </Button>
  );
}

/** Opens the account that was just joined, without the state of any other. */
function enter(): void {
  sessionStorage.removeItem(kept);
  window.location.assign('/');
}

const kept = 'invitation';
/** Stores the invitation for which a sign-in was started. */
const signedIn = 'invitation-sign-in';

function readLink(): string {
  return window.location.hash.slice(1) || (sessionStorage.getItem(kept) ?? '');
}
