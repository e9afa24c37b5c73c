import { useQuery } from '@tanstack/react-query';
import type { UseFormReturn } from 'react-hook-form';
import { currentUserQuery } from '../../api/account.ts';
import { originsQuery } from '../../api/embedding.ts';
import { useDeferredTexts } from '../../api/later-words.ts';
import { editorFrame } from '../../kit/frame.ts';
import { InputField } from '../../parts/forms/form-field.tsx';
import type { SendForm } from './send-values.ts';

/** The page to which signers return after signing. Offered if the account allows websites for it. */
export function ReturnAddress({ form }: { form: UseFormReturn<SendForm> }) {
  const say = useDeferredTexts('delivery');
  const user = useQuery(currentUserQuery).data;
  const mayList = !editorFrame() && (user?.can.includes('key.manage') ?? false);
  const origins = useQuery({ ...originsQuery, enabled: mayList }).data?.origins ?? [];
  const isSet = form.getValues('returnUrl') !== '';
  if (!say || (origins.length === 0 && !isSet)) return null;
  return (
    <InputField
      label={say('return.label')}
      hint={say('return.hint')}
      dir="ltr"
      type="url"
      maxLength={2000}
      placeholder={`${origins[0]?.origin ?? 'https://app.example.com'}/thanks`}
      {...form.register('returnUrl')}
    />
  );
}
