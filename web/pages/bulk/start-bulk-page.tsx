import { useMutation, useQuery } from '@tanstack/react-query';
import { Download, FileUp } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { BulkPreview as Preview } from '#contract/documents/bulk.ts';
import { MAX_BULK_ROWS } from '#core/bulk/bulk.ts';
import type { DocumentFormats } from '#core/formats/formats.ts';
import { previewBulk, sampleFile } from '../../api/bulk.ts';
import { useRequiredTexts } from '../../api/later-words.ts';
import { reasonOf } from '../../api/transport/request.ts';
import { templateQuery } from '../../api/templates.ts';
import { useAccountFormats } from '../../parts/account-formats.ts';
import { Button } from '../../parts/button.tsx';
import { decodeText, MAX_TEXT_FILE_BYTES } from '../../parts/decode-text.ts';
import { FileButton } from '../../parts/forms/file-button.tsx';
import { fileSize, wholeNumber } from '../../parts/format.ts';
import { useSavedInput } from '../../api/keep-typed.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { WaitingLines } from '../../parts/waiting-lines.tsx';
import { ErrorState, Skeleton } from '../../parts/states.tsx';
import { Problem } from '../../parts/problem.tsx';
import { BulkPreview } from './bulk-preview.tsx';
import { EarlierBulks } from './earlier-bulks.tsx';
import { StartBar } from './start-bar.tsx';

type Chosen = { name: string; size: number; csv: string };

/** Reads a CSV file for a template, shows what will happen to each row, and starts the bulk send. */
export function StartBulkPage() {
  const say = useRequiredTexts('pages');
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const template = useQuery(templateQuery(id));
  const preview = useMutation(previewBulk);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [ownFormats, setOwnFormats] = useState<DocumentFormats | null>(null);
  const ofAccount = useAccountFormats();
  const formats = ownFormats ?? template.data?.formats ?? ofAccount;
  const [shown, setShown] = useState<Preview | null>(null);
  const check = (csv: string, own = ownFormats) =>
    preview.mutate({ templateId: id, csv, ...(own && { formats: own }) }, { onSuccess: setShown });
  /** Dates in the file are parsed in the chosen format, so the rows must be checked again. */
  const changeFormats = (changed: DocumentFormats) => {
    setOwnFormats(changed);
    if (chosen) check(chosen.csv, changed);
  };
  const choose = async (file: File) => {
    preview.reset();
    setChosen(null);
    setShown(null);
    setProblem(null);
    if (file.size > MAX_TEXT_FILE_BYTES)
      return setProblem(say('bulk.fileTooLarge', { size: fileSize(MAX_TEXT_FILE_BYTES) }));
    const csv = decodeText(new Uint8Array(await file.arrayBuffer()));
    setChosen({ name: file.name, size: file.size, csv });
    check(csv);
  };
  useSavedInput(
    `bulk ${id}`,
    () => chosen,
    (file) => {
      setChosen(file);
      if (file) check(file.csv);
    },
  );
  if (template.isPending) return <Waiting />;
  if (!template.data)
    return <ErrorState reason={reasonOf(template.error)} onRetry={() => void template.refetch()} />;
  const { name, roles, sending } = template.data;
  const error = problem ?? (preview.error === null ? null : reasonOf(preview.error));
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={say('bulk.title')} about={say('bulk.about', { name })} />
      <section className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-5 shadow-card">
        <p className="max-w-2xl text-muted">{say('bulk.how', { most: wholeNumber(MAX_BULK_ROWS) })}</p>
        <FileChoice
          chosen={chosen}
          busy={preview.isPending}
          templateId={id}
          onChoose={(file) => void choose(file)}
        />
        {error ? <Problem>{error}</Problem> : null}
      </section>
      {preview.isPending && !shown ? <WaitingLines /> : null}
      {shown && chosen ? (
        <>
          <BulkPreview preview={shown} />
          <StartBar
            key={chosen.csv}
            templateId={id}
            file={chosen}
            preview={shown}
            roles={roles}
            formats={formats}
            onFormats={changeFormats}
            checking={preview.isPending}
            sending={sending}
            onBegun={(begun) => void navigate(`/bulk/${begun}`)}
          />
        </>
      ) : null}
      <EarlierBulks templateId={id} />
    </div>
  );
}

/** For buttons whose text needs two lines at large font sizes. */
const wrapping = 'h-auto min-h-9 max-w-full whitespace-normal pointer-coarse:min-h-11';

type FileChoiceProps = {
  chosen: Chosen | null;
  busy: boolean;
  templateId: string;
  onChoose: (file: File) => void;
};

function FileChoice({ chosen, busy, templateId, onChoose }: FileChoiceProps) {
  const say = useRequiredTexts('pages');
  return (
    <div className="flex flex-wrap items-center gap-3">
      <FileButton
        label={say('bulk.file')}
        accept=".csv,text/csv,text/plain"
        look={chosen ? 'plain' : 'primary'}
        className={wrapping}
        disabled={busy}
        onFile={onChoose}
      >
        <FileUp aria-hidden="true" />
        {chosen ? say('bulk.chooseOther') : say('bulk.choose')}
      </FileButton>
      <Button asChild className={wrapping}>
        <a href={sampleFile(templateId)} download="">
          <Download aria-hidden="true" />
          {say('bulk.sample')}
        </a>
      </Button>
      {chosen ? (
        <p className="min-w-0 truncate text-muted tabular-nums">
          <bdi>{chosen.name}</bdi> · {fileSize(chosen.size)}
        </p>
      ) : null}
    </div>
  );
}

function Waiting() {
  return (
    <div className="flex flex-col gap-6">
      <Skeleton className="h-9 w-56 max-w-full" />
      <Skeleton className="h-40 w-full rounded-lg" />
    </div>
  );
}
