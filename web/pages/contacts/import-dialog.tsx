import { useMutation } from '@tanstack/react-query';
import { FileUp } from 'lucide-react';
import { useState } from 'react';
import type { ImportAnswer } from '#contract/accounts/contacts.ts';
import { importContacts, previewImport } from '../../api/contacts.ts';
import { useRequiredTexts } from '../../api/later-words.ts';
import { reasonOf } from '../../api/transport/request.ts';
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { FileButton } from '../../parts/forms/file-button.tsx';
import { fileSize } from '../../parts/format.ts';
import { useSavedInput } from '../../api/keep-typed.ts';
import { WaitingLines } from '../../parts/waiting-lines.tsx';
import { showToast } from '../../kit/toast-store.ts';
import { ImportPreview } from './import-preview.tsx';
import { decodeText, MAX_TEXT_FILE_BYTES } from '../../parts/decode-text.ts';
import { Problem } from '../../parts/problem.tsx';

type Chosen = { name: string; size: number; csv: string };

/** Imports contacts from a CSV file after showing what will happen to each row. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const say = useRequiredTexts('pages');
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const preview = useMutation(previewImport);
  const taking = useMutation(importContacts);
  const choose = async (file: File) => {
    preview.reset();
    taking.reset();
    setChosen(null);
    setProblem(null);
    if (file.size > MAX_TEXT_FILE_BYTES) {
      return setProblem(say('contacts.fileTooLarge', { size: fileSize(MAX_TEXT_FILE_BYTES) }));
    }
    const csv = decodeText(new Uint8Array(await file.arrayBuffer()));
    setChosen({ name: file.name, size: file.size, csv });
    preview.mutate(csv);
  };
  useSavedInput(
    'contact import',
    () => chosen,
    (file) => {
      setChosen(file);
      if (file) preview.mutate(file.csv);
    },
  );
  const take = (csv: string) => taking.mutate(csv, { onSuccess: (done) => finish(done) });
  const finish = ({ added, updated }: ImportAnswer) => {
    showToast({
      title: say('contacts.imported'),
      description: say('contacts.importedText', { added, updated }),
    });
    onClose();
  };
  const expected = preview.data;
  const usable = (expected?.added ?? 0) + (expected?.updated ?? 0);
  const error = problem ?? failureOf(taking.error ?? preview.error);
  return (
    <FormDialog
      onClose={onClose}
      size="wide"
      title={say('contacts.import')}
      description={say('contacts.importAbout')}
      action={usable > 0 ? say('contacts.importCount', { count: usable }) : say('contacts.importNow')}
      busy={taking.isPending}
      ready={chosen !== null && usable > 0}
      onSubmit={() => chosen && take(chosen.csv)}
    >
      <div className="flex flex-wrap items-center gap-3">
        <FileButton
          label={say('contacts.file')}
          accept=".csv,text/csv,text/plain"
          disabled={taking.isPending}
          onFile={(file) => void choose(file)}
        >
          <FileUp aria-hidden="true" />
          {chosen ? say('contacts.chooseOther') : say('contacts.choose')}
        </FileButton>
        {chosen ? (
          <p className="min-w-0 truncate text-muted tabular-nums">
            {chosen.name} · {fileSize(chosen.size)}
          </p>
        ) : null}
      </div>
      {error ? <Problem>{error}</Problem> : null}
      {preview.isPending ? <WaitingLines /> : null}
      {expected ? <ImportPreview preview={expected} /> : null}
    </FormDialog>
  );
}

function failureOf(error: unknown): string | null {
  return error === null ? null : reasonOf(error);
}
