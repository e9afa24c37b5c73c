import { useEffect, useRef, useState } from 'react';
import { attachmentKinds, maxAttachmentBytes } from '#core/field/attached-file.ts';
import { fieldLabel } from '../entries/field-box.tsx';
import { Sheet } from '../sheet.tsx';
import { attachmentEntry, valueText } from '../entries/shown-fields.ts';
import type { KindDialogProps } from './kind-dialog.ts';
import { t } from '../words.ts';
import { useShown } from './use-shown.ts';
import { Button } from '../../kit/button.tsx';

/** Uploads a file immediately; it counts once the document is signed. */
export function AttachmentDialog({ field, value, api, onValue, onClose }: KindDialogProps) {
  const picker = useRef<HTMLInputElement>(null);
  const [progress, setProgress] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const name = valueText(field, { values: { [field.id]: value } });
  const leaving = useRef(new AbortController());
  const shown = useShown();
  useEffect(() => () => leaving.current.abort(), []);

  async function send(file: File) {
    const fits =
      (attachmentKinds as readonly string[]).includes(file.type) && file.size <= maxAttachmentBytes;
    if (!fits) return setProblem(t('attach.wrong'));
    setProblem(null);
    setProgress(0);
    leaving.current = new AbortController();
    const outcome = await api.attach(field.id, file, setProgress, leaving.current.signal);
    if (!shown.current) return;
    setProgress(null);
    if (!outcome.ok) {
      return setProblem(outcome.failure.offline ? t('failed.offline') : outcome.failure.detail);
    }
    onValue(attachmentEntry(outcome.value));
    onClose();
  }

  return (
    <Sheet title={fieldLabel(field)} onClose={onClose}>
      <div className="stack">
        {field.properties?.help && <p>{field.properties.help}</p>}
        <p className="muted">{t('attach.hint')}</p>
        {name && (
          <p>
            <strong>{name}</strong>
          </p>
        )}
        <input
          ref={picker}
          type="file"
          hidden
          accept={attachmentKinds.join(',')}
          onChange={(event) => {
            const file = event.target.files?.[0];
            if (file) void send(file);
            event.target.value = '';
          }}
        />
        <p role="alert" className="entry-problem">
          {problem}
        </p>
        <div className="row end">
          {name && (
            <Button
              disabled={progress !== null}
              onClick={() => {
                onValue('');
                onClose();
              }}
            >
              {t('attach.remove')}
            </Button>
          )}
          <Button onClick={onClose}>{t('text.cancel')}</Button>
          <Button look="primary" disabled={progress !== null} onClick={() => picker.current?.click()}>
            {progress === null
              ? t('attach.choose')
              : t('attach.sending', { percent: Math.round(progress * 100) })}
          </Button>
        </div>
      </div>
    </Sheet>
  );
}
