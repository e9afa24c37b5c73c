import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { TemplateImport } from '#contract/templates.ts';
import { importTemplate } from '../../api/templates.ts';
import { FileDrop } from '../../documents/file-drop.tsx';
import { UploadProgress } from '../../documents/upload-progress.tsx';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { InputField } from '../../parts/form-field.tsx';
import { useLaterWords, type SayOf } from '../../api/later-words.ts';
import { useWords } from '../../words.ts';

/** A PDF form, or a PDF with the export of another product, becomes a template; lists what was not imported as it was. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useWords();
  const own = useLaterWords('template-import');
  const [file, setFile] = useState<File | null>(null);
  const [source, setSource] = useState<File | null>(null);
  const [part, setPart] = useState(0);
  const importing = useMutation({
    mutationFn: (chosen: File) => importTemplate(chosen, source, setPart),
  });
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
      <FileDrop file={file} onFile={setFile} disabled={importing.isPending} />
      <InputField
        label={own('templates.importExport')}
        hint={own('templates.importExportAbout')}
        type="file"
        accept=".json,application/json"
        disabled={importing.isPending}
        className="h-auto py-1.5 file:me-3 pointer-coarse:h-auto"
        onChange={({ target }) => setSource(target.files?.[0] ?? null)}
      />
      {importing.isPending ? <UploadProgress progress={part} /> : null}
    </FormDialog>
  );
}

type ImportedProps = { imported: TemplateImport; own: SayOf<'template-import'>; onClose: () => void };

function Imported({ imported, own, onClose }: ImportedProps) {
  const { t } = useWords();
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
        {left.length > 0 ? <p className="font-medium">{own('templates.importLeft')}</p> : null}
        <ul className="flex max-h-72 list-disc flex-col gap-1.5 overflow-y-auto ps-5">
          {left.map(({ code, name, page }, index) => (
            <li key={index}>
              <bdi className="font-medium">{name || own('templates.importField')}</bdi>
              {page === null ? '' : ` (${own('templates.importPage', { page })})`}:{' '}
              {own(`templates.left.${code}`)}
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}
