import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { useRef, useState, type ComponentProps } from 'react';
import type { DocumentDetail } from '#contract/documents/documents.ts';
import type { DocumentFileView } from '#contract/documents/files.ts';
import { documentFileKinds } from '#core/document/files.ts';
import { addDocumentFile, saveDocumentFiles } from '../../api/documents.ts';
import { useRequiredTexts, type TranslateOf } from '../../api/later-words.ts';
import { reasonOf, RequestError } from '../../api/transport/request.ts';
import { acceptedNames } from '../../documents/upload/rejections.ts';
import { showToast } from '../../kit/toast-store.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/dialogs/confirm-dialog.tsx';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { Input } from '../../parts/forms/form-field.tsx';
import { Select } from '../../parts/forms/select.tsx';
import { useTranslation } from '../../words.ts';
import { useEditor } from '../state/editor-state.ts';

type Props = { open: boolean; onClose: () => void; onReload: () => void };
type File = Pick<DocumentFileView, 'id' | 'title' | 'kind'>;
/** A change that also removes fields, with the server's sentence about those fields. */
type Question = { files: readonly File[]; lost: string };

/**
 * The files of a draft. The sender can add, name, order and remove them, and choose what signers do with
 * each.
 */
export function FilesDialog({ open, onClose, onReload }: Props) {
  const t = useRequiredTexts('field-kinds');
  const picker = useRef<HTMLInputElement>(null);
  const { files, busy, question, save, add, ask } = useFiles(t, onReload);
  const move = (from: number, to: number) => {
    const moved = files.filter((_, index) => index !== from);
    void save(moved.toSpliced(to, 0, files[from]!));
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('files')}
      description={t('filesAbout')}
      size="wide"
      locked={busy !== null}
      footer={
        <>
          <p role="status" className="min-w-0 flex-1 truncate text-sm text-muted">
            {busy}
          </p>
          <Button look="primary" disabled={busy !== null} onClick={() => picker.current?.click()}>
            <Plus aria-hidden="true" />
            {t('filesAdd')}
          </Button>
        </>
      }
    >
      <input
        ref={picker}
        type="file"
        hidden
        multiple
        accept={acceptedNames}
        onChange={(event) => {
          void add([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      <ol className="flex flex-col gap-3">
        {files.map((file, index) => (
          <FileItem
            key={`${file.id} ${file.title}`}
            {...{ t, file, busy: busy !== null }}
            number={index + 1}
            count={files.length}
            onMove={(to) => move(index, to)}
            onChange={(change) => void save(files.with(index, { ...file, ...change }))}
            onRemove={() => void save(files.filter(({ id }) => id !== file.id))}
          />
        ))}
      </ol>
      <ConfirmDialog
        open={question !== null}
        onClose={() => ask(null)}
        title={t('filesRemoveAsk')}
        action={t('filesRemoveConfirm')}
        busy={busy !== null}
        onConfirm={() => {
          if (question) void save(question.files, true);
        }}
      >
        <p>{question?.lost}</p>
      </ConfirmDialog>
    </Dialog>
  );
}

type ItemProps = {
  t: TranslateOf<'field-kinds'>;
  file: DocumentFileView;
  number: number;
  count: number;
  busy: boolean;
  onMove: (to: number) => void;
  onChange: (change: Partial<File>) => void;
  onRemove: () => void;
};

function FileItem({ t, file, number, count, busy, onMove, onChange, onRemove }: ItemProps) {
  const { title, firstPage: first, pageCount } = file;
  const [typed, setTyped] = useState(title);
  const single = count === 1;
  const saveTitle = () => {
    const wanted = typed.trim();
    if (wanted === '') setTyped(title);
    else if (wanted !== title) onChange({ title: wanted });
  };
  return (
    <li className="flex flex-wrap items-center gap-2 rounded-md border border-line p-3">
      <div className="min-w-40 flex-1">
        <Input
          aria-label={t('filesTitle', { number })}
          value={typed}
          maxLength={200}
          // A document's only file has the document's title.
          disabled={busy || single}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={saveTitle}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.currentTarget.blur();
          }}
        />
        <p className="mt-1 text-xs text-muted">
          {pageCount === 1
            ? t('filesPage', { page: first })
            : t('filesPages', { first, last: first + pageCount - 1 })}
          {' · '}
          <bdi>{file.fileName}</bdi>
        </p>
      </div>
      {single ? null : (
        <>
          <Select
            className="w-44"
            aria-label={t('filesKind', { number })}
            value={file.kind}
            disabled={busy}
            onChange={(kind) => onChange({ kind })}
            options={documentFileKinds.map((kind) => ({ value: kind, text: t(`fileKind.${kind}`) }))}
          />
          <div className="flex">
            <Act
              name={t('filesUp', { title })}
              disabled={busy || number === 1}
              onClick={() => onMove(number - 2)}
            >
              <ArrowUp aria-hidden="true" />
            </Act>
            <Act
              name={t('filesDown', { title })}
              disabled={busy || number === count}
              onClick={() => onMove(number)}
            >
              <ArrowDown aria-hidden="true" />
            </Act>
            <Act name={t('filesRemove', { title })} disabled={busy} onClick={onRemove}>
              <Trash2 aria-hidden="true" />
            </Act>
          </div>
        </>
      )}
    </li>
  );
}

function Act({
  name,
  ...rest
}: { name: string } & Pick<ComponentProps<'button'>, 'disabled' | 'onClick' | 'children'>) {
  return <Button look="quiet" size="icon" aria-label={name} title={name} {...rest} />;
}

/** Saves each change, and reloads the editor because the pages and fields changed too. */
function useFiles(t: TranslateOf<'field-kinds'>, onReload: () => void) {
  const { t: say } = useTranslation();
  const { document, flush, revision } = useEditor();
  const [busy, setBusy] = useState<string | null>(null);
  const [question, ask] = useState<Question | null>(null);
  const failed = (title: string, error?: unknown) =>
    showToast({ title, look: 'danger', ...(error !== undefined && { description: reasonOf(error) }) });
  const begin = async (): Promise<boolean> => {
    setBusy(say('editor.saving'));
    return (await flush()) || (failed(t('filesFailed')), false);
  };
  const save = async (wanted: readonly File[], confirm = false) => {
    if (await begin()) {
      const files = wanted.map(({ id, title, kind }) => ({ id, title, kind }));
      try {
        await saveDocumentFiles(document.id, { files, confirm, revision: revision() });
        ask(null);
        onReload();
      } catch (error) {
        const loses = error instanceof RequestError && error.code === 'fields-would-be-removed';
        ask(loses ? { files: wanted, lost: reasonOf(error) } : null);
        if (!loses) failed(t('filesFailed'), error);
      }
    }
    setBusy(null);
  };
  const add = async (added: readonly globalThis.File[]) => {
    if (added.length === 0) return;
    if (await begin()) {
      let saved: Pick<DocumentDetail, 'revision'> = { revision: revision() };
      for (const file of added) {
        const { name } = file;
        try {
          saved = await addDocumentFile(document.id, { file, revision: saved.revision }, (part) =>
            setBusy(t('filesAdding', { name, percent: Math.round(part * 100) })),
          );
        } catch (error) {
          failed(t('filesNotAdded', { name }), error);
        }
      }
      onReload();
    }
    setBusy(null);
  };
  return { files: document.files, busy, question, save, add, ask };
}
