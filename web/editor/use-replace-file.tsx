import { useRef, useState, type ReactNode } from 'react';
import { reasonOf, RequestError } from '../api/transport/request.ts';
import { acceptedNames } from '../documents/upload/rejections.ts';
import { ConfirmDialog } from '../parts/dialogs/confirm-dialog.tsx';
import { showToast } from '../kit/toast-store.ts';
import { useTranslation } from '../words.ts';
import { useEditor } from './state/editor-state.ts';
import { useMovedFields } from './use-moved-fields.tsx';

export type Replacing = {
  /** Opens the file picker. */
  pick: () => void;
  /** Upload progress from 0 to 1; null if there is no upload. */
  progress: number | null;
  /** The file picker, and the question about fields to be removed. The caller must render this once. */
  parts: ReactNode;
};

/**
 * Replaces the file. Fields follow their anchors or keep their place, and the member must confirm the removal
 * of fields without a page.
 */
export function useReplaceFile(onDone: () => void): Replacing {
  const { t } = useTranslation();
  const { document, flush, revision, replaceFile } = useEditor();
  const picker = useRef<HTMLInputElement>(null);
  const [progress, setProgress] = useState<number | null>(null);
  const [question, setQuestion] = useState<{ file: File; lost: string } | null>(null);
  const { show, part } = useMovedFields(onDone);
  const replace = async (file: File, confirm: boolean) => {
    setProgress(0);
    try {
      if (!(await flush())) throw new Error(t('send.unsaved'));
      const replaced = await replaceFile(document.id, { file, revision: revision(), confirm }, setProgress);
      setQuestion(null);
      show(replaced.signatureFields);
    } catch (error) {
      if (error instanceof RequestError && error.code === 'fields-would-be-removed') {
        setQuestion({ file, lost: reasonOf(error) });
      } else {
        setQuestion(null);
        showToast({ title: t('editor.replaceFailed'), description: reasonOf(error), look: 'danger' });
      }
    }
    setProgress(null);
  };
  const parts = (
    <>
      <input
        ref={picker}
        type="file"
        hidden
        accept={acceptedNames}
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) void replace(file, false);
          event.target.value = '';
        }}
      />
      <ConfirmDialog
        open={question !== null}
        onClose={() => setQuestion(null)}
        title={t('editor.replaceAsk')}
        action={t('editor.replaceConfirm')}
        busy={progress !== null}
        onConfirm={() => {
          if (question) void replace(question.file, true);
        }}
      >
        <p>{question?.lost}</p>
      </ConfirmDialog>
      {part}
    </>
  );
  return { pick: () => picker.current?.click(), progress: question ? null : progress, parts };
}
