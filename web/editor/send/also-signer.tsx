import { useQuery } from '@tanstack/react-query';
import { PenLine } from 'lucide-react';
import type { UseFormReturn } from 'react-hook-form';
import { currentUserQuery } from '../../api/account.ts';
import { Button } from '../../parts/button.tsx';
import { useWords } from '../../words.ts';
import type { SendForm } from './send-values.ts';

type Props = { form: UseFormReturn<SendForm>; onAdd: (me: { email: string; name: string }) => void };

/** 'I’m also a signer': adds the sender to the recipients. They can sign immediately after sending. */
export function AlsoSigner({ form, onAdd }: Props) {
  const { t } = useWords();
  const user = useQuery(currentUserQuery).data;
  const rows = form.watch('recipients');
  if (!user || rows.some(({ email }) => email.trim().toLowerCase() === user.email.toLowerCase())) return null;
  const name = `${user.firstName} ${user.lastName}`.trim();
  return (
    <Button look="quiet" onClick={() => onAdd({ email: user.email, name })}>
      <PenLine aria-hidden="true" />
      {t('send.alsoSigner')}
    </Button>
  );
}
