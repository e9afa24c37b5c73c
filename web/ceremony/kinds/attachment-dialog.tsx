import { attachmentKinds } from '#core/field/attached-file.ts';
import { fieldLabel } from '../entries/field-box.tsx';
import { Sheet } from '../sheet.tsx';
import { attachmentEntry, valueText } from '../entries/shown-fields.ts';
import type { KindDialogProps } from './kind-dialog.ts';
import { FileButton } from './file-button.tsx';
import { t } from '../words.ts';
import { useUpload } from './use-upload.ts';
import { Button } from '../../kit/button.tsx';

/** Uploads a file immediately. It becomes part of the document when the recipient signs. */
export function AttachmentDialog({ field, value, api, onValue, onClose }: KindDialogProps) {
  const name = valueText(field, { values: { [field.id]: value } });
  const finishWith = (entry: string) => {
    onValue(entry);
    onClose();
  };
  const { progress, problem, send } = useUpload({
    ...{ field, api, accepted: attachmentKinds, wrong: t('attach.wrong') },
    onUploaded: (file) => finishWith(attachmentEntry(file)),
  });
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
        <p role="alert" className="entry-problem">
          {problem}
        </p>
        <div className="row end">
          {name && (
            <Button disabled={progress !== null} onClick={() => finishWith('')}>
              {t('attach.remove')}
            </Button>
          )}
          <Button onClick={onClose}>{t('text.cancel')}</Button>
          <FileButton accepted={attachmentKinds} progress={progress} isPrimary onFile={send}>
            {t('attach.choose')}
          </FileButton>
        </div>
      </div>
    </Sheet>
  );
}
