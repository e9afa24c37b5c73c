import { useQuery } from '@tanstack/react-query';
import type { ContactView } from '#contract/accounts/contacts.ts';
import { contactsQuery } from '../api/contacts.ts';
import { editorFrame } from '../kit/frame.ts';

const maxSuggestions = 8;

/** Returns contacts that match the input. To show them, set `list` of the input to this list's id. */
export function useContactSuggestions(typed: string): readonly ContactView[] {
  const q = typed.trim();
  const { data } = useQuery({
    ...contactsQuery({ q, cursor: null, limit: maxSuggestions }),
    refetchOnMount: false,
    // A single letter would match everyone. In a frame of another website, the account's contacts are not
    // revealed.
    enabled: q.length >= 2 && !editorFrame(),
  });
  return q.length >= 2 ? (data?.rows ?? []) : [];
}

export function ContactSuggestions({ id, contacts }: { id: string; contacts: readonly ContactView[] }) {
  return (
    <datalist id={id}>
      {contacts.map(({ id: key, email, name, company }) => (
        <option key={key} value={email}>
          {[name, company].filter((part) => part !== '').join(', ')}
        </option>
      ))}
    </datalist>
  );
}
