import { UserX } from 'lucide-react';
import { loginAddress } from '../api/transport/go-to-login.ts';
import { Button } from '../parts/button.tsx';
import { EmptyState } from '../parts/states.tsx';
import { useTranslation } from '../words.ts';

/** Replaces the open page of a member who was removed from the account. */
export default function RemovedPage({ reason }: { reason: string }) {
  const { t } = useTranslation();
  return (
    <main className="grid min-h-dvh place-items-center" role="alert">
      <EmptyState
        isPage
        icon={UserX}
        title={t('removed.title')}
        action={
          <Button look="primary" asChild>
            <a href={loginAddress}>{t('removed.continue')}</a>
          </Button>
        }
      >
        {reason}
      </EmptyState>
    </main>
  );
}
