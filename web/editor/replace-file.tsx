import { FileUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { replaceFile } from '../api/documents.ts';
import { reasonOf, RequestError } from '../api/request.ts';
import { Button } from '../parts/button.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { showToast } from '../parts/toast-store.ts';
import { Tooltip } from '../parts/tooltip.tsx';
import { useEditor } from './editor-state.ts';

/** Another file in the place of this one: fields stay, and those that have no page any more are asked about. */
export function ReplaceFile({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  const { document, flush, revision } = useEditor();
  const picker = useRef<HTMLInputElement>(null);
  const [progress, setProgress] = useState<number | null>(null);
  const [asked, setAsked] = useState<{ file: File; lost: string } | null>(null);
  const put = async (file: File, confirm: boolean) => {
    setProgress(0);
    try {
      if (!(await flush())) throw new Error(t('send.unsaved'));
      await replaceFile(document.id, { file, revision: revision(), confirm }, setProgress);
      setAsked(null);
      showToast({ title: t('editor.replaced'), description: t('editor.replacedText') });
      onDone();
    } catch (error) {
      if (error instanceof RequestError && error.code === 'fields-lost') {
        setAsked({ file, lost: reasonOf(error) });
      } else {
        setAsked(null);
        showToast({ title: t('editor.replaceFailed'), description: reasonOf(error), look: 'danger' });
      }
    }
    setProgress(null);
  };
  return (
    <>
      <input
        ref={picker}
        type="file"
        hidden
        accept=".pdf,.docx"
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) void put(file, false);
          event.target.value = '';
        }}
      />
      {progress === null || asked ? (
        <Tooltip text={t('editor.replace')}>
          <Button
            look="quiet"
            size="icon"
            className="size-7! max-sm:hidden"
            aria-label={t('editor.replace')}
            onClick={() => picker.current?.click()}
          >
            <FileUp aria-hidden="true" className="size-4!" />
          </Button>
        </Tooltip>
      ) : (
        <span role="status" className="text-xs text-muted tabular-nums">
          {t('editor.replacing', { percent: Math.round(progress * 100) })}
        </span>
      )}
      <ConfirmDialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={t('editor.replaceAsk')}
        action={t('editor.replaceConfirm')}
        busy={progress !== null}
        onConfirm={() => {
          if (asked) void put(asked.file, true);
        }}
      >
        <p>{asked?.lost}</p>
      </ConfirmDialog>
    </>
  );
}
