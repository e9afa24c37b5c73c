import { useId, useState } from 'react';
import type { FieldView } from '#contract/documents/documents.ts';
import { pictureKinds } from '#core/field/attached-file.ts';
import { fieldLabel } from '../entries/field-box.tsx';
import { attachmentEntry, pictureHash } from '../entries/shown-fields.ts';
import { Button } from '../../kit/button.tsx';
import { Sheet } from '../sheet.tsx';
import { t } from '../words.ts';
import { FileButton } from './file-button.tsx';
import type { KindDialogProps } from './kind-dialog.ts';
import { drawNameStamp } from './name-stamp.ts';
import { useUpload } from './use-upload.ts';

/** Uploads a picture, and shows the version that the server returns, whose pixels are sealed. */
export function PictureDialog({ field, fields, values, value, api, onValue, onClose }: KindDialogProps) {
  const [entry, setEntry] = useState(value);
  const { progress, problem, send } = useUpload({
    ...{ field, api, accepted: pictureKinds, wrong: t('picture.wrong') },
    onUploaded: (file) => setEntry(attachmentEntry(file)),
  });
  const isStamp = field.type === 'stamp';
  const finishWith = (next: string) => {
    onValue(next);
    onClose();
  };
  return (
    <Sheet title={fieldLabel(field)} onClose={onClose}>
      <div className="stack">
        {field.properties?.help && <p>{field.properties.help}</p>}
        <p className="muted">{t(isStamp ? 'picture.stampHint' : 'picture.hint')}</p>
        {entry !== '' && (
          <div className="pad-paper">
            <img src={api.pictureUrl(field.id, pictureHash(entry))} alt={t('picture.alt')} />
          </div>
        )}
        {isStamp && <NameStamp name={companyIn(fields, values)} isBusy={progress !== null} onStamp={send} />}
        <p role="alert" className="entry-problem">
          {problem}
        </p>
        <div className="row end">
          {value !== '' && (
            <Button disabled={progress !== null} onClick={() => finishWith('')}>
              {t('picture.remove')}
            </Button>
          )}
          <Button onClick={onClose}>{t('text.cancel')}</Button>
          <FileButton accepted={pictureKinds} progress={progress} isPrimary={entry === ''} onFile={send}>
            {t('picture.choose')}
          </FileButton>
          {entry !== '' && (
            <Button look="primary" disabled={progress !== null} onClick={() => finishWith(entry)}>
              {t('picture.use')}
            </Button>
          )}
        </div>
      </div>
    </Sheet>
  );
}

type NameStampProps = { name: string; isBusy: boolean; onStamp: (file: File) => Promise<void> };

/** Creates a stamp with the name of a company. */
function NameStamp({ name, isBusy, onStamp }: NameStampProps) {
  const [text, setText] = useState(name);
  const input = useId();
  const written = text.trim();
  return (
    <div className="stack">
      <label htmlFor={input}>{t('picture.stampName')}</label>
      <div className="row">
        <input
          id={input}
          className="input"
          maxLength={120}
          autoComplete="organization"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button disabled={isBusy || written === ''} onClick={() => void drawNameStamp(written).then(onStamp)}>
          {t('picture.stampMake')}
        </Button>
      </div>
    </div>
  );
}

/** The company name that the signer has entered in another field. */
function companyIn(fields: readonly FieldView[], values: KindDialogProps['values']): string {
  const entered = fields.flatMap(({ id, type }) => (type === 'company' ? [String(values[id] ?? '')] : []));
  return entered.find((name) => name !== '') ?? '';
}
