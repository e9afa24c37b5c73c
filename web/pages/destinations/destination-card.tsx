import { useMutation } from '@tanstack/react-query';
import { History, List, MoreHorizontal, Pencil, Power, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { DestinationView } from '#contract/messages/destinations.ts';
import {
  changeDestination,
  deliverEarlier,
  removeDestination,
  testDestination,
} from '../../api/destinations.ts';
import { useRequiredTexts } from '../../api/later-words.ts';
import { reasonOf } from '../../api/transport/request.ts';
import { showToast } from '../../kit/toast-store.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { ActionDialog } from '../../parts/dialogs/action-dialog.tsx';
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { Menu, MenuItem } from '../../parts/dialogs/menu.tsx';
import { failureToast } from '../../parts/dialogs/outcome-toast.ts';
import { InputField } from '../../parts/forms/form-field.tsx';
import { dayAndTime } from '../../parts/format.ts';
import { DeliveriesDialog } from './deliveries-dialog.tsx';
import { DestinationDialog } from './destination-dialog.tsx';
import { placeText } from './place-text.ts';

type Props = { destination: DestinationView };
type Asking = 'edit' | 'files' | 'earlier' | 'remove';

/** One destination with its address, state and actions. */
export function DestinationCard({ destination }: Props) {
  const t = useRequiredTexts('destinations');
  const [asking, setAsking] = useState<Asking | null>(null);
  const close = () => setAsking(null);
  const failed = failureToast(t('failed'));
  const testing = useMutation(testDestination);
  const switching = useMutation(changeDestination);
  const { id, name, place, on } = destination;
  const test = () =>
    testing.mutate(id, {
      onSuccess: ({ problem, detail }) =>
        showToast(
          problem
            ? {
                title: t('testFailed'),
                look: 'danger' as const,
                description: [t(`problem.${problem}`), detail].filter(Boolean).join(' · '),
              }
            : { title: t('testPassed') },
        ),
      onError: failed,
    });
  return (
    <section
      aria-label={name}
      className="flex flex-col gap-3 rounded-lg border border-line bg-surface px-4 py-4 shadow-card sm:px-5"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-[1_1_260px]">
          <h2 className="text-sm font-medium break-words">{name}</h2>
          <p className="mt-1 text-muted">
            {t(`kind.${place.kind}`)} ·{' '}
            <span dir="ltr" className="break-all">
              {placeText(place)}
            </span>
          </p>
          <Health destination={destination} />
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <Button disabled={testing.isPending} onClick={test}>
            <Send aria-hidden="true" />
            {t('test')}
          </Button>
          <Button onClick={() => setAsking('files')}>
            <List aria-hidden="true" />
            {t('files')}
          </Button>
          <Menu
            trigger={
              <Button look="quiet" size="icon" aria-label={t('actions', { name })}>
                <MoreHorizontal aria-hidden="true" />
              </Button>
            }
          >
            <MenuItem icon={Pencil} onSelect={() => setAsking('edit')}>
              {t('edit')}
            </MenuItem>
            <MenuItem icon={History} onSelect={() => setAsking('earlier')}>
              {t('earlier')}
            </MenuItem>
            <MenuItem icon={Power} onSelect={() => switching.mutate({ id, on: !on }, { onError: failed })}>
              {t(on ? 'switchOff' : 'switchOn')}
            </MenuItem>
            <MenuItem icon={Trash2} onSelect={() => setAsking('remove')}>
              {t('remove')}
            </MenuItem>
          </Menu>
        </div>
      </div>
      {asking === 'edit' ? <DestinationDialog destination={destination} onClose={close} /> : null}
      {asking === 'files' ? <DeliveriesDialog destination={destination} onClose={close} /> : null}
      {asking === 'earlier' ? <Earlier destination={destination} onClose={close} /> : null}
      <ActionDialog
        open={asking === 'remove'}
        onClose={close}
        title={t('remove')}
        mutation={removeDestination}
        given={id}
      >
        {t('removeAbout')}
      </ActionDialog>
    </section>
  );
}

function Health({ destination }: Props) {
  const t = useRequiredTexts('destinations');
  const { on, disabledReason, failingSince, problem, problemDetail, nextTryAt, counts } = destination;
  const missing = counts.waiting + counts.failed;
  const state = !on ? 'off' : failingSince ? 'failing' : 'on';
  const tones = { off: 'plain', failing: 'danger', on: 'ok' } as const;
  return (
    <div className="mt-1.5 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-muted">
      <Badge tone={tones[state]} dot>
        {t(state)}
      </Badge>
      {disabledReason && disabledReason !== 'member' ? (
        <span>{t(`disabledReason.${disabledReason}`)}</span>
      ) : null}
      {on && failingSince ? (
        <span>
          {t('failingSince', { time: dayAndTime(failingSince) })}
          {problem ? ` ${[t(`problem.${problem}`), problemDetail].filter(Boolean).join(' · ')}.` : ''}
          {nextTryAt ? ` ${t('nextTry', { time: dayAndTime(nextTryAt) })}` : ''}
        </span>
      ) : null}
      <span>{t('delivered', { count: counts.delivered })}</span>
      {missing > 0 ? <span>{t('missing', { count: missing })}</span> : null}
    </div>
  );
}

type AskProps = Props & { onClose: () => void };

function Earlier({ destination: { id }, onClose }: AskProps) {
  const t = useRequiredTexts('destinations');
  const [since, setSince] = useState('');
  const adding = useMutation(deliverEarlier);
  return (
    <FormDialog
      onClose={onClose}
      title={t('earlier')}
      action={t('earlierAction')}
      busy={adding.isPending}
      ready={since !== ''}
      size="small"
      native
      onSubmit={() =>
        adding.mutate(
          { id, since },
          {
            onSuccess: ({ added }) => {
              showToast({ title: t('earlierAdded', { count: added }) });
              onClose();
            },
          },
        )
      }
    >
      <InputField
        label={t('earlierSince')}
        hint={t('earlierHint')}
        error={adding.error ? reasonOf(adding.error) : undefined}
        type="date"
        required
        value={since}
        onChange={({ target }) => setSince(target.value)}
      />
    </FormDialog>
  );
}
