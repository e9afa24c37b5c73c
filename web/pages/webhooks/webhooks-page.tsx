import { useQuery } from '@tanstack/react-query';
import { Plus, Webhook } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useRequiredTexts } from '../../api/later-words.ts';
import { webhooksQuery } from '../../api/webhooks.ts';
import { Button } from '../../parts/button.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { EmptyState, LoadingError, Skeleton } from '../../parts/states.tsx';
import { useTranslation } from '../../words.ts';
import { EndpointCard } from './endpoint-card.tsx';
import { EndpointDialog } from './endpoint-dialog.tsx';
import { SecretDialog } from '../../parts/dialogs/secret-dialog.tsx';

/** The webhook endpoints of the account. */
export function WebhooksPage() {
  return (
    <Suspense fallback={<Skeleton className="h-40 rounded-lg" />}>
      <Endpoints />
    </Suspense>
  );
}

function Endpoints() {
  const { t } = useTranslation();
  const say = useRequiredTexts('webhooks');
  const webhooks = useQuery(webhooksQuery);
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
        title={t('webhooks.title')}
        about={say('about')}
        action={webhooks.data?.length ? add : null}
      />
      {webhooks.isPending ? <Skeleton className="h-40 rounded-lg" /> : null}
      <LoadingError query={webhooks} />
      {webhooks.data?.length === 0 ? (
        <div className="rounded-lg border border-line bg-surface">
          <EmptyState icon={Webhook} title={say('none')} action={add}>
            {say('noneText')}
          </EmptyState>
        </div>
      ) : null}
      {webhooks.data?.map((webhook) => (
        <EndpointCard key={webhook.id} webhook={webhook} onSecret={setSecret} />
      ))}
      {adding ? <EndpointDialog onClose={() => setAdding(false)} onAdded={setSecret} /> : null}
      {secret === null ? null : (
        <SecretDialog
          title={say('secret')}
          about={say('secretAbout')}
          secret={secret}
          kept={say('secretKept')}
          onClose={() => setSecret(null)}
        />
      )}
    </div>
  );
}
