import { Pencil, UserRoundPlus } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { classNames } from '../../parts/class-names.ts';
import { useReopen } from '../../api/keep-typed.ts';
import { IdentityHints } from '../../parts/identity-hints.tsx';
import { OneLine } from '../../parts/one-line.tsx';
import { OrderNumber } from '../../parts/forms/order-number.tsx';
import { RecipientAvatar } from '../../parts/people/recipient-avatar.tsx';
import { useTranslation } from '../../words.ts';
import { useEditor } from '../state/editor-state.ts';
import type { EditorRecipient } from '../state/moment.ts';
import { RecipientDialog, recipientForm } from './recipient-dialog.tsx';
import { RecipientMarks } from './recipient-marks.tsx';
import { orderOfRows } from './turns.ts';
import { useNewRecipient } from './use-new-recipient.ts';

/** The recipients of the document. Selecting one makes the palette place that person's fields. */
export function RecipientsPanel() {
  const { t } = useTranslation();
  const { kind, document, recipients } = useEditor();
  const isTemplate = kind === 'template';
  // Loads the default settings before the dialog needs them.
  useNewRecipient();
  const [editing, setEditing] = useState<EditorRecipient | 'new' | null>(null);
  useReopen(recipientForm(document.id, 'new'), () => setEditing('new'));
  return (
    <div>
      {recipients.length === 0 ? (
        <p className="text-muted">{t(isTemplate ? 'editor.noRoles' : 'editor.noRecipients')}</p>
      ) : null}
      <ul>
        {recipients.map((recipient, index) => (
          <Line key={recipient.id} recipient={recipient} index={index} onEdit={() => setEditing(recipient)} />
        ))}
      </ul>
      <Button
        size="small"
        className="mt-3 w-full pointer-coarse:h-11"
        data-add-recipient=""
        onClick={() => setEditing('new')}
      >
        <UserRoundPlus aria-hidden="true" />
        {t(isTemplate ? 'editor.addRole' : 'editor.addRecipient')}
      </Button>
      {editing ? (
        <RecipientDialog recipient={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      ) : null}
    </div>
  );
}

function isProtected({ accessCode, mailCode, passkey }: EditorRecipient): boolean {
  return accessCode || mailCode || passkey !== 'none';
}

function Line(props: { recipient: EditorRecipient; index: number; onEdit: () => void }) {
  const { t } = useTranslation();
  const { kind, document, recipients, activeRecipient, activate } = useEditor();
  const { recipient, index, onEdit } = props;
  useReopen(recipientForm(document.id, recipient.id), onEdit);
  const active = recipient.id === activeRecipient?.id;
  const name = recipient.name || recipient.email;
  const address = recipient.email || recipient.person?.email;
  return (
    <li className="flex flex-wrap items-center gap-1 border-b border-line py-1 first:border-t">
      <button
        type="button"
        aria-pressed={active}
        onClick={() => activate(recipient.id)}
        className={classNames(
          'flex min-w-0 flex-1 items-center gap-2.5 rounded-md px-1.5 py-2 text-start',
          active ? 'bg-ink-soft' : 'hover:bg-sunken',
        )}
      >
        {orderOfRows(recipients) === 'sequential' && recipient.role !== 'cc' ? (
          <OrderNumber order={recipient.order} />
        ) : null}
        <RecipientAvatar recipient={recipient} index={index} />
        <span className="min-w-0 flex-1">
          <span className="flex items-center justify-between gap-2">
            <OneLine className="font-medium">{name}</OneLine>
            <span className="flex shrink-0 items-center gap-2">
              {kind === 'template' ? (
                <RecipientMarks isProtected={isProtected(recipient)} {...recipient} />
              ) : null}
              <Badge>{t(`role.${recipient.role}`)}</Badge>
            </span>
          </span>
          {/* The address has a separate line, because the document is sent to it. */}
          {recipient.name && address ? <OneLine className="text-xs text-muted">{address}</OneLine> : null}
        </span>
      </button>
      <Button look="quiet" size="icon" aria-label={t('editor.editRecipient', { name })} onClick={onEdit}>
        <Pencil aria-hidden="true" className="size-4!" />
      </Button>
      <IdentityHints
        people={[recipient, ...(recipient.person ? [recipient.person] : [])]}
        className="basis-full px-1.5 pb-2"
      />
    </li>
  );
}
