import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { DocumentDetail } from '#contract/documents/documents.ts';
import { contactQuery } from '../api/contacts.ts';
import { saveRecipients } from '../api/documents.ts';
import { reasonOf } from '../api/transport/request.ts';
import { useTranslation } from '../words.ts';

/** The contact in the URL, who becomes the first recipient of the upload. */
export function useContactToSendTo() {
  const { t } = useTranslation();
  const [query, setQuery] = useSearchParams();
  const id = query.get('contact');
  const { data, error, isLoading } = useQuery({ ...contactQuery(id ?? ''), enabled: id !== null });
  const contact = id === null ? null : (data ?? null);
  return {
    contact,
    loading: isLoading,
    problem: id !== null && error ? reasonOf(error) : null,
    forget: () =>
      setQuery(
        (before) => {
          const next = new URLSearchParams(before);
          next.delete('contact');
          return next;
        },
        { replace: true },
      ),
    /** Returns the message for a failure. The document exists in any case. */
    addTo: async ({ id: documentId, revision }: DocumentDetail) => {
      if (!contact) return undefined;
      const { email, name } = contact;
      try {
        await saveRecipients(documentId, { recipients: [{ email, name }], revision });
        return undefined;
      } catch (failure) {
        return {
          title: t('contacts.recipientFailed'),
          description: reasonOf(failure),
          look: 'danger' as const,
        };
      }
    },
  };
}

export type ContactToSendTo = ReturnType<typeof useContactToSendTo>;
