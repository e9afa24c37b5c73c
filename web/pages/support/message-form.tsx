import { useMutation, useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { useSearchParams } from 'react-router';
import type { SupportMessageBody } from '#contract/operations/support.ts';
import { isMailAddress } from '#core/recipient/address.ts';
import { MAX_SUPPORT_MESSAGE, MAX_SUPPORT_NAME, supportTopics } from '#core/support/support.ts';
import { currentUserQuery } from '../../api/account.ts';
import { reasonOf } from '../../api/transport/request.ts';
import { sendSupportMessage } from '../../api/support.ts';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { InputField, TextAreaField } from '../../parts/forms/form-field.tsx';
import { useFormRecovery } from '../../api/keep-typed.ts';
import { FormSelect } from '../../parts/forms/form-select.tsx';
import { useTranslation } from '../../words.ts';
import { useAnswerPromise } from './ways.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { Problem } from '../../parts/problem.tsx';

/** Sends a message to the operator of this server. /support?topic=sales preselects the topic. */
export function MessageForm() {
  const { t } = useTranslation();
  const send = useMutation(sendSupportMessage);
  return (
    <Card title={t('support.form.title')} id="message" className="scroll-mt-20 sm:p-6">
      {send.isSuccess ? (
        <Sent email={send.variables.email} onAnother={() => send.reset()} />
      ) : (
        <Unsent
          sending={send.isPending}
          problem={send.isError ? reasonOf(send.error) : null}
          onSend={(body) => send.mutate(body)}
        />
      )}
    </Card>
  );
}

type UnsentProps = { sending: boolean; problem: string | null; onSend: (body: SupportMessageBody) => void };

function Unsent({ sending, problem, onSend }: UnsentProps) {
  const { t } = useTranslation();
  const { data: user } = useQuery(currentUserQuery);
  const [address] = useSearchParams();
  const form = useForm<SupportMessageBody>({
    defaultValues: {
      name: user ? `${user.firstName} ${user.lastName}`.trim() : '',
      email: user?.email ?? '',
      topic: supportTopics.find((topic) => topic === address.get('topic')) ?? 'question',
      message: '',
    },
  });
  useFormRecovery('support', form);
  const { errors } = form.formState;
  const promise = useAnswerPromise();
  const submit = form.handleSubmit((body) => onSend({ ...body, email: body.email.trim() }));
  return (
    <Form onSubmit={submit} className="mt-1 flex flex-col gap-4">
      <p className="text-muted">{promise}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <InputField
          label={t('support.form.name')}
          error={errors.name?.message}
          autoComplete="name"
          maxLength={MAX_SUPPORT_NAME}
          {...form.register('name', {
            validate: (name) => name.trim() !== '' || t('support.form.nameMissing'),
          })}
        />
        <InputField
          label={t('support.form.email')}
          error={errors.email?.message}
          type="email"
          autoComplete="email"
          {...form.register('email', {
            validate: (email) => isMailAddress(email.trim()) || t('support.form.emailInvalid'),
          })}
        />
      </div>
      <FormSelect
        control={form.control}
        name="topic"
        label={t('support.form.topic')}
        options={supportTopics.map((value) => ({ value, text: t(`support.topic.${value}`) }))}
      />
      <TextAreaField
        label={t('support.form.message')}
        hint={t('support.form.messageHint', { count: MAX_SUPPORT_MESSAGE })}
        error={errors.message?.message}
        rows={6}
        maxLength={MAX_SUPPORT_MESSAGE}
        {...form.register('message', {
          validate: (message) => message.trim() !== '' || t('support.form.messageMissing'),
        })}
      />
      {problem ? (
        <Problem className="px-3 py-2">
          {t('support.form.failed')} {problem}
        </Problem>
      ) : null}
      <Button look="primary" type="submit" className="self-end max-sm:w-full" disabled={sending}>
        {sending ? t('support.form.sending') : t('support.form.send')}
      </Button>
    </Form>
  );
}

function Sent({ email, onAnother }: { email: string; onAnother: () => void }) {
  const { t } = useTranslation();
  return (
    <div role="status" className="flex flex-col items-center gap-1 px-2 py-10 text-center">
      <CircleCheck aria-hidden="true" className="mb-2 size-8 stroke-[1.5] text-ok" />
      <p className="font-medium">{t('support.form.sent')}</p>
      <p className="break-words text-muted">{t('support.form.sentText', { email })}</p>
      <p className="text-muted">{useAnswerPromise()}</p>
      <Button className="mt-4" onClick={onAnother}>
        {t('support.form.another')}
      </Button>
    </div>
  );
}
