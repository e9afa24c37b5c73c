import type { OperatorState } from '#contract/operations/operator-state.ts';
import { componentNames } from '#core/support/support.ts';
import type { TranslateOf } from '../../api/later-words.ts';
import { Badge } from '../../parts/badge.tsx';
import { dayAndTime, duration, fileSize } from '../../parts/format.ts';
import { useTranslation } from '../../words.ts';
import { jobName } from './job-name.ts';
import { ResendMails } from './mail-problems.tsx';
import { Beside, RoomCard, RoomLine } from './room-card.tsx';

type Props = { state: OperatorState; say: TranslateOf<'operator'> };

/** The state of each component. */
export function Parts({ state: { components }, say }: Props) {
  const { t } = useTranslation();
  return (
    <RoomCard title={say('room.parts')}>
      {componentNames.map((name) => {
        const found = components[name];
        return found === undefined ? null : (
          <RoomLine
            key={name}
            action={
              <Badge tone={found === 'ok' ? 'ok' : 'warn'} dot>
                {found === 'ok' ? t('support.status.works') : t('support.status.fails')}
              </Badge>
            }
          >
            <p className="font-medium">{t(`support.status.component.${name}`)}</p>
            <p className="text-muted">{say(`room.part.${name}.${found}`)}</p>
          </RoomLine>
        );
      })}
    </RoomCard>
  );
}

/** Due and running jobs, and how long the oldest has been due. */
export function Queues({ state: { queues, at }, say }: Props) {
  return (
    <RoomCard title={say('room.queues')} {...(queues.length === 0 && { none: say('room.queuesNone') })}>
      {queues.map(({ name, due, running, oldest }) => (
        <RoomLine key={name}>
          <p className="font-medium">{jobName(say, name)}</p>
          <Beside
            parts={[
              say('room.due', { count: due }),
              say('room.running', { count: running }),
              oldest && say('room.oldest', { time: duration(Date.parse(at) - Date.parse(oldest)) }),
            ]}
          />
        </RoomLine>
      ))}
    </RoomCard>
  );
}

const mailTones = { deferred: 'warn', bounced: 'danger', blocked: 'plain' } as const;

/** Shows only the domain of each address, because the full address is the sender's business. */
export function Mails({ state: { mails }, say }: Props) {
  return (
    <RoomCard
      title={say('room.mails')}
      about={say('room.mailsAbout')}
      {...(mails.length === 0 && { none: say('room.mailsNone') })}
    >
      {mails.some(({ state }) => state !== 'blocked') ? (
        <RoomLine>
          <ResendMails say={say} />
        </RoomLine>
      ) : null}
      {mails.map(({ id, domain, state, attempts, createdAt, documentId }) => (
        <RoomLine
          key={id}
          action={
            <Badge tone={mailTones[state]} dot>
              {say(`room.mail.${state}`)}
            </Badge>
          }
        >
          <p className="[overflow-wrap:anywhere]">{say('room.to', { domain })}</p>
          <Beside
            parts={[
              say('room.since', { time: dayAndTime(createdAt) }),
              say('room.tries', { count: attempts }),
              say('room.document', { id: documentId }),
            ]}
          />
        </RoomLine>
      ))}
    </RoomCard>
  );
}

export function Storage({ state: { storage }, say }: Props) {
  return (
    <RoomCard
      title={say('room.storage')}
      about={say('room.storageAbout')}
      {...(storage.length === 0 && { none: say('room.storageNone') })}
    >
      {storage.map(({ accountId, bytes, documents }) => (
        <RoomLine key={accountId} action={<span className="tabular-nums">{fileSize(bytes)}</span>}>
          <p className="text-xs [overflow-wrap:anywhere]">
            <bdi>{accountId}</bdi>
          </p>
          <Beside parts={[say('room.documents', { count: documents })]} />
        </RoomLine>
      ))}
    </RoomCard>
  );
}
