import { useMutation } from '@tanstack/react-query';
import { KeyRound, MoreHorizontal, Pencil, Power, ScrollText, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { WebhookView } from '#contract/messages/webhooks.ts';
import { changeWebhook, removeWebhook, renewWebhookSecret, testWebhook } from '../../api/webhooks.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { ActionDialog } from '../../parts/dialogs/action-dialog.tsx';
import { failureToast } from '../../parts/dialogs/outcome-toast.ts';
import { dayAndTime } from '../../parts/format.ts';
import { Menu, MenuItem } from '../../parts/dialogs/menu.tsx';
import { showToast } from '../../kit/toast-store.ts';
import { useRequiredTexts } from '../../api/later-words.ts';
import { EndpointDialog } from './endpoint-dialog.tsx';
import { LogDialog } from './log-dialog.tsx';

type Props = { webhook: WebhookView; onSecret: (secret: string) => void };
type Asking = 'edit' | 'log' | 'renew' | 'remove';

/** One endpoint with its events, state and actions. */
export function EndpointCard({ webhook, onSecret }: Props) {
  const t = useRequiredTexts('webhooks');
  const [asking, setAsking] = useState<Asking | null>(null);
  const close = () => setAsking(null);
  const failed = failureToast(t('failed'));
  const testing = useMutation(testWebhook);
  const switching = useMutation(changeWebhook);
  return (
    <section
      aria-label={webhook.url}
      className="flex flex-col gap-3 rounded-lg border border-line bg-surface px-4 py-4 shadow-card sm:px-5"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-[1_1_260px]">
          <h2 dir="ltr" className="text-sm font-medium break-all">
            {webhook.url}
          </h2>
          <Health webhook={webhook} />
          <p className="mt-1 text-muted">
            {webhook.madeBy.key
              ? t('madeByKey', { key: webhook.madeBy.key, name: webhook.madeBy.name })
              : t('madeBy', { name: webhook.madeBy.name })}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <Button
            disabled={!webhook.on || testing.isPending}
            onClick={() =>
              testing.mutate(webhook.id, {
                onSuccess: () => {
                  showToast({ title: t('testSent') });
                  setAsking('log');
                },
                onError: failed,
              })
            }
          >
            <Send aria-hidden="true" />
            {t('test')}
          </Button>
          <Button onClick={() => setAsking('log')}>
            <ScrollText aria-hidden="true" />
            {t('log')}
          </Button>
          <Menu
            trigger={
              <Button look="quiet" size="icon" aria-label={t('actions', { url: webhook.url })}>
                <MoreHorizontal aria-hidden="true" />
              </Button>
            }
          >
            <MenuItem icon={Pencil} onSelect={() => setAsking('edit')}>
              {t('edit')}
            </MenuItem>
            <MenuItem icon={KeyRound} onSelect={() => setAsking('renew')}>
              {t('renew')}
            </MenuItem>
            <MenuItem
              icon={Power}
              onSelect={() => switching.mutate({ id: webhook.id, on: !webhook.on }, { onError: failed })}
            >
              {t(webhook.on ? 'switchOff' : 'switchOn')}
            </MenuItem>
            <MenuItem icon={Trash2} onSelect={() => setAsking('remove')}>
              {t('remove')}
            </MenuItem>
          </Menu>
        </div>
      </div>
      <ul dir="ltr" aria-label={t('events')} className="flex flex-wrap gap-1.5 font-mono">
        {webhook.kinds.map((kind) => (
          <li key={kind}>
            <Badge>{kind}</Badge>
          </li>
        ))}
      </ul>
      {webhook.includeValues ? <p className="text-muted">{t('withValues')}</p> : null}
      {asking === 'edit' ? <EndpointDialog webhook={webhook} onClose={close} /> : null}
      {asking === 'log' ? <LogDialog webhook={webhook} onClose={close} /> : null}
      <ActionDialog
        open={asking === 'renew'}
        onClose={close}
        title={t('renew')}
        mutation={renewWebhookSecret}
        given={webhook.id}
        onSuccess={({ secret }) => onSecret(secret)}
      >
        {t('renewAbout')}
      </ActionDialog>
      <ActionDialog
        open={asking === 'remove'}
        onClose={close}
        title={t('remove')}
        mutation={removeWebhook}
        given={webhook.id}
      >
        {t('removeAbout')}
      </ActionDialog>
    </section>
  );
}

function Health({ webhook: { on, disabledReason, failingSince, oldSecretUntil } }: { webhook: WebhookView }) {
  const t = useRequiredTexts('webhooks');
  const tone = !on ? 'plain' : failingSince ? 'danger' : 'ok';
  const state = !on ? 'off' : failingSince ? 'failing' : 'on';
  return (
    <div className="mt-1.5 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-muted">
      <Badge tone={tone} dot>
        {t(state)}
      </Badge>
      {disabledReason && disabledReason !== 'member' ? (
        <span>{t(`disabledReason.${disabledReason}`)}</span>
      ) : null}
      {on && failingSince ? <span>{t('failingSince', { time: dayAndTime(failingSince) })}</span> : null}
      {oldSecretUntil ? <span>{t('oldSecret', { time: dayAndTime(oldSecretUntil) })}</span> : null}
    </div>
  );
}
