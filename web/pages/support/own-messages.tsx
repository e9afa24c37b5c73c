import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { MemberSupportMessage } from '#contract/operations/support.ts';
import { MAX_SUPPORT_MESSAGE } from '#core/support/support.ts';
import { currentUserQuery } from '../../api/account.ts';
import { reasonOf } from '../../api/transport/request.ts';
import { ownMessagesQuery, replyToSupport } from '../../api/support.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { TextAreaField } from '../../parts/forms/form-field.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { dayAndTime } from '../../parts/format.ts';
import { useTranslation } from '../../words.ts';

/** The messages of the signed-in member, with replies. */
export function MemberMessages() {
  const { data: user } = useQuery(currentUserQuery);
  return user ? <List /> : null;
}

function List() {
  const { t } = useTranslation();
  const { data } = useQuery(ownMessagesQuery);
  if (!data || data.length === 0) return null;
  return (
    <Card title={t('support.own.title')} className="sm:p-6">
      <ul className="mt-3 divide-y divide-line">
        {data.map((message) => (
          <li key={message.id} className="py-3">
            <Thread message={message} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Thread({ message }: { message: MemberSupportMessage }) {
  const { t } = useTranslation();
  return (
    <details>
      <summary className="cursor-pointer">
        <span className="font-medium break-words">{firstWords(message.message)}</span>{' '}
        <Badge tone={message.state === 'waiting' ? 'warn' : 'ok'}>
          {t(`operator.state.${message.state}`)}
        </Badge>{' '}
        <span className="text-xs text-muted">{dayAndTime(message.createdAt)}</span>
      </summary>
      <div className="mt-3 flex flex-col gap-3 ps-4">
        {message.state === 'waiting' && message.dueAt !== null ? (
          <p className="text-muted">
            {t(message.priority ? 'support.own.promisedFirst' : 'support.own.promised', {
              time: dayAndTime(message.dueAt),
            })}
          </p>
        ) : null}
        <p className="break-words whitespace-pre-wrap">{message.message}</p>
        {message.replies.map((reply) => (
          <div
            key={reply.id}
            className={reply.author === 'operator' ? 'border-s-[3px] border-ink ps-3' : 'ps-3 text-muted'}
          >
            <p className="text-xs text-muted">
              {t(reply.author === 'operator' ? 'support.own.operator' : 'support.own.you')} ·{' '}
              {dayAndTime(reply.createdAt)}
            </p>
            <p className="break-words whitespace-pre-wrap">{reply.body}</p>
          </div>
        ))}
        <Reply id={message.id} />
      </div>
    </details>
  );
}

function Reply({ id }: { id: string }) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const sending = useMutation(replyToSupport);
  return (
    <Form
      className="flex flex-col gap-2"
      onSubmit={() => sending.mutate({ id, message: text }, { onSuccess: () => setText('') })}
    >
      <TextAreaField
        label={t('support.own.more')}
        rows={3}
        maxLength={MAX_SUPPORT_MESSAGE}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {sending.isError ? (
        <p role="alert" className="text-danger">
          {reasonOf(sending.error)}
        </p>
      ) : null}
      <Button type="submit" className="self-start" disabled={text.trim() === '' || sending.isPending}>
        {t('support.own.send')}
      </Button>
    </Form>
  );
}

function firstWords(message: string): string {
  const line = message.replaceAll(/\s+/g, ' ').trim();
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}
