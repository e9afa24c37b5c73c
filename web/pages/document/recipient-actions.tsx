import { useMutation, useQuery } from '@tanstack/react-query';
import { BellRing, KeyRound, Link2, MailPlus, PenLine, Smartphone, UserPen } from 'lucide-react';
import { useState } from 'react';
import type { DocumentDetail, RecipientView } from '#contract/documents/documents.ts';
import { hasActed, mustAct } from '#core/recipient/recipient.ts';
import { currentUserQuery } from '../../api/account.ts';
import { useDeferredTexts } from '../../api/later-words.ts';
import { openOnDevice, remind, resendMail } from '../../api/manage.ts';
import { GetLinkDialog } from '../../documents/delivered-links.tsx';
import { Button } from '../../parts/button.tsx';
import { useReopen } from '../../api/keep-typed.ts';
import { ActionsMenu, MenuItem } from '../../parts/dialogs/menu.tsx';
import { useTranslation } from '../../words.ts';
import { AccessCodeDialog } from './access-code-dialog.tsx';
import { CorrectDialog, correctForm } from './correct-dialog.tsx';
import { HandOverDialog } from './hand-over-dialog.tsx';
import { useActToast } from '../../documents/use-act-toast.ts';

type Props = { document: DocumentDetail; recipient: RecipientView };
type Open = 'correct' | 'code' | 'link' | 'hand-over' | null;

/**
 * The sender's actions on one recipient. After the end, only the code that protects the copy or record can be
 * changed.
 */
export function RecipientActions({ document, recipient }: Props) {
  const { t } = useTranslation();
  const say = useDeferredTexts('delivery');
  const [open, setOpen] = useState<Open>(null);
  useReopen(correctForm(recipient.id), () => setOpen('correct'));
  const reminding = useMutation(remind);
  const resending = useMutation(resendMail);
  const reminded = useActToast(t('manage.reminded'));
  const resent = useActToast(t('manage.resent'));
  const isOut = document.status === 'sent' && !document.sealing && !hasActed(recipient);
  const coded = (recipient.accessCode || recipient.mailCode) && !recipient.erasedAt;
  const isOver = document.status !== 'sent' && document.status !== 'draft';
  const hasCopy = isOver && coded;
  if (!isOut && !hasCopy) return null;
  const of = { id: document.id, recipientId: recipient.id };
  const failed = recipient.delivery === 'bounced' || recipient.delivery === 'deferred';
  const close = () => setOpen(null);
  return (
    <>
      <ActionsMenu
        className="-my-1.5 -me-2"
        name={t('manage.actionsFor', { name: recipient.name || recipient.email })}
      >
        {isOut && recipient.status !== 'waiting' ? (
          <MenuItem icon={Link2} onSelect={() => setOpen('link')}>
            {say?.('link.getStart')}
          </MenuItem>
        ) : null}
        {isOut && recipient.awaited && recipient.sendEmail ? (
          <MenuItem
            icon={BellRing}
            onSelect={() => reminding.mutate({ id: document.id, recipientIds: [recipient.id] }, reminded)}
          >
            {t('manage.remind')}
          </MenuItem>
        ) : null}
        {isOut && failed ? (
          <MenuItem icon={MailPlus} onSelect={() => resending.mutate(of, resent)}>
            {t('manage.resend')}
          </MenuItem>
        ) : null}
        {isOut ? (
          <MenuItem icon={UserPen} onSelect={() => setOpen('correct')}>
            {t('manage.correct')}
          </MenuItem>
        ) : null}
        {hasCopy || mustAct(recipient) ? (
          <MenuItem icon={KeyRound} onSelect={() => setOpen('code')}>
            {t('manage.accessCode')}
          </MenuItem>
        ) : null}
        {isOut && recipient.awaited ? (
          <MenuItem icon={Smartphone} onSelect={() => setOpen('hand-over')}>
            {t('manage.inPerson')}
          </MenuItem>
        ) : null}
      </ActionsMenu>
      {open === 'correct' ? <CorrectDialog id={document.id} recipient={recipient} onClose={close} /> : null}
      {open === 'code' ? <AccessCodeDialog id={document.id} recipient={recipient} onClose={close} /> : null}
      {open === 'link' ? <GetLinkDialog id={document.id} recipient={recipient} onClose={close} /> : null}
      {open === 'hand-over' ? (
        <HandOverDialog id={document.id} recipient={recipient} onClose={close} />
      ) : null}
    </>
  );
}

/** Opens the signing page for a sender who is also a recipient and whose turn it is. */
export function SignMyself({ document }: { document: DocumentDetail }) {
  const { t } = useTranslation();
  const user = useQuery(currentUserQuery).data;
  const opening = useMutation(openOnDevice);
  const toast = useActToast('');
  const me = document.recipients.find(
    ({ awaited, email }) => awaited && email.toLowerCase() === user?.email.toLowerCase(),
  );
  if (!me) return null;
  return (
    <Button
      look="primary"
      disabled={opening.isPending}
      onClick={() =>
        opening.mutate(
          { id: document.id, recipientId: me.id, way: 'sign-myself' },
          { onSuccess: ({ url }) => window.location.assign(url), onError: toast.onError },
        )
      }
    >
      <PenLine aria-hidden="true" />
      {t(me.role === 'approver' ? 'manage.approveNow' : 'manage.signNow')}
    </Button>
  );
}
