import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { WebhookView } from '#contract/messages/webhooks.ts';
import { webhookKinds, type WebhookKind } from '#core/webhook/events.ts';
import { useSavedInput } from '../../api/keep-typed.ts';
import { reasonOf } from '../../api/transport/request.ts';
import { addWebhook, changeWebhook } from '../../api/webhooks.ts';
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { InputField } from '../../parts/forms/form-field.tsx';
import { useRequiredTexts } from '../../api/later-words.ts';

type Props = { webhook?: WebhookView; onClose: () => void; onAdded?: (secret: string) => void };

/** The URL and events of a new or existing endpoint. */
export function EndpointDialog({ webhook, onClose, onAdded }: Props) {
  const t = useRequiredTexts('webhooks');
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [kinds, setKinds] = useState<readonly WebhookKind[]>(webhook?.kinds ?? webhookKinds);
  const [includeValues, setIncludeValues] = useState(webhook?.includeValues ?? false);
  const adding = useMutation(addWebhook);
  const changing = useMutation(changeWebhook);
  const busy = adding.isPending || changing.isPending;
  const problem = adding.error ?? changing.error;
  useSavedInput(
    `webhook ${webhook?.id ?? 'new'}`,
    () => ({ url, kinds, includeValues }),
    (typed) => {
      setUrl(typed.url);
      setKinds(typed.kinds);
      setIncludeValues(typed.includeValues);
    },
  );
  const save = () => {
    const body = {
      url: url.trim(),
      kinds: webhookKinds.filter((kind) => kinds.includes(kind)),
      includeValues,
    };
    if (webhook) return changing.mutate({ id: webhook.id, ...body }, { onSuccess: onClose });
    adding.mutate(body, {
      onSuccess: ({ secret }) => {
        onClose();
        onAdded?.(secret);
      },
    });
  };
  return (
    <FormDialog
      onClose={onClose}
      title={t(webhook ? 'editTitle' : 'add')}
      action={t(webhook ? 'save' : 'add')}
      busy={busy}
      ready={kinds.length > 0}
      size="normal"
      native
      onSubmit={save}
    >
      <InputField
        label={t('url')}
        hint={t('urlHint')}
        error={problem ? reasonOf(problem) : undefined}
        autoFocus
        required
        dir="ltr"
        inputMode="url"
        autoComplete="off"
        maxLength={2000}
        placeholder="https://"
        value={url}
        onChange={({ target }) => setUrl(target.value)}
      />
      <KindBoxes kinds={kinds} onChange={setKinds} />
      <div>
        <label className="flex cursor-pointer items-center gap-2.5 py-1.5 pointer-coarse:py-2.5">
          <input
            type="checkbox"
            className="size-4 cursor-pointer accent-ink"
            aria-describedby="include-values-hint"
            checked={includeValues}
            onChange={({ target }) => setIncludeValues(target.checked)}
          />
          <span className="font-medium">{t('includeValues')}</span>
        </label>
        <p id="include-values-hint" className="text-muted">
          {t('includeValuesHint')}
        </p>
      </div>
    </FormDialog>
  );
}

function KindBoxes({
  kinds,
  onChange,
}: {
  kinds: readonly WebhookKind[];
  onChange: (kinds: readonly WebhookKind[]) => void;
}) {
  const t = useRequiredTexts('webhooks');
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-medium">{t('events')}</legend>
      <ul className="grid gap-x-6 sm:grid-cols-2">
        {webhookKinds.map((kind) => (
          <li key={kind}>
            <label className="flex cursor-pointer items-center gap-2.5 py-1.5 pointer-coarse:py-2.5">
              <input
                type="checkbox"
                className="size-4 cursor-pointer accent-ink"
                checked={kinds.includes(kind)}
                onChange={({ target }) =>
                  onChange(target.checked ? [...kinds, kind] : kinds.filter((one) => one !== kind))
                }
              />
              <span dir="ltr" className="font-mono text-[0.8125rem]">
                {kind}
              </span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
