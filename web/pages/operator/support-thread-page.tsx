import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import type { SupportThread } from '#contract/operations/operator.ts';
import { MAX_SUPPORT_MESSAGE } from '#core/support/support.ts';
import { answerSupport, setSupportState, supportThreadQuery } from '../../api/operator.ts';
import { useDeferredTexts, type TranslateOf } from '../../api/later-words.ts';
import { reasonOf, RequestError } from '../../api/transport/request.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { TextAreaField } from '../../parts/forms/form-field.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { dayAndTime } from '../../parts/format.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { Problem } from '../../parts/problem.tsx';
import { LoadingError, Skeleton } from '../../parts/states.tsx';
import { NotFoundPage } from '../../shell/not-found-page.tsx';
import { useTranslation } from '../../words.ts';
import { Promised } from './promised.tsx';
import { topicName } from './support-queue-page.tsx';

/** One message, its replies, and a form to answer it. */
export function SupportThreadPage() {
  const say = useDeferredTexts('operator');
  const { id = '' } = useParams();
  const thread = useQuery(supportThreadQuery(id));
  if (thread.error instanceof RequestError && thread.error.status === 404) return <NotFoundPage />;
  if (thread.isLoadingError) {
    return <LoadingError query={thread} />;
  }
  if (!thread.data || !say) return <Skeleton className="h-64 rounded-lg" />;
  return (
    <div className="flex max-w-[760px] flex-col gap-6">
      <Link to="/operator/support" className="self-start text-ink underline underline-offset-2">
        {say('thread.back')}
      </Link>
      <Head thread={thread.data} say={say} />
      <ol className="flex flex-col gap-4">
        <Said say={say} by={thread.data.email} at={thread.data.createdAt} words={thread.data.message} />
        {thread.data.replies.map((reply) => (
          <Said
            key={reply.id}
            say={say}
            by={reply.by}
            at={reply.createdAt}
            words={reply.body}
            mail={reply.author === 'operator' ? reply.mail : undefined}
          />
        ))}
      </ol>
      <Answer thread={thread.data} say={say} />
    </div>
  );
}

function Head({ thread, say }: { thread: SupportThread; say: TranslateOf<'operator'> }) {
  const { t } = useTranslation();
  const moving = useMutation(setSupportState);
  const closed = thread.state === 'closed';
  return (
    <>
      <PageHeader
        title={thread.name}
        about={`${thread.email} · ${topicName(t, thread.topic)}`}
        action={
          <Button
            disabled={moving.isPending}
            onClick={() => moving.mutate({ id: thread.id, state: closed ? 'open' : 'closed' })}
          >
            {say(closed ? 'thread.open' : 'thread.close')}
          </Button>
        }
      />
      <div className="flex flex-wrap items-center gap-2">
        <Badge>{t(`operator.state.${thread.state}`)}</Badge>
        <Promised message={thread} />
      </div>
      <p className="break-words text-muted">
        {thread.account
          ? say('thread.writtenBy', {
              email: thread.account.email,
              role: thread.account.role ?? '–',
              account: thread.account.id,
            })
          : say('thread.visitor')}
      </p>
    </>
  );
}

type SaidProps = {
  say: TranslateOf<'operator'>;
  by: string;
  at: string;
  words: string;
  mail?: SupportThread['replies'][number]['mail'] | undefined;
};

/** Rendered as plain text, exactly as it was typed. */
function Said({ say, by, at, words, mail }: SaidProps) {
  return (
    <li className="rounded-lg border border-line bg-surface p-4 shadow-card sm:p-5">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
        <span className="font-medium break-all text-text">{by}</span>
        <span>{dayAndTime(at)}</span>
        {mail ? (
          <Badge tone={mail === 'bounced' ? 'danger' : 'plain'}>{say(`thread.mail.${mail}`)}</Badge>
        ) : null}
      </p>
      <p className="mt-2 break-words whitespace-pre-wrap">{words}</p>
    </li>
  );
}

function Answer({ thread, say }: { thread: SupportThread; say: TranslateOf<'operator'> }) {
  const [message, setMessage] = useState('');
  const answering = useMutation(answerSupport);
  return (
    <Form
      className="flex flex-col gap-3"
      onSubmit={() => answering.mutate({ id: thread.id, message }, { onSuccess: () => setMessage('') })}
    >
      <TextAreaField
        label={say('thread.answer')}
        hint={say('thread.answerHint', { email: thread.email })}
        rows={6}
        maxLength={MAX_SUPPORT_MESSAGE}
        value={message}
        onChange={({ target }) => setMessage(target.value)}
      />
      {answering.isError ? <Problem className="px-3 py-2">{reasonOf(answering.error)}</Problem> : null}
      <Button
        look="primary"
        type="submit"
        className="self-start"
        disabled={message.trim() === '' || answering.isPending}
      >
        {say('thread.send')}
      </Button>
    </Form>
  );
}
