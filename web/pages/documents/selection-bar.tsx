import { Ban, BellRing, CalendarPlus, Download, FolderInput, Trash2, UserRoundPen, X } from 'lucide-react';
import { useState } from 'react';
import type { DocumentSummary } from '#contract/documents/documents.ts';
import { archivePath } from '../../api/library.ts';
import { DeleteDialog } from '../../documents/dialogs/delete-dialog.tsx';
import { ExtendForm } from '../../documents/dialogs/extend-dialog.tsx';
import { VoidForm } from '../../documents/dialogs/void-dialog.tsx';
import { downloadFile } from '../../documents/download-file.ts';
import { HandOverDocumentsDialog } from '../../documents/dialogs/hand-over-documents-dialog.tsx';
import { useHandOver } from '../../documents/use-hand-over.ts';
import { canBeDeleted, canBeExtended, canBeVoided } from '../../documents/may-be.ts';
import { MoveDialog } from '../../documents/dialogs/move-dialog.tsx';
import {
  SeveralResultDialog,
  useSeveral,
  type SeveralResult,
} from '../../documents/selection/several-acts.tsx';
import type { Selection } from '../../documents/selection/use-selection.ts';
import { Button } from '../../parts/button.tsx';
import { ActionsMenu, MenuItem, MenuLine } from '../../parts/dialogs/menu.tsx';
import { useTranslation } from '../../words.ts';

type Props = { documents: readonly DocumentSummary[]; selection: Selection };

/** The actions on all selected documents, and the result of the last action. */
export function SelectionBar({ documents, selection }: Props) {
  const [result, setResult] = useState<SeveralResult | null>(null);
  const chosen = documents.filter(({ id }) => selection.has(id));
  return (
    <>
      {chosen.length === 0 ? null : <Bar chosen={chosen} selection={selection} onResult={setResult} />}
      {result ? <SeveralResultDialog result={result} onClose={() => setResult(null)} /> : null}
    </>
  );
}

type BarProps = {
  chosen: readonly DocumentSummary[];
  selection: Selection;
  onResult: (result: SeveralResult) => void;
};

function Bar({ chosen, selection, onResult }: BarProps) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState<Asking | null>(null);
  const { reminding, extending, voiding } = useSeveral(chosen, { onResult, onDone: selection.clear });
  const deletable = chosen.filter(canBeDeleted);
  const close = () => setAsking(null);
  return (
    <div
      role="toolbar"
      aria-label={t('library.selection')}
      className="sticky bottom-3 z-20 mx-auto mb-3 flex w-fit max-w-[calc(100%-1rem)] flex-wrap items-center justify-center gap-1.5 rounded-lg border border-line bg-surface p-2 shadow-lift"
    >
      <span className="px-2 font-medium tabular-nums" aria-live="polite">
        {t('library.selected', { count: chosen.length })}
      </span>
      {chosen.some(({ waitingFor }) => waitingFor) ? (
        <Button size="small" disabled={reminding.isPending} onClick={() => reminding.mutate()}>
          <BellRing aria-hidden="true" />
          {t('manage.remind')}
        </Button>
      ) : null}
      <Button size="small" onClick={() => downloadFile(archivePath(chosen.map(({ id }) => id)))}>
        <Download aria-hidden="true" />
        {t('library.downloadZip')}
      </Button>
      <Button size="small" onClick={() => setAsking('move')}>
        <FolderInput aria-hidden="true" />
        {t('library.moveTo')}
      </Button>
      <MoreActs chosen={chosen} onAsk={setAsking} />
      {deletable.length > 0 ? (
        <Button size="small" look="danger" onClick={() => setAsking('delete')}>
          <Trash2 aria-hidden="true" />
          {t('documents.delete')}
        </Button>
      ) : null}
      <Button size="small" look="quiet" aria-label={t('library.clearSelection')} onClick={selection.clear}>
        <X aria-hidden="true" />
      </Button>
      {asking === 'move' ? (
        <MoveDialog what={{ documents: chosen }} onClose={close} onDone={selection.clear} />
      ) : null}
      {asking === 'hand-over' ? (
        <HandOverDocumentsDialog documents={chosen} onClose={close} onDone={selection.clear} />
      ) : null}
      {asking === 'extend' ? (
        <ExtendForm
          form="extend several"
          title={t('several.extend', { count: chosen.length })}
          about={t('several.extendAbout')}
          busy={extending.isPending}
          onClose={close}
          onExtend={(days) => extending.mutate(days, { onSettled: close })}
        />
      ) : null}
      {asking === 'void' ? (
        <VoidForm
          form="void several"
          title={t('several.void', { count: chosen.length })}
          busy={voiding.isPending}
          onClose={close}
          onVoid={(reason) => voiding.mutate(reason, { onSettled: close })}
        />
      ) : null}
      {asking === 'delete' ? (
        <DeleteDialog
          documents={deletable}
          staying={chosen.length - deletable.length}
          onClose={close}
          onDone={selection.clear}
        />
      ) : null}
    </div>
  );
}

type Asking = 'move' | 'delete' | 'hand-over' | 'extend' | 'void';

/** The less common actions, in the order of a single document's menu. */
function MoreActs({ chosen, onAsk }: Pick<BarProps, 'chosen'> & { onAsk: (act: Asking) => void }) {
  const { t } = useTranslation();
  const [now] = useState(() => Date.now());
  const canHandOver = useHandOver(chosen).mine.length > 0;
  const extendable = chosen.some(canBeExtended);
  const voidable = chosen.some((document) => canBeVoided(document, now));
  if (!canHandOver && !extendable && !voidable) return null;
  return (
    <ActionsMenu name={t('manage.more')}>
      {extendable ? (
        <MenuItem icon={CalendarPlus} onSelect={() => onAsk('extend')}>
          {t('manage.extend')}
        </MenuItem>
      ) : null}
      {canHandOver ? (
        <MenuItem icon={UserRoundPen} onSelect={() => onAsk('hand-over')}>
          {t('handOver.open')}
        </MenuItem>
      ) : null}
      {voidable ? (
        <>
          <MenuLine />
          <MenuItem icon={Ban} danger onSelect={() => onAsk('void')}>
            {t('void.open')}
          </MenuItem>
        </>
      ) : null}
    </ActionsMenu>
  );
}
