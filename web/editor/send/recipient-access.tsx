import { ChevronDown } from 'lucide-react';
import type { UseFormReturn } from 'react-hook-form';
import { passkeyRules } from '#core/ceremony/passkey.ts';
import { InputField } from '../../parts/forms/form-field.tsx';
import { FormSelect } from '../../parts/forms/form-select.tsx';
import { useTranslation } from '../../words.ts';
import { useDeferredTexts } from '../../api/later-words.ts';
import { isEmailed } from './send-request.ts';
import { FormSwitch } from './form-switch.tsx';
import type { SendForm } from './send-values.ts';

type Props = { form: UseFormReturn<SendForm>; index: number };

/**
 * The protection of a recipient: an access code that the sender shares, a one-time code by email before the
 * document opens, and a passkey when signing.
 */
export function RecipientAccess({ form, index }: Props) {
  const { t } = useTranslation();
  const say = useDeferredTexts('delivery');
  const needed = form.watch(`recipients.${index}.codeNeeded`);
  const isDelivered = !isEmailed(form.watch(`recipients.${index}`));
  return (
    <details open={needed || isDelivered || undefined} className="group min-w-0 text-sm sm:col-span-2">
      <summary className="flex w-fit list-none items-center gap-1.5 rounded-sm font-medium pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
        {t('send.protection')}
        <ChevronDown
          aria-hidden="true"
          className="size-4 text-muted transition-transform duration-100 group-open:rotate-180"
        />
      </summary>
      {isDelivered && say ? <p className="mt-1 text-xs text-muted">{say('link.protect')}</p> : null}
      <div className="mt-2 grid gap-3 sm:grid-cols-2 sm:items-start">
        <InputField
          label={t('send.accessCode')}
          hint={t(needed ? 'send.accessCodeRequired' : 'send.accessCodeHint')}
          autoComplete="off"
          maxLength={200}
          {...form.register(`recipients.${index}.accessCode`)}
        />
        {needed ? (
          <FormSwitch
            form={form}
            name={`recipients.${index}.withoutCode`}
            label={t('send.withoutAccessCode')}
          />
        ) : null}
        <FormSwitch form={form} name={`recipients.${index}.mailCode`} label={t('send.mailCode')} />
        <Passkey form={form} index={index} />
      </div>
    </details>
  );
}

/** A passkey that confirms the signature when the recipient signs. */
function Passkey({ form, index }: Props) {
  const { t } = useTranslation();
  return (
    <FormSelect
      control={form.control}
      name={`recipients.${index}.passkey`}
      label={t('send.passkey')}
      hint={t('send.passkeyHint')}
      className="sm:col-span-2"
      options={passkeyRules.map((rule) => ({ value: rule, text: t(`send.passkeyRule.${rule}`) }))}
    />
  );
}
