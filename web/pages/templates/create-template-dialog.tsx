import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { documentQuery, documentsQuery } from '../../api/documents.ts';
import { createTemplate, createTemplateFromFile } from '../../api/templates.ts';
import { FileDrop } from '../../documents/upload/file-drop.tsx';
import { UploadProgress } from '../../documents/upload/upload-progress.tsx';
import { failureToast } from '../../parts/dialogs/outcome-toast.ts';
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { useSavedInput } from '../../api/keep-typed.ts';
import { SelectField } from '../../parts/forms/select-field.tsx';
import { showToast } from '../../kit/toast-store.ts';
import { LimitNotice } from '../../plans/limit-notice.tsx';
import { useTranslation } from '../../words.ts';
import { isComplete, emptyTemplateDetails, TemplateDetailsFields } from './words-fields.tsx';

type Start = 'file' | 'document';

/** Creates a template from a file, from a recent or given document, or without a file. */
export function CreateTemplateDialog(props: {
  documentId: string | null;
  /** The folder that the list shows; null for all folders. */
  folderId: string | null;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [words, setWords] = useState(emptyTemplateDetails);
  useSavedInput('template new', () => words, setWords);
  const [start, setStart] = useState<Start>(props.documentId === null ? 'file' : 'document');
  const [file, setFile] = useState<File | null>(null);
  const [chosen, setChosen] = useState(props.documentId);
  const [part, setPart] = useState(0);
  const [checked, setChecked] = useState(false);
  const documents = useDocuments(props.documentId);
  const documentId = chosen ?? documents[0]?.id;
  const creating = useMutation({
    mutationFn: () => {
      setPart(0);
      const place = props.folderId === null ? {} : { folderId: props.folderId };
      if (start === 'file' && file) return createTemplateFromFile({ ...words, ...place }, file, setPart);
      return createTemplate({
        ...words,
        ...place,
        ...(start === 'document' && documentId && { documentId }),
      });
    },
    onSuccess: ({ id, pageCount }) => {
      showToast({ title: t('templates.created') });
      if (pageCount > 0) void navigate(`/templates/${id}/edit`);
      else props.onClose();
    },
    onError: failureToast(t('templates.createFailed')),
  });
  const busy = creating.isPending;
  const submit = () => {
    setChecked(true);
    if (isComplete(words)) creating.mutate();
    else showToast({ title: t('templates.required'), look: 'danger' });
  };
  return (
    <FormDialog
      onClose={props.onClose}
      title={t('templates.create')}
      description={t('templates.createAbout')}
      action={t('templates.create')}
      busy={busy}
      size="normal"
      onSubmit={submit}
    >
      <TemplateDetailsFields words={words} onChange={setWords} checked={checked} disabled={busy} />
      <SelectField
        label={t('templates.startWith')}
        value={start}
        disabled={busy}
        onChange={setStart}
        options={[
          { value: 'file', text: t('templates.startWithFile') },
          { value: 'document', text: t('templates.startWithDocument') },
        ]}
      />
      {start === 'file' ? (
        <div className="flex flex-col gap-1.5">
          <FileDrop file={file} onFile={setFile} disabled={busy} />
          <p className="text-xs text-muted">{t('templates.fileHint')}</p>
        </div>
      ) : (
        <DocumentChoice documents={documents} value={documentId} onChange={setChosen} disabled={busy} />
      )}
      <LimitNotice error={creating.error} />
      {busy && start === 'file' && file ? <UploadProgress progress={part} /> : null}
    </FormDialog>
  );
}

type Choosable = { id: string; title: string };
type ChoiceProps = {
  documents: Choosable[];
  value: string | undefined;
  onChange: (id: string) => void;
  disabled: boolean;
};

function DocumentChoice({ documents, value, onChange, disabled }: ChoiceProps) {
  const { t } = useTranslation();
  if (value === undefined) return <p className="text-muted">{t('templates.noDocuments')}</p>;
  return (
    <SelectField
      label={t('templates.document')}
      hint={t('templates.documentHint')}
      value={value}
      disabled={disabled}
      onChange={onChange}
      options={documents.map((document) => ({ value: document.id, text: document.title }))}
    />
  );
}

/** Lists the newest fifty documents. Other documents are chosen with 'Save as template' in their own menu. */
function useDocuments(wanted: string | null): Choosable[] {
  const newest = useQuery(documentsQuery({ q: '', status: null, cursor: null, limit: 50 }));
  const wantedDocument = useQuery({ ...documentQuery(wanted ?? ''), enabled: wanted !== null });
  // Test documents are left out, because their pages are marked as tests.
  const list: Choosable[] = newest.data?.documents.filter(({ test }) => !test) ?? [];
  if (!wantedDocument.data || wantedDocument.data.test || list.some(({ id }) => id === wanted)) return list;
  return [wantedDocument.data, ...list];
}
