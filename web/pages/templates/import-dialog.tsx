import { useMutation } from '@tanstack/react-query';
import { FileUp, X } from 'lucide-react';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import type { TemplateImport } from '#contract/documents/templates.ts';
import { importTemplate } from '../../api/templates.ts';
import { FileDrop } from '../../documents/upload/file-drop.tsx';
import { UploadProgress } from '../../documents/upload/upload-progress.tsx';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { FileButton } from '../../parts/forms/file-button.tsx';
import { useDeferredTexts, type TranslateOf } from '../../api/later-words.ts';
import { useTranslation } from '../../words.ts';
import { importedName } from './imported-name.ts';

/**
 * Creates a template from a PDF form, or from a PDF with the export of another product. Lists everything that
 * was changed or left out.
 */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const own = useDeferredTexts('templates');
  const [file, setFile] = useState<File | null>(null);
  const [source, setSource] = useState<File | null>(null);
  const [part, setPart] = useState(0);
  const importing = useMutation({
    mutationFn: (chosen: File) => importTemplate(chosen, source, setPart),
  });
  /** Choosing another file clears the previous error. */
  const chooseWith = (set: (chosen: File | null) => void) => (chosen: File | null) => {
    importing.reset();
    set(chosen);
  };
  if (!own) return null;
  if (importing.data) return <Imported imported={importing.data} own={own} onClose={onClose} />;
  return (
    <FormDialog
      onClose={onClose}
      title={t('templates.import')}
      description={own('templates.importAbout')}
      action={own('templates.importAct')}
      busy={importing.isPending}
      size="normal"
      ready={file !== null}
      error={importing.error}
      onSubmit={() => {
        setPart(0);
        if (file) importing.mutate(file);
      }}
    >
      <FileDrop file={file} onFile={chooseWith(setFile)} disabled={importing.isPending} />
      <ExportChoice own={own} file={source} onFile={chooseWith(setSource)} disabled={importing.isPending} />
      {importing.isPending ? <UploadProgress progress={part} /> : null}
    </FormDialog>
  );
}

type ExportChoiceProps = {
  own: TranslateOf<'templates'>;
  file: File | null;
  onFile: (file: File | null) => void;
  disabled: boolean;
};

/** Replaces the browser's own file input, which uses its own language and cannot be cleared. */
function ExportChoice({ own, file, onFile, disabled }: ExportChoiceProps) {
  const { t } = useTranslation();
  const label = useId();
  return (
    <div role="group" aria-labelledby={label} className="flex flex-col gap-1.5">
      <p id={label} className="text-sm font-medium">
        {own('templates.importExport')}
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <FileButton
          label={own('templates.importExport')}
          accept=".json,application/json"
          disabled={disabled}
          onFile={onFile}
        >
          <FileUp aria-hidden="true" />
          {file ? own('templates.importExportOther') : t('upload.choose')}
        </FileButton>
        {file ? (
          <span className="flex min-w-0 items-center gap-1">
            <bdi className="min-w-0 truncate text-muted">{file.name}</bdi>
            <Button
              look="quiet"
              size="icon"
              aria-label={t('upload.remove', { name: file.name })}
              disabled={disabled}
              onClick={() => onFile(null)}
            >
              <X aria-hidden="true" />
            </Button>
          </span>
        ) : null}
      </div>
      <p className="text-xs text-muted">{own('templates.importExportAbout')}</p>
    </div>
  );
}

type ImportedProps = { imported: TemplateImport; own: TranslateOf<'templates'>; onClose: () => void };

function Imported({ imported, own, onClose }: ImportedProps) {
  const { t, language } = useTranslation();
  const heading = useId();
  const { template, left } = imported;
  return (
    <Dialog
      open
      onClose={onClose}
      title={own('templates.imported', { name: template.name })}
      footer={
        <>
          <Button onClick={onClose}>{t('dialog.close')}</Button>
          <Button look="primary" asChild>
            <Link to={`/templates/${template.id}/edit`}>{own('templates.importOpen')}</Link>
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <p>{own('templates.importedFields', { count: template.signatureFields.length })}</p>
        {left.length > 0 ? (
          <>
            <p id={heading} className="font-medium">
              {own('templates.importLeft', { count: left.length })}
            </p>
            <ul tabIndex={0} aria-labelledby={heading} className="flex list-disc flex-col gap-1.5 ps-5">
              {left.map(({ code, name, page }, index) => (
                <li key={index}>
                  <bdi className="font-medium">
                    {importedName({ code, name }, language) || own('templates.importField')}
                  </bdi>
                  {page === null ? '' : ` (${own('templates.importPage', { page })})`}:{' '}
                  {own(`templates.left.${code}`)}
                </li>
              ))}
            </ul>
          </>
        ) : null}
      </div>
    </Dialog>
  );
}
