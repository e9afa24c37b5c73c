import { useEffect, useRef, useState } from 'react';
import type { FieldView } from '#contract/documents/documents.ts';
import type { AttachmentAnswer } from '#contract/signing/ceremony.ts';
import { maxAttachmentBytes } from '#core/field/attached-file.ts';
import { t } from '../words.ts';
import type { KindDialogProps } from './kind-dialog.ts';
import { useShown } from './use-shown.ts';

type Upload = {
  field: FieldView;
  api: Pick<KindDialogProps['api'], 'attach'>;
  /** Accepted media types. */
  accepted: readonly string[];
  /** Error text for a file of another type or one that is too large. */
  wrong: string;
  onUploaded: (file: AttachmentAnswer) => void;
};

/**
 * Uploads a file for a field. `progress` is the share that has left the browser, or null if nothing is being
 * uploaded.
 */
export function useUpload({ field, api, accepted, wrong, onUploaded }: Upload) {
  const [progress, setProgress] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const leaving = useRef(new AbortController());
  const shown = useShown();
  useEffect(() => () => leaving.current.abort(), []);

  async function send(file: File): Promise<void> {
    if (!accepted.includes(file.type) || file.size > maxAttachmentBytes) return setProblem(wrong);
    setProblem(null);
    setProgress(0);
    leaving.current = new AbortController();
    const outcome = await api.attach(field.id, file, setProgress, leaving.current.signal);
    if (!shown.current) return;
    setProgress(null);
    if (outcome.ok) return onUploaded(outcome.value);
    setProblem(outcome.failure.offline ? t('failed.offline') : outcome.failure.detail);
  }

  return { progress, problem, send };
}
