import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import type { InstallationAccount } from '#contract/operations/operator.ts';
import { useDeferredTexts, type TranslateOf } from '../../api/later-words.ts';
import { installationAccountsQuery } from '../../api/operator.ts';
import { RequestError } from '../../api/transport/request.ts';
import { Badge } from '../../parts/badge.tsx';
import { shortDate } from '../../parts/format.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { SearchBox } from '../../parts/forms/search-box.tsx';
import { EmptyState, LoadingError, Skeleton } from '../../parts/states.tsx';
import { NotFoundPage } from '../../shell/not-found-page.tsx';
import { Beside } from './room-card.tsx';

type Say = TranslateOf<'operator'>;

/** The accounts of the installation, with search by name, address or person. */
export function AccountsPage() {
  const say = useDeferredTexts('operator');
  const [address, setAddress] = useSearchParams();
  const search = address.get('search') ?? '';
  const list = useQuery(installationAccountsQuery(search, address.get('cursor')));
  if (list.error instanceof RequestError && list.error.status === 404) return <NotFoundPage />;
  if (!say) return <Skeleton className="h-64 rounded-lg" />;
  const next = list.data?.next;
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={say('accounts.title')} about={say('accounts.about')} />
      <SearchBox
        label={say('accounts.search')}
        value={search}
        onSearch={(words) => setAddress(words === '' ? {} : { search: words })}
        className="flex-none"
      />
      <section
        aria-label={say('accounts.title')}
        className="overflow-hidden rounded-lg border border-line bg-surface shadow-card"
      >
        {list.isPending ? <Skeleton className="m-5 h-24" /> : null}
        <LoadingError query={list} />
        {list.data?.rows.length === 0 ? (
          <EmptyState icon={Users} title={say('accounts.none')}>
            {say('accounts.noneText')}
          </EmptyState>
        ) : null}
        <ul className="divide-y divide-line">
          {list.data?.rows.map((account) => (
            <li key={account.id}>
              <Line account={account} say={say} />
            </li>
          ))}
        </ul>
      </section>
      {next ? (
        <Link
          className="self-start text-ink underline underline-offset-2"
          to={`/operator/accounts?${new URLSearchParams({ ...(search && { search }), cursor: next })}`}
        >
          {say('accounts.more')}
        </Link>
      ) : null}
    </div>
  );
}

function Line({ account, say }: { account: InstallationAccount; say: Say }) {
  const { id, owners, people, createdAt } = account;
  return (
    <Link to={`/operator/accounts/${id}`} className="block px-4 py-3.5 hover:bg-sunken sm:px-5">
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 font-medium wrap-anywhere">{titleOf(account)}</span>
        <AccountBadges account={account} say={say} />
      </span>
      <Beside
        parts={[
          account.name ? owners.join(', ') : null,
          say('accounts.people', { count: people }),
          say('accounts.since', { date: shortDate(createdAt) }),
        ]}
      />
    </Link>
  );
}

export const titleOf = ({ name, owners, id }: InstallationAccount): string => name || owners.join(', ') || id;

export function AccountBadges({
  account: { suspendedAt, closesAt },
  say,
}: {
  account: InstallationAccount;
  say: Say;
}) {
  return (
    <>
      {suspendedAt ? (
        <Badge tone="danger" dot>
          {say('accounts.suspended', { date: shortDate(suspendedAt) })}
        </Badge>
      ) : null}
      {closesAt ? (
        <Badge tone="warn" dot>
          {say('accounts.closes', { date: shortDate(closesAt) })}
        </Badge>
      ) : null}
    </>
  );
}
