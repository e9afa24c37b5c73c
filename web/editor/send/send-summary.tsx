import { groupBy } from '#core/list/group-by.ts';
import { useDeferredTexts } from '../../api/later-words.ts';
import { useTranslation } from '../../words.ts';
import { isEmailed } from './send-request.ts';
import type { SendForm, SendRow } from './send-values.ts';

type Person = Pick<SendRow, 'email' | 'name' | 'sendEmail' | 'role' | 'order'>;
type Props = { recipients: readonly Person[]; signingOrder: SendForm['signingOrder'] };

/** Shows who receives what and when, in chronological order. */
export function SendSummary({ recipients, signingOrder }: Props) {
  const { t } = useTranslation();
  const say = useDeferredTexts('delivery');
  const named = recipients.filter(({ email, name }) => email.trim() !== '' || name.trim() !== '');
  const delivered = named.filter((person) => !isEmailed(person));
  const mailed = named.filter((person) => !delivered.includes(person));
  const acting = mailed.filter(({ role }) => role === 'signer' || role === 'approver');
  const turns =
    signingOrder === 'parallel'
      ? [acting]
      : [...groupBy(acting, ({ order }) => Number(order)).entries()]
          .toSorted(([one], [other]) => one - other)
          .map(([, group]) => group);
  const informed = mailed.filter((person) => !acting.includes(person));
  const namesOf = (people: typeof named) =>
    people.map(({ name, email }) => name.trim() || email.trim()).join(', ');
  if (named.length === 0) return null;
  return (
    <section aria-label={t('send.lastLook')} className="text-sm">
      <h3 className="mb-1.5 text-sm">{t('send.lastLook')}</h3>
      <ol className="flex list-decimal flex-col gap-1 ps-5 text-muted">
        {turns.map((people, at) =>
          people.length > 0 ? (
            <li key={at}>{t(at === 0 ? 'send.firstTurn' : 'send.laterTurn', { names: namesOf(people) })}</li>
          ) : null,
        )}
        {say && delivered.length > 0 ? <li>{say('link.summary', { names: namesOf(delivered) })}</li> : null}
        {informed.length > 0 ? <li>{t('send.told', { names: namesOf(informed) })}</li> : null}
        <li>{t('send.atTheEnd')}</li>
      </ol>
    </section>
  );
}
