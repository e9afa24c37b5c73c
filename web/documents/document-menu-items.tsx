import { useMutation } from '@tanstack/react-query';
import {
  Ban,
  BellRing,
  CalendarPlus,
  Copy,
  Download,
  FileDown,
  FileSearch,
  FolderInput,
  LayoutTemplate,
  Pencil,
  Send,
  Trash2,
  UserRoundPen,
} from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { DocumentSummary } from '#contract/documents/documents.ts';
import { originalPath } from '../api/library.ts';
import { remind } from '../api/manage.ts';
import { MenuItem, MenuLine } from '../parts/dialogs/menu.tsx';
import { useTranslation } from '../words.ts';
import type { AskedAct } from './dialogs/document-dialogs.tsx';
import { downloadFile } from './download-file.ts';
import { downloadSealed } from './download-sealed.ts';
import { canBeDeleted, canBeExtended, canBeVoided } from './may-be.ts';
import { useActToast } from './use-act-toast.ts';
import { useDuplicate } from './use-duplicate.ts';
import { useHandOver } from './use-hand-over.ts';

type Props = { document: DocumentSummary; onAsk: (what: AskedAct) => void };

/** The actions on one document in the list, depending on its status (specification §2). */
export default function DocumentMenuItems({ document, onAsk }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { id, status } = document;
  return (
    <>
      <MenuItem icon={FileSearch} onSelect={() => void navigate(`/document/${id}`)}>
        {t('documents.viewDetails')}
      </MenuItem>
      {status === 'draft' ? (
        <MenuItem icon={Send} onSelect={() => void navigate(`/document/${id}?dialog=send`)}>
          {t('documents.send')}
        </MenuItem>
      ) : null}
      {document.waitingFor ? <RemindItem document={document} /> : null}
      {canBeExtended(document) ? (
        <MenuItem icon={CalendarPlus} onSelect={() => onAsk('extend')}>
          {t('manage.extend')}
        </MenuItem>
      ) : null}
      {status === 'completed' ? (
        <MenuItem icon={Download} onSelect={() => downloadSealed(id)}>
          {t('documents.download')}
        </MenuItem>
      ) : null}
      <MenuItem icon={FileDown} onSelect={() => downloadFile(originalPath(id))}>
        {t('library.downloadOriginal')}
      </MenuItem>
      <MenuLine />
      {status === 'draft' ? (
        <MenuItem icon={Pencil} onSelect={() => onAsk('rename')}>
          {t('library.rename')}
        </MenuItem>
      ) : null}
      <MenuItem icon={FolderInput} onSelect={() => onAsk('move')}>
        {t('library.moveTo')}
      </MenuItem>
      <HandOverItem document={document} onAsk={() => onAsk('hand-over')} />
      <DuplicateItem document={document} />
      {document.test ? null : (
        <MenuItem
          icon={LayoutTemplate}
          onSelect={() => void navigate(`/templates?dialog=create&document=${id}`)}
        >
          {t('documents.saveAsTemplate')}
        </MenuItem>
      )}
      <EndItem document={document} onAsk={onAsk} />
    </>
  );
}

/**
 * Offers deletion only where it can succeed. A pending document must be voided first, so that its recipients
 * are notified.
 */
function EndItem({ document, onAsk }: { document: DocumentSummary; onAsk: (what: AskedAct) => void }) {
  const { t } = useTranslation();
  const [now] = useState(() => Date.now());
  if (canBeVoided(document, now)) {
    return (
      <>
        <MenuLine />
        <MenuItem icon={Ban} danger onSelect={() => onAsk('void')}>
          {t('void.open')}
        </MenuItem>
      </>
    );
  }
  if (!canBeDeleted(document)) return null;
  return (
    <>
      <MenuLine />
      <MenuItem icon={Trash2} danger onSelect={() => onAsk('delete')}>
        {t('documents.delete')}
      </MenuItem>
    </>
  );
}

/**
 * Requests the other members only when the menu opens, because a list has many menus and most accounts have
 * one member.
 */
function HandOverItem({ document, onAsk }: { document: DocumentSummary; onAsk: () => void }) {
  const { t } = useTranslation();
  const { mine } = useHandOver([document]);
  return mine.length === 0 ? null : (
    <MenuItem icon={UserRoundPen} onSelect={onAsk}>
      {t('handOver.open')}
    </MenuItem>
  );
}

function RemindItem({ document: { id } }: { document: DocumentSummary }) {
  const { t } = useTranslation();
  const reminding = useMutation(remind);
  const toast = useActToast(t('manage.reminded'));
  // Uses the promise, because the menu is unmounted before the response arrives, and so are the callbacks of
  // `mutate`.
  const remindNow = () => void reminding.mutateAsync({ id }).then(toast.onSuccess, toast.onError);
  return (
    <MenuItem icon={BellRing} onSelect={remindNow}>
      {t('manage.remindNow')}
    </MenuItem>
  );
}

function DuplicateItem({ document: { id } }: { document: DocumentSummary }) {
  const { t } = useTranslation();
  const duplicate = useDuplicate(id);
  return (
    <MenuItem icon={Copy} onSelect={() => void duplicate()}>
      {t('library.duplicate')}
    </MenuItem>
  );
}
