import { useMutation } from '@tanstack/react-query';
import type { OperatorState } from '#contract/operations/operator-state.ts';
import type { TranslateOf } from '../../api/later-words.ts';
import { resendMails } from '../../api/operator.ts';
import { showToast } from '../../kit/toast-store.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { dayAndTime } from '../../parts/format.ts';
import { failureToast } from '../../parts/dialogs/outcome-toast.ts';
import { Beside, RoomCard, RoomLine } from './room-card.tsx';

type Say = TranslateOf<'operator'>;

/** Shows why the mail server refuses emails, with its response and the fix. */
export function MailProblems({ state: { mailProblems }, say }: { state: OperatorState; say: Say }) {
  if (mailProblems.length === 0) return null;
  return (
    <RoomCard title={say('room.mailProblems')} about={say('room.mailTroublesAbout')}>
      {mailProblems.map(({ kind, all, words, since, tries }) => (
        <RoomLine
          key={kind}
          action={
            <Badge tone={all ? 'danger' : 'warn'} dot>
              {say(all ? 'room.mailAll' : 'room.mailSome')}
            </Badge>
          }
        >
          <p className="font-medium">{say(`room.trouble.${kind}`)}</p>
          <p className="mt-0.5 [overflow-wrap:anywhere]">{say('room.mailAnswer', { words })}</p>
          <Beside
            parts={[say('room.since', { time: dayAndTime(since) }), say('room.tries', { count: tries })]}
          />
        </RoomLine>
      ))}
    </RoomCard>
  );
}

/** Retries all failed and waiting emails. */
export function ResendMails({ say }: { say: Say }) {
  const resending = useMutation({
    ...resendMails,
    onSuccess: (...results) => {
      showToast({ title: say('room.resentMails') });
      return resendMails.onSuccess?.(...results);
    },
    onError: failureToast(say('room.actFailed')),
  });
  return (
    <Button size="small" disabled={resending.isPending} onClick={() => resending.mutate()}>
      {say('room.resendMails')}
    </Button>
  );
}
