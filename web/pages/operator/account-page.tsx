import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import type { InstallationAccountDetail } from '#contract/operations/operator.ts';
import { useDeferredTexts, type TranslateOf } from '../../api/later-words.ts';
import { actOnAccount, installationAccountQuery, type AccountAct } from '../../api/operator.ts';
import { RequestError } from '../../api/transport/request.ts';
import { showToast } from '../../kit/toast-store.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/dialogs/confirm-dialog.tsx';
import { dayAndTime, shortDate } from '../../parts/format.ts';
import { failureToast } from '../../parts/dialogs/outcome-toast.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { LoadingError, Skeleton } from '../../parts/states.tsx';
import { NotFoundPage } from '../../shell/not-found-page.tsx';
import { useTranslation } from '../../words.ts';
import { AccountBadges, titleOf } from './accounts-page.tsx';
import { Beside, RoomCard, RoomLine } from './room-card.tsx';

type Say = TranslateOf<'operator'>;
type Person = InstallationAccountDetail['members'][number];
type Asked = { act: AccountAct; person?: Person };

/** An account with its members and the operator's actions. It shows no documents. */
export function AccountPage() {
  const say = useDeferredTexts('operator');
  const { id = '' } = useParams();
  const [address] = useSearchParams();
  const found = useQuery(installationAccountQuery(id, address.get('cursor')));
  const [request, setRequest] = useState<Asked | null>(null);
  if (found.error instanceof RequestError && found.error.status === 404) return <NotFoundPage />;
  if (found.isLoadingError) return <LoadingError query={found} />;
  if (!found.data || !say) return <Skeleton className="h-64 rounded-lg" />;
  const { account, next } = found.data;
  return (
    <div className="flex flex-col gap-6">
      <Link to="/operator/accounts" className="self-start text-ink underline underline-offset-2">
        {say('accounts.back')}
      </Link>
      <PageHeader
        title={titleOf(account)}
        about={say('accounts.since', { date: shortDate(account.createdAt) })}
        action={account.own ? undefined : <Suspending account={account} say={say} onAsk={setRequest} />}
      />
      <div className="flex flex-wrap gap-2">
        <AccountBadges account={account} say={say} />
      </div>
      <RoomCard title={say('accounts.peopleTitle')} about={say('accounts.peopleAbout')}>
        {account.members.map((person) => (
          <PersonLine key={person.id} person={person} say={say} onAsk={setRequest} />
        ))}
      </RoomCard>
      {next ? (
        <Link
          className="self-start text-ink underline underline-offset-2"
          to={`/operator/accounts/${id}?${new URLSearchParams({ cursor: next })}`}
        >
          {say('accounts.morePeople')}
        </Link>
      ) : null}
      <Confirming accountId={id} asked={request} say={say} onClose={() => setRequest(null)} />
    </div>
  );
}

type Asking = { say: Say; onAsk: (request: Asked) => void };

function Suspending({ account, say, onAsk }: Asking & { account: InstallationAccountDetail }) {
  const act = account.suspendedAt ? 'lift' : 'suspend';
  return (
    <Button look={act === 'suspend' ? 'danger' : 'plain'} onClick={() => onAsk({ act })}>
      {say(`accounts.${act}`)}
    </Button>
  );
}

function PersonLine({ person, say, onAsk }: Asking & { person: Person }) {
  const { t } = useTranslation();
  const { name, email, role, emailConfirmed, lastSeenAt, sessions, secondFactor } = person;
  const button = (act: AccountAct) => (
    <Button
      size="small"
      aria-label={`${say(`accounts.${act}`)}: ${email}`}
      onClick={() => onAsk({ act, person })}
    >
      {say(`accounts.${act}`)}
    </Button>
  );
  return (
    <RoomLine
      action={
        <>
          {sessions > 0 ? button('end-sessions') : null}
          {secondFactor ? button('reset-second-factor') : null}
          {role !== 'owner' && emailConfirmed ? button('make-owner') : null}
        </>
      }
    >
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-medium wrap-anywhere">{name || email}</span>
        <Badge>{t(`team.role.${role}`)}</Badge>
        {emailConfirmed ? null : <Badge tone="warn">{say('accounts.unconfirmed')}</Badge>}
      </p>
      <Beside
        parts={[
          name ? email : null,
          lastSeenAt ? say('accounts.seen', { time: dayAndTime(lastSeenAt) }) : say('accounts.neverSeen'),
          say('accounts.sessions', { count: sessions }),
          secondFactor ? say('accounts.factor') : null,
        ]}
      />
    </RoomLine>
  );
}

type Confirm = { accountId: string; asked: Asked | null; say: Say; onClose: () => void };

function Confirming({ accountId, asked: request, say, onClose }: Confirm) {
  const acting = useMutation({
    ...actOnAccount,
    onSuccess: () => showToast({ title: say('accounts.done') }),
    onError: failureToast(say('room.actFailed')),
    onSettled: (...results) => {
      onClose();
      return actOnAccount.onSettled?.(...results);
    },
  });
  if (!request) return null;
  const { act, person } = request;
  const who = person ? person.name || person.email : '';
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={say(`accounts.${act}.title`, { who })}
      action={say(`accounts.${act}`)}
      busy={acting.isPending}
      onConfirm={() => acting.mutate({ act, accountId, userId: person?.id ?? '' })}
    >
      {say(`accounts.${act}.text`)}
    </ConfirmDialog>
  );
}
