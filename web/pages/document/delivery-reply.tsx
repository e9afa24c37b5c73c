import { readOurReply } from '#core/mail/our-reply.ts';
import { useDeferredTexts, type TranslateOf } from '../../api/later-words.ts';

/**
 * Returns why an email is waiting or has failed. Our own sentences are in the reader's language, and a mail
 * server's text is unchanged.
 */
export function DeliveryReply({ reply }: { reply: string }) {
  const say = useDeferredTexts('delivery');
  const ownReply = readOurReply(reply);
  if (ownReply && !say) return null;
  if (!ownReply || !say) return <ServerWords text={reply} />;
  if (ownReply.code !== 'given-up') return <p className="mt-1 break-words">{sentenceOf(say, ownReply)}</p>;
  return (
    <>
      <p className="mt-1">{say('reply.given-up', { count: ownReply.count })}</p>
      <DeliveryReply reply={ownReply.reply} />
    </>
  );
}

type Sentence = Exclude<NonNullable<ReturnType<typeof readOurReply>>, { code: 'given-up' }>;

function sentenceOf(say: TranslateOf<'delivery'>, reply: Sentence): string {
  switch (reply.code) {
    case 'no-answer':
    case 'untrusted':
    case 'outbox':
      return say(`reply.${reply.code}`, { detail: reply.detail });
    default:
      return say(`reply.${reply.code}`);
  }
}

function ServerWords({ text }: { text: string }) {
  return (
    <p dir="ltr" className="mt-1 font-mono break-words">
      {text}
    </p>
  );
}
