import { Send, Trash2, UserRoundPlus } from 'lucide-react';
import { useState } from 'react';
import { Controller, useFieldArray, useForm, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { expirationDays } from '#core/document/send.ts';
import { recipientRoles, type RecipientRole } from '#core/recipient/recipient.ts';
import type { SigningOrder } from '#core/recipient/turn.ts';
import { forgetDocuments, sendDocument } from '../api/documents.ts';
import { reasonOf } from '../api/request.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { FormField, Input, TextArea } from '../parts/form-field.tsx';
import { Select } from '../parts/select.tsx';
import { showToast } from '../parts/toast-store.ts';
import { useEditor } from './editor-state.ts';

type Row = { recipientId: string; email: string; name: string; role: RecipientRole; order: number };
type Form = { recipients: Row[]; subject: string; message: string; days: number; signingOrder: SigningOrder };

/** The last look before a document leaves: who receives it, with which words, and until when. */
export function SendDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { document, recipients, title } = useEditor();
  const form = useForm<Form>({
    defaultValues: {
      recipients: recipients.map(({ id, email, name, role, order }) => ({
        recipientId: id,
        email,
        name,
        role,
        order,
      })),
      subject: document.subject,
      message: document.message,
      days: expirationDays.default,
      signingOrder: document.signingOrder,
    },
  });
  const { send, refused } = useSend(form);
  const busy = form.formState.isSubmitting;
  return (
    <Dialog
      open
      onClose={onClose}
      locked={busy}
      size="wide"
      title={t('send.title')}
      description={title}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {t('dialog.cancel')}
          </Button>
          <Button look="primary" type="submit" form="send" disabled={busy}>
            <Send aria-hidden="true" />
            {busy ? t('send.sending') : t('send.submit')}
          </Button>
        </>
      }
    >
      <form
        id="send"
        noValidate
        onSubmit={(event) => void form.handleSubmit(send)(event)}
        className="flex flex-col gap-6"
      >
        <RecipientRows form={form} />
        <FormField label={t('send.subject')} hint={t('send.subjectHint')}>
          {(control) => <Input {...control} maxLength={200} {...form.register('subject')} />}
        </FormField>
        <FormField label={t('send.message')} hint={t('send.messageHint')}>
          {(control) => <TextArea {...control} maxLength={5000} rows={3} {...form.register('message')} />}
        </FormField>
        <FormField
          label={t('send.days')}
          hint={t('send.daysHint')}
          error={form.formState.errors.days?.message}
          className="max-w-56"
        >
          {(control) => (
            <Input
              {...control}
              type="number"
              inputMode="numeric"
              min={expirationDays.least}
              max={expirationDays.most}
              {...form.register('days', {
                setValueAs: daysFrom,
                validate: (days) =>
                  (Number.isInteger(days) && days >= expirationDays.least && days <= expirationDays.most) ||
                  t('send.daysInvalid'),
              })}
            />
          )}
        </FormField>
        {refused ? (
          <p role="alert" className="rounded-md bg-danger-soft px-3.5 py-2.5 text-danger">
            {refused}
          </p>
        ) : null}
      </form>
    </Dialog>
  );
}

/** Falls back to 30 when it is not a number (specification §5). */
function daysFrom(typed: unknown): number {
  const days = typed === '' ? Number.NaN : Number(typed);
  return Number.isNaN(days) ? expirationDays.default : days;
}

/** Saves the recipients, sends, says so, and goes to the dashboard. */
function useSend(form: UseFormReturn<Form>) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { document, flush, putRecipients, saving } = useEditor();
  const [refused, setRefused] = useState<string | null>(null);
  const complain = (title: string, description: string) => showToast({ title, description, look: 'danger' });
  const send = async (values: Form) => {
    setRefused(null);
    if (values.recipients.length === 0) return complain(t('send.none'), t('send.noneText'));
    const wrong = values.recipients.findIndex(({ email }) => !email.trim().includes('@'));
    if (wrong >= 0) {
      form.setError(
        `recipients.${wrong}.email`,
        { message: t('recipient.emailInvalid') },
        { shouldFocus: true },
      );
      return complain(t('send.invalid'), t('send.invalidText'));
    }
    try {
      if (!(await flush())) throw new Error(saving.kind === 'outdated' ? saving.reason : t('send.unsaved'));
      const recipients = await putRecipients(values.recipients.map(asRecipient));
      await sendDocument({
        id: document.id,
        recipients: recipients.map(({ id, email, name, role, order }) => ({ id, email, name, role, order })),
        subject: values.subject.trim(),
        message: values.message.trim(),
        expirationDays: values.days,
        signingOrder: values.signingOrder,
      });
      showToast({ title: t('send.done'), description: t('send.doneText') });
      await navigate('/dashboard');
      void forgetDocuments();
    } catch (error) {
      setRefused(reasonOf(error));
      complain(t('send.failed'), reasonOf(error));
    }
  };
  return { send, refused };
}

function asRecipient({ recipientId, email, name, role, order }: Row) {
  return {
    ...(recipientId ? { id: recipientId } : {}),
    email: email.trim(),
    name: name.trim(),
    role,
    order: Math.max(1, Math.trunc(Number(order)) || 1),
  };
}

function RecipientRows({ form }: { form: UseFormReturn<Form> }) {
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

type RowProps = { form: UseFormReturn<Form>; index: number; sequential: boolean; onRemove: () => void };

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
