import { UserRound, X } from 'lucide-react';
import { Button } from '../parts/button.tsx';
import { Skeleton } from '../parts/states.tsx';
import { Problem } from '../parts/problem.tsx';
import { useTranslation } from '../words.ts';
import type { ContactToSendTo } from './use-contact-to-send-to.ts';

/** Names the recipient of the upload when the member came here from a contact. */
export function ForContact({ recipient, disabled }: { recipient: ContactToSendTo; disabled: boolean }) {
  const { t } = useTranslation();
  const { contact, loading, problem, forget } = recipient;
  if (loading) return <Skeleton className="h-14" />;
  if (problem) {
    return <Problem>{problem}</Problem>;
  }
  if (!contact) return null;
  return (
    <div className="flex items-center gap-3 rounded-md bg-ink-soft px-3.5 py-2">
      <UserRound aria-hidden="true" className="size-5 shrink-0 text-ink" />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">
          {t('contacts.forUpload', { name: contact.name || contact.email })}
        </p>
        <p className="text-xs break-words text-muted">
          {t('contacts.forUploadText', { email: contact.email })}
        </p>
      </div>
      <Button
        look="quiet"
        size="icon"
        aria-label={t('contacts.forNobody')}
        disabled={disabled}
        onClick={forget}
      >
        <X aria-hidden="true" />
      </Button>
    </div>
  );
}
