import { useMutation } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { Copy } from 'lucide-react';
import type { RecipientView } from '#contract/documents/documents.ts';
import { useDeferredTexts } from '../api/later-words.ts';
import { deliverLink } from '../api/manage.ts';
import { Button } from '../parts/button.tsx';
import { copyText } from '../parts/dialogs/copy-text.ts';
import { Dialog } from '../parts/dialogs/dialog.tsx';
import { FormDialog } from '../parts/dialogs/form-dialog.tsx';
import { newSignal } from '../kit/signal.ts';
import { useTranslation } from '../words.ts';

type Delivered = { name: string; phone: string; link: string };

/** Shows signing links once, so that the sender can deliver them. Only its own button closes it. */
function DeliveredLinks({ links, onClose }: { links: readonly Delivered[]; onClose: () => void }) {
  const { t } = useTranslation();
  const say = useDeferredTexts('delivery');
  if (!say) return null;
  return (
    <Dialog
      open
      locked
      size="normal"
      onClose={onClose}
      title={say(links.length === 1 ? 'link.one' : 'link.several')}
      description={say('link.once')}
      footer={
        <Button look="primary" onClick={onClose}>
          {say('link.done')}
        </Button>
      }
    >
      <ul className="flex flex-col gap-4">
        {links.map(({ name, phone, link }) => (
          <li key={link} className="flex flex-col gap-1.5">
            <p className="flex flex-wrap justify-between gap-x-3">
              <bdi className="min-w-0 font-medium break-words">{name}</bdi>
              {phone ? (
                <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`} dir="ltr" className="text-muted">
                  {phone}
                </a>
              ) : null}
            </p>
            <div className="flex items-center gap-2">
              <code
                dir="ltr"
                data-testid="link"
                className="min-w-0 flex-1 rounded-md border border-line bg-sunken px-3 py-2 font-mono text-xs break-all select-all"
              >
                {link}
              </code>
              <Button aria-label={say('link.copyOf', { name })} onClick={() => void copyText(link)}>
                <Copy aria-hidden="true" />
                {t('settings.copy')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

type ToDeliver = { links: readonly Delivered[]; onClose: () => void };
let toDeliver: ToDeliver | null = null;
const { subscribe, tell } = newSignal();

/** Shows links in the page's `LinksToDeliver` dialog. */
export function showLinksToDeliver(next: ToDeliver | null): void {
  toDeliver = next;
  tell();
}

/**
 * The links of a document that was just sent. They are stored outside the editor, because the page replaces
 * the editor as soon as the document is sent, and the links are shown only once.
 */
export function LinksToDeliver() {
  const now = useSyncExternalStore(subscribe, () => toDeliver);
  if (!now) return null;
  const close = () => {
    showLinksToDeliver(null);
    now.onClose();
  };
  return <DeliveredLinks links={now.links} onClose={close} />;
}

type Props = { id: string; recipient: RecipientView; onClose: () => void };

/** Asks before it creates a recipient's link, because that ends the earlier one. Then it shows the link. */
export function GetLinkDialog({ id, recipient, onClose }: Props) {
  const say = useDeferredTexts('delivery');
  const getting = useMutation(deliverLink);
  if (!say) return null;
  const name = recipient.name || recipient.email;
  if (getting.data)
    return (
      <DeliveredLinks links={[{ name, phone: recipient.phone, link: getting.data.link }]} onClose={onClose} />
    );
  const isProtected = recipient.accessCode || recipient.mailCode || recipient.passkey === 'required';
  return (
    <FormDialog
      title={say('link.get', { name })}
      description={say('link.getAbout', { name })}
      action={say('link.getStart')}
      busy={getting.isPending}
      error={getting.error}
      onClose={onClose}
      onSubmit={() => getting.mutate({ id, recipientId: recipient.id })}
    >
      <ul className="list-disc ps-5 text-muted">
        <li>{say('link.replaces')}</li>
        <li>{say('link.recorded')}</li>
        {isProtected ? null : <li>{say('link.protect')}</li>}
      </ul>
    </FormDialog>
  );
}
