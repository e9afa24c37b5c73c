import { ArrowDown, ArrowUp, Eraser, GripVertical, RotateCw, Trash2, Undo2 } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import type { PutPagesBody } from '#contract/documents/page-routes.ts';
import { pagePaths } from '#contract/paths.ts';
import { useRequiredTexts } from '../api/later-words.ts';
import { change as request } from '../api/transport/call.ts';
import { reasonOf, RequestError } from '../api/transport/request.ts';
import type { PdfFile } from '../kit/pdf/open-pdf.ts';
import { PageCanvas } from '../kit/pdf/page-canvas.tsx';
import { showToast } from '../kit/toast-store.ts';
import { Button } from '../parts/button.tsx';
import { classNames } from '../parts/class-names.ts';
import { Dialog } from '../parts/dialogs/dialog.tsx';
import { Problem } from '../parts/problem.tsx';
import { useTranslation } from '../words.ts';
import { useRowDrag } from './send/use-row-drag.ts';
import { useEditor } from './state/editor-state.ts';

type Row = PutPagesBody['pages'][number] & { turn: 0 | 90 | 180 | 270 };
type Props = { open: boolean; onClose: () => void; onReload: () => void; pdf: PdfFile | null };

const turns = [0, 90, 180, 270] as const;
/** Side of the square that holds a thumbnail, in CSS pixels. */
const side = 72;

/** Reorders, rotates and removes pages. Every step can be undone until the changes are applied. */
export function PagesDialog({ open, onClose, onReload, pdf }: Props) {
  const { t } = useTranslation();
  const say = useRequiredTexts('field-kinds');
  const { document, pages, flush, revision } = useEditor();
  const [rows, setRows] = useState<Row[]>(() => pages.map((_, at) => ({ page: at + 1, turn: 0 })));
  const [past, setPast] = useState<Row[][]>([]);
  const [saving, setSaving] = useState(false);
  const [lost, setLost] = useState<string | null>(null);
  const list = useRef<HTMLOListElement>(null);
  const change = (next: Row[]) => {
    setPast([...past, rows]);
    setRows(next);
    setLost(null);
  };
  const move = (from: number, to: number) => {
    if (to < 0 || to >= rows.length) return;
    const next = [...rows];
    next.splice(to, 0, ...next.splice(from, 1));
    change(next);
  };
  const drag = useRowDrag(list, move);
  const apply = async () => {
    setSaving(true);
    try {
      if (!(await flush())) throw new Error(t('send.unsaved'));
      const body = { pages: rows, revision: revision(), confirm: lost !== null };
      await request(pagePaths.putPages, { params: { id: document.id }, body });
      showToast({ title: say('pagesDone') });
      onClose();
      onReload();
    } catch (error) {
      if (error instanceof RequestError && error.code === 'fields-would-be-removed') setLost(reasonOf(error));
      else showToast({ title: say('pagesFailed'), description: reasonOf(error), look: 'danger' });
    }
    setSaving(false);
  };
  const removeTexts = async () => {
    setSaving(true);
    try {
      if (!(await flush())) throw new Error(t('send.unsaved'));
      await request(pagePaths.removeAnchors, { params: { id: document.id }, body: { revision: revision() } });
      showToast({ title: say('anchorsRemoved') });
      onClose();
      onReload();
    } catch (error) {
      showToast({ title: say('pagesFailed'), description: reasonOf(error), look: 'danger' });
    }
    setSaving(false);
  };
  const undo = () => {
    setRows(past.at(-1) ?? rows);
    setPast(past.slice(0, -1));
    setLost(null);
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      locked={saving}
      title={say('pages')}
      description={say('pagesAbout')}
      footer={
        <>
          <Button onClick={undo} disabled={past.length === 0 || saving}>
            <Undo2 aria-hidden="true" />
            {t('editor.undo')}
          </Button>
          <Button
            look={lost === null ? 'primary' : 'danger'}
            disabled={past.length === 0 || saving}
            onClick={() => void apply()}
          >
            {say(lost === null ? 'pagesApply' : 'pagesApplyLost')}
          </Button>
        </>
      }
    >
      {lost === null ? null : <Problem>{lost}</Problem>}
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-sm">
        <p className="min-w-0 flex-[1_1_220px] text-muted">{say('anchorsAbout')}</p>
        <Button size="small" disabled={past.length > 0 || saving} onClick={() => void removeTexts()}>
          <Eraser aria-hidden="true" />
          {say('anchorsRemove')}
        </Button>
      </div>
      <ol ref={list} className="flex flex-col gap-2">
        {rows.map((row, at) => (
          <li
            key={row.page}
            data-row
            className={classNames(
              'flex items-center gap-2 rounded-md border border-line p-2',
              drag.held === at && 'bg-ink-soft',
            )}
          >
            <span
              aria-hidden="true"
              className="cursor-grab touch-none text-muted max-sm:hidden"
              onPointerDown={(event) => drag.press(at, event)}
            >
              <GripVertical className="size-4" />
            </span>
            <Thumbnail pdf={pdf} row={row} size={pages[row.page - 1]!} />
            <span className="min-w-0 flex-1 text-sm tabular-nums">
              {say('pagesPage', { page: row.page })}
            </span>
            <RowButtons {...{ row, at, rows, change, move }} />
          </li>
        ))}
      </ol>
    </Dialog>
  );
}

type RowProps = {
  row: Row;
  at: number;
  rows: readonly Row[];
  change: (rows: Row[]) => void;
  move: (from: number, to: number) => void;
};

function RowButtons({ row, at, rows, change, move }: RowProps) {
  const say = useRequiredTexts('field-kinds');
  return (
    <>
      <RowButton
        name={say('pagesUp', { page: row.page })}
        disabled={at === 0}
        onClick={() => move(at, at - 1)}
      >
        <ArrowUp aria-hidden="true" />
      </RowButton>
      <RowButton
        name={say('pagesDown', { page: row.page })}
        disabled={at === rows.length - 1}
        onClick={() => move(at, at + 1)}
      >
        <ArrowDown aria-hidden="true" />
      </RowButton>
      <RowButton
        name={say('pagesTurn', { page: row.page })}
        onClick={() =>
          change(rows.with(at, { ...row, turn: turns[(turns.indexOf(row.turn) + 1) % turns.length]! }))
        }
      >
        <RotateCw aria-hidden="true" />
      </RowButton>
      <RowButton
        name={say('pagesRemove', { page: row.page })}
        disabled={rows.length === 1}
        onClick={() => change(rows.toSpliced(at, 1))}
      >
        <Trash2 aria-hidden="true" />
      </RowButton>
    </>
  );
}

type ButtonProps = {
  name: string;
  onClick: () => void;
  disabled?: boolean;
  children: ReactNode;
};

function RowButton({ name, ...rest }: ButtonProps) {
  return <Button look="quiet" size="icon" aria-label={name} title={name} {...rest} />;
}

function Thumbnail({
  pdf,
  row: { page, turn },
  size,
}: {
  pdf: PdfFile | null;
  row: Row;
  size: { width: number; height: number };
}) {
  const scale = side / Math.max(size.width, size.height);
  const [width, height] = [size.width * scale, size.height * scale];
  return (
    <span className="flex shrink-0 items-center justify-center" style={{ width: side, height: side }}>
      <span
        className="pdf-page block overflow-hidden rounded-[2px]"
        style={{ width, height, transform: `rotate(${turn}deg)` }}
      >
        <PageCanvas pdf={pdf} page={page} width={width} />
      </span>
    </span>
  );
}
