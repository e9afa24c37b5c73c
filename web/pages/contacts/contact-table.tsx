import { useMutation } from '@tanstack/react-query';
import { Pencil, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { ContactView } from '#contract/accounts/contacts.ts';
import { deleteContact } from '../../api/contacts.ts';
import { useRequiredTexts } from '../../api/later-words.ts';
import { PrivateSign } from '../../documents/private-sign.tsx';
import { SharingItem } from '../../documents/sharing-item.tsx';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/dialogs/confirm-dialog.tsx';
import { IdentityHints } from '../../parts/identity-hints.tsx';
import { failureToast } from '../../parts/dialogs/outcome-toast.ts';
import { exactTime, shortDate } from '../../parts/format.ts';
import { useReopen } from '../../api/keep-typed.ts';
import { ActionsMenu, MenuItem, MenuLine } from '../../parts/dialogs/menu.tsx';
import { OneLine } from '../../parts/one-line.tsx';
import { Skeleton } from '../../parts/states.tsx';
import { showToast } from '../../kit/toast-store.ts';
import { contactForm } from './contact-dialog.tsx';

type Props = { contacts: readonly ContactView[]; onEdit: (contact: ContactView) => void };

const cell = 'px-5 py-2.5 align-middle max-xl:px-4';
/** On phones each row is displayed as a card, so the cells lose the table layout. */
const row = 'max-md:grid max-md:grid-cols-[1fr_auto] max-md:gap-x-3 max-md:gap-y-2 max-md:px-4 max-md:py-3';
const carded = 'max-md:block max-md:p-0';

export function ContactTable({ contacts, onEdit }: Props) {
  const say = useRequiredTexts('pages');
  const heads = ['name', 'company', 'lastSent'] as const;
  return (
    <table className="w-full border-t border-line max-md:block">
      <thead className="max-md:sr-only">
        <tr className="border-b border-line">
          {heads.map((head) => (
            <th key={head} scope="col" className={`${cell} text-start text-xs font-medium text-muted`}>
              {say(`contacts.${head}`)}
            </th>
          ))}
          <th scope="col" className={`${cell} text-end text-xs font-medium text-muted`}>
            {say('contacts.actions')}
          </th>
        </tr>
      </thead>
      <tbody className="max-md:block">
        {contacts.map((contact) => (
          <Row key={contact.id} contact={contact} onEdit={onEdit} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ contact, onEdit }: { contact: ContactView; onEdit: Props['onEdit'] }) {
  const say = useRequiredTexts('pages');
  const name = contact.name || contact.email;
  return (
    <tr className={`border-b border-line last:border-b-0 hover:bg-sunken/50 ${row}`}>
      <th
        scope="row"
        className={`${cell} text-start font-normal max-md:block max-md:min-w-0 max-md:p-0 md:w-[44%] md:max-w-0 xl:w-[40%]`}
      >
        <span className="flex items-center gap-1.5">
          <OneLine className="min-w-0 font-medium">{name}</OneLine>
          {contact.private ? <PrivateSign /> : null}
        </span>
        {contact.name ? <OneLine className="text-xs text-muted">{contact.email}</OneLine> : null}
        <IdentityHints people={[contact]} />
        {contact.note ? (
          <span className="block truncate text-xs text-muted" title={contact.note}>
            {contact.note}
          </span>
        ) : null}
      </th>
      <td className={`${cell} text-muted max-md:hidden md:w-[22%] md:max-w-0 xl:w-[20%]`}>
        <span className="line-clamp-2 break-words">{contact.company}</span>
      </td>
      <td className={`${cell} whitespace-nowrap text-muted tabular-nums max-md:hidden`}>
        {contact.lastSentAt ? (
          <time dateTime={contact.lastSentAt} title={exactTime(contact.lastSentAt)}>
            {shortDate(contact.lastSentAt)}
          </time>
        ) : (
          say('contacts.never')
        )}
      </td>
      <td className={`${cell} ${carded}`}>
        <div className="flex items-center justify-end gap-1">
          <Button
            asChild
            look="quiet"
            size="small"
            className="text-ink pointer-coarse:h-11 pointer-coarse:min-w-11"
          >
            <Link to={`/upload?contact=${contact.id}`} aria-label={say('contacts.sendTo', { name })}>
              <Send aria-hidden="true" className="size-4!" />
              <span className="max-lg:sr-only">{say('contacts.send')}</span>
            </Link>
          </Button>
          <ContactMenu contact={contact} onEdit={onEdit} />
        </div>
      </td>
    </tr>
  );
}

function ContactMenu({ contact, onEdit }: { contact: ContactView; onEdit: Props['onEdit'] }) {
  const say = useRequiredTexts('pages');
  const [asking, setAsking] = useState(false);
  const removal = useMutation(deleteContact);
  useReopen(contactForm(contact.id), () => onEdit(contact));
  const name = contact.name || contact.email;
  const remove = () =>
    removal.mutate(contact.id, {
      onSuccess: () => showToast({ title: say('contacts.deleted'), description: name }),
      onError: failureToast(say('contacts.deleteFailed')),
      onSettled: () => setAsking(false),
    });
  return (
    <>
      <ActionsMenu name={say('contacts.actionsFor', { name })}>
        <MenuItem icon={Pencil} onSelect={() => onEdit(contact)}>
          {say('contacts.edit')}
        </MenuItem>
        <SharingItem kind="contact" thing={{ id: contact.id, private: contact.private }} />
        <MenuLine />
        <MenuItem icon={Trash2} danger onSelect={() => setAsking(true)}>
          {say('contacts.delete')}
        </MenuItem>
      </ActionsMenu>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={say('contacts.deleteTitle', { name })}
        action={say('contacts.delete')}
        onConfirm={remove}
        busy={removal.isPending}
      >
        {say('contacts.deleteText')}
      </ConfirmDialog>
    </>
  );
}

/** Placeholder rows of the same height as real ones, so that the layout does not shift. */
export function ContactTableSkeleton() {
  return (
    <div className="border-t border-line pt-10 max-md:pt-0">
      {[0, 1, 2, 3, 4].map((index) => (
        <div key={index} className="flex h-14 items-center gap-3.5 border-t border-line px-5">
          <div className="flex-1">
            <Skeleton className="h-4 w-40 max-w-full" />
            <Skeleton className="mt-1.5 h-3 w-52 max-w-full" />
          </div>
          <Skeleton className="h-8 w-32" />
        </div>
      ))}
    </div>
  );
}
