import { FileText, FileUp, X } from 'lucide-react';
import { useState } from 'react';
import { useDropzone } from 'react-dropzone';
import { MAX_UPLOAD_BYTES } from '#core/plan/plans.ts';
import { Button } from '../../parts/button.tsx';
import { classNames } from '../../parts/class-names.ts';
import { fileSize } from '../../parts/format.ts';
import { Problem } from '../../parts/problem.tsx';
import { useTranslation } from '../../words.ts';
import { acceptedFiles, rejectionTexts } from './rejections.ts';

type Props = { file: File | null; onFile: (file: File | null) => void; disabled: boolean };

/**
 * Accepts one PDF, DOCX or picture through the file picker or by drop, and explains why it rejects other
 * files.
 */
export function FileDrop({ file, onFile, disabled }: Props) {
  const { t } = useTranslation();
  const [rejected, setRejected] = useState<string[]>([]);
  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    accept: acceptedFiles,
    maxFiles: 1,
    multiple: false,
    maxSize: MAX_UPLOAD_BYTES,
    minSize: 1,
    disabled,
    noClick: true,
    noKeyboard: true,
    onDrop: (accepted, rejections) => {
      setRejected(rejectionTexts(t, rejections));
      if (accepted[0]) onFile(accepted[0]);
    },
  });
  return (
    <div className="flex flex-col gap-3">
      <div
        {...getRootProps()}
        className={classNames(
          'rounded-lg border border-dashed border-line-strong bg-paper transition-colors duration-100',
          isDragActive && 'border-ink bg-ink-soft',
        )}
      >
        <input {...getInputProps({ 'aria-label': t('upload.file') })} />
        {file ? (
          <div className="flex items-center gap-3 p-4">
            <FileText aria-hidden="true" className="size-8 shrink-0 stroke-[1.5] text-ink" />
            <div className="min-w-0 flex-1">
              <p className="truncate font-medium">{file.name}</p>
              <p className="text-xs text-muted tabular-nums">{fileSize(file.size, 2)}</p>
            </div>
            {disabled ? null : (
              <Button
                look="quiet"
                size="icon"
                aria-label={t('upload.remove', { name: file.name })}
                onClick={() => onFile(null)}
              >
                <X aria-hidden="true" />
              </Button>
            )}
          </div>
        ) : (
          <div className="flex flex-col items-center gap-1 px-4 py-9 text-center">
            <FileUp aria-hidden="true" className="mb-1 size-8 stroke-[1.5] text-muted" />
            <p className="font-medium">{isDragActive ? t('upload.dropNow') : t('upload.drop')}</p>
            <p className="text-xs text-muted">{t('upload.kinds')}</p>
            <Button className="mt-3" onClick={open} disabled={disabled}>
              {t('upload.choose')}
            </Button>
          </div>
        )}
      </div>
      {rejected.length > 0 ? (
        <Problem>
          <p className="font-medium">{t('upload.rejected')}</p>
          <ul>
            {rejected.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Problem>
      ) : null}
    </div>
  );
}
