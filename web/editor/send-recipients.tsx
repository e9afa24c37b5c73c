import { Trash2, UserRoundPlus } from 'lucide-react';
import { Controller, useFieldArray, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { recipientRoles, type RecipientRole } from '#core/recipient/recipient.ts';
import type { SigningOrder } from '#core/recipient/turn.ts';
import { Button } from '../parts/button.tsx';
import { FormField, Input } from '../parts/form-field.tsx';
import { Select } from '../parts/select.tsx';

/** `recipientId` is empty for somebody who is not saved yet. */
export type SendRow = {
  recipientId: string;
  email: string;
  name: string;
  role: RecipientRole;
  order: number;
};
export type SendForm = {
  recipients: SendRow[];
  subject: string;
  message: string;
  days: number;
  signingOrder: SigningOrder;
};

/** Who receives the document, in what role and, when it goes from one to the next, in what order. */
export function SendRecipients({ form }: { form: UseFormReturn<SendForm> }) {
  const { t } = useTranslation();
  const rows = useFieldArray({ control: form.control, name: 'recipients' });
  const sequential = form.watch('signingOrder') === 'sequential';
  return (
    <section aria-labelledby="send-recipients" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 id="send-recipients" className="text-sm">
          {t('editor.recipients')}
        </h3>
        <Controller
          control={form.control}
          name="signingOrder"
          render={({ field }) => (
            <Select
              aria-label={t('send.order')}
              value={field.value}
              onChange={field.onChange}
              className="w-auto"
              options={[
                { value: 'parallel', text: t('send.parallel') },
                { value: 'sequential', text: t('send.sequential') },
              ]}
            />
          )}
        />
      </div>
      {rows.fields.length === 0 ? <p className="text-muted">{t('editor.noRecipients')}</p> : null}
      {rows.fields.map((row, index) => (
        <RecipientRow
          key={row.id}
          form={form}
          index={index}
          sequential={sequential}
          onRemove={() => rows.remove(index)}
        />
      ))}
      <Button
        className="self-start"
        onClick={() =>
          rows.append({ recipientId: '', email: '', name: '', role: 'signer', order: rows.fields.length + 1 })
        }
      >
        <UserRoundPlus aria-hidden="true" />
        {t('editor.addRecipient')}
      </Button>
    </section>
  );
}

type RowProps = { form: UseFormReturn<SendForm>; index: number; sequential: boolean; onRemove: () => void };

function RecipientRow({ form, index, sequential, onRemove }: RowProps) {
  const { t } = useTranslation();
  const number = index + 1;
  return (
    <fieldset className="grid grid-cols-[1.25fr_0.75fr_44px] items-start gap-3 rounded-lg border border-line p-3.5 sm:flex">
      <legend className="sr-only">{t('send.recipient', { number })}</legend>
      <FormField
        label={t('recipient.email')}
        error={form.formState.errors.recipients?.[index]?.email?.message}
        className="col-span-2 min-w-0 flex-[1.4]"
      >
        {(control) => (
          <Input
            {...control}
            type="email"
            autoComplete="off"
            {...form.register(`recipients.${index}.email`)}
          />
        )}
      </FormField>
      <FormField label={t('recipient.nameOptional')} className="min-w-0 flex-1">
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            maxLength={200}
            {...form.register(`recipients.${index}.name`)}
          />
        )}
      </FormField>
      <FormField label={t('recipient.role')} className="max-sm:col-span-2 sm:w-32">
        {({ id }) => (
          <Controller
            control={form.control}
            name={`recipients.${index}.role`}
            render={({ field }) => (
              <Select
                id={id}
                value={field.value}
                onChange={field.onChange}
                options={recipientRoles.map((role) => ({ value: role, text: t(`role.${role}`) }))}
              />
            )}
          />
        )}
      </FormField>
      {sequential ? (
        <FormField label={t('recipient.order')} className="w-20">
          {(control) => (
            <Input
              {...control}
              type="number"
              min={1}
              max={1000}
              {...form.register(`recipients.${index}.order`)}
            />
          )}
        </FormField>
      ) : null}
      <Button
        look="quiet"
        size="icon"
        className="mt-[26px] max-sm:col-start-3 max-sm:row-start-1"
        aria-label={t('send.removeRecipient', { number })}
        onClick={onRemove}
      >
        <Trash2 aria-hidden="true" />
      </Button>
    </fieldset>
  );
}
