import { ChevronDown, Send } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { reasonOf } from '../../api/transport/request.ts';
import { ConfirmAddress } from '../../documents/confirm-address.tsx';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { InputField, TextAreaField } from '../../parts/forms/form-field.tsx';
import { useSavedInput } from '../../api/keep-typed.ts';
import { WayOut } from '../../plans/limit-notice.tsx';
import { useTranslation } from '../../words.ts';
import { useEditor } from '../state/editor-state.ts';
import { SendSummary } from './send-summary.tsx';
import { MailPreview, useMailPreview } from './mail-preview.tsx';
import { beginSending, saveSendForm, withoutCodes } from './send-draft.ts';
import { SendPlaces } from './send-places.tsx';
import { SendRecipients } from './send-recipients.tsx';
import { ReturnAddress } from './return-address.tsx';
import { SendTerms } from './send-terms.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useMatches } from '../../parts/use-matches.ts';
import type { SendForm } from './send-values.ts';
import { useSend } from './use-send.ts';
import { useTermOrigins, type Origin } from './use-term-origins.ts';

/** The final review before a document is sent: who receives it, with which text, and until when. */
export function SendDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { document, recipients, title } = useEditor();
  const form = useForm<SendForm>({
    defaultValues: beginSending(document, recipients),
  });
  useSavedInput(
    `send ${document.id}`,
    () => withoutCodes(form.getValues(), recipients),
    (typed) => form.reset(beginSending(document, recipients, typed), { keepDefaultValues: true }),
  );
  // Restores typed text when the dialog opens again, even if the browser's back button closed it.
  const keep = useEffectEvent(() => saveSendForm(document.id, form.getValues(), recipients));
  useEffect(() => () => keep(), []);
  const { send, refused, isSent } = useSend(form);
  const origins = useTermOrigins(form, document);
  const busy = form.formState.isSubmitting;
  if (isSent) return null;
  return (
    <Dialog
      open
      onClose={onClose}
      locked={busy}
      size="full"
      flush
      title={t('send.title')}
      description={title}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {t('dialog.cancel')}
          </Button>
          <Button look="primary" type="submit" form="send" disabled={busy}>
            <Send aria-hidden="true" />
            {busy ? t('send.sending') : t('send.submit')}
          </Button>
        </>
      }
    >
      <form
        id="send"
        noValidate
        onSubmit={(event) => void form.handleSubmit(send)(event)}
        className="grid gap-x-6 gap-y-6 lg:h-full lg:grid-cols-[minmax(0,1fr)_400px]"
      >
        <div className="flex min-w-0 flex-col gap-6 lg:overflow-y-auto lg:py-4 lg:ps-5 lg:pe-1">
          <ConfirmAddress />
          <SendRecipients form={form} />
          <Words form={form} origins={origins} />
          <SendTerms form={form} origins={origins} severalFiles={document.files.length > 1} />
          <ReturnAddress form={form} />
          <SendPlaces />
          <Outlook form={form} />
          {refused ? (
            <Problem>
              {reasonOf(refused)} <WayOut error={refused} />
            </Problem>
          ) : null}
        </div>
        <Beside form={form} />
      </form>
    </Dialog>
  );
}

type WordsProps = { form: UseFormReturn<SendForm>; origins: ReturnType<typeof useTermOrigins> };

/** A changed text needs no button to restore the inherited one, because a blank input inherits it. */
const textOf = (origin: Origin | undefined) => (origin?.reset ? undefined : origin?.text);

/** The text of the email: a default subject and an optional message. */
function Words({ form, origins }: WordsProps) {
  const { t } = useTranslation();
  const { mail } = useMailPreview(form);
  return (
    <div className="flex flex-col gap-4">
      <InputField
        label={t('send.subject')}
        maxLength={200}
        placeholder={mail?.subject}
        hint={textOf(origins('subject'))}
        {...form.register('subject')}
      />
      <TextAreaField
        label={t('send.message')}
        hint={[t('send.messageHint'), textOf(origins('message'))].filter(Boolean).join(' ')}
        maxLength={5000}
        rows={3}
        {...form.register('message')}
      />
    </div>
  );
}

/**
 * The email preview, next to its inputs. On phones it is in a collapsed section below them, and rendered when
 * that opens.
 */
function Beside({ form }: { form: UseFormReturn<SendForm> }) {
  const { t } = useTranslation();
  const wide = useMatches('(width >= 64rem)');
  const [open, setOpen] = useState(false);
  if (wide)
    return (
      <div className="flex min-h-0 flex-col border-s border-line bg-sunken p-4">
        <MailPreview form={form} />
      </div>
    );
  return (
    <details
      className="group rounded-lg border border-line"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="flex min-h-11 list-none items-center justify-between gap-2 px-3.5 font-medium [&::-webkit-details-marker]:hidden">
        {t('send.preview')}
        <ChevronDown
          aria-hidden="true"
          className="size-4 text-muted transition-transform duration-100 group-open:rotate-180"
        />
      </summary>
      {open ? (
        <div className="flex h-[520px] flex-col border-t border-line p-3.5">
          <MailPreview form={form} />
        </div>
      ) : null}
    </details>
  );
}

function Outlook({ form }: { form: UseFormReturn<SendForm> }) {
  const { recipients, signingOrder } = form.watch();
  return <SendSummary recipients={recipients} signingOrder={signingOrder} />;
}
