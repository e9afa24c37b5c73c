import { useQuery } from '@tanstack/react-query';
import { Archive, Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { destinationsQuery } from '../../api/destinations.ts';
import { useRequiredTexts } from '../../api/later-words.ts';
import { Button } from '../../parts/button.tsx';
import { SecretDialog } from '../../parts/dialogs/secret-dialog.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { EmptyState, LoadingError, Skeleton } from '../../parts/states.tsx';
import { useTranslation } from '../../words.ts';
import { DestinationCard } from './destination-card.tsx';
import { DestinationDialog } from './destination-dialog.tsx';

/** The destinations to which the account's finished files are delivered. */
export function DestinationsPage() {
  return (
    <Suspense fallback={<Skeleton className="h-40 rounded-lg" />}>
      <Destinations />
    </Suspense>
  );
}

function Destinations() {
  const { t } = useTranslation();
  const say = useRequiredTexts('destinations');
  const destinations = useQuery(destinationsQuery);
  const [adding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const add = (
    <Button look="primary" onClick={() => setAdding(true)}>
      <Plus aria-hidden="true" />
      {say('add')}
    </Button>
  );
  return (
    <div className="flex max-w-[960px] flex-col gap-6">
      <PageHeader
        title={t('destinations.title')}
        about={say('about')}
        action={destinations.data?.length ? add : null}
      />
      {destinations.isPending ? <Skeleton className="h-40 rounded-lg" /> : null}
      <LoadingError query={destinations} />
      {destinations.data?.length === 0 ? (
        <div className="rounded-lg border border-line bg-surface">
          <EmptyState icon={Archive} title={say('none')} action={add}>
            {say('noneText')}
          </EmptyState>
        </div>
      ) : null}
      {destinations.data?.map((destination) => (
        <DestinationCard key={destination.id} destination={destination} />
      ))}
      {adding ? <DestinationDialog onClose={() => setAdding(false)} onSecret={setSecret} /> : null}
      {secret === null ? null : (
        <SecretDialog
          title={say('signingSecret')}
          about={say('secretAbout')}
          secret={secret}
          kept={say('secretKept')}
          onClose={() => setSecret(null)}
        />
      )}
    </div>
  );
}
