import { useMutation, useQuery } from '@tanstack/react-query';
import { Download, FileUp } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { largestBulk } from '#core/bulk/bulk.ts';
import { previewBulk, sampleFile } from '../../api/bulk.ts';
import { reasonOf } from '../../api/request.ts';
import { templateQuery } from '../../api/templates.ts';
import { Button } from '../../parts/button.tsx';
import { decodeText, largestTextFile } from '../../parts/decode-text.ts';
import { FileButton } from '../../parts/file-button.tsx';
import { fileSize, wholeNumber } from '../../parts/format.ts';
import { useKeepTyped } from '../../api/keep-typed.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { WaitingLines } from '../../parts/waiting-lines.tsx';
import { ErrorState, Skeleton } from '../../parts/states.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useWords } from '../../words.ts';
import { BulkPreview } from './bulk-preview.tsx';
import { EarlierBulks } from './earlier-bulks.tsx';
import { StartBar } from './start-bar.tsx';

type Chosen = { name: string; size: number; csv: string };

/** Takes a CSV file for a template, shows what will become of each row, and begins. */
export function StartBulkPage() {
  const { t } = useWords();
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const template = useQuery(templateQuery(id));
  const preview = useMutation(previewBulk);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const choose = async (file: File) => {
    preview.reset();
    setChosen(null);
    setProblem(null);
    if (file.size > largestTextFile)
      return setProblem(t('bulk.fileTooLarge', { size: fileSize(largestTextFile) }));
    const csv = decodeText(new Uint8Array(await file.arrayBuffer()));
    setChosen({ name: file.name, size: file.size, csv });
    preview.mutate({ templateId: id, csv });
  };
  useKeepTyped(
    `bulk ${id}`,
    () => chosen,
    (file) => {
      setChosen(file);
      if (file) preview.mutate({ templateId: id, csv: file.csv });
    },
  );
  if (template.isPending) return <Waiting />;
  if (!template.data)
    return <ErrorState reason={reasonOf(template.error)} onRetry={() => void template.refetch()} />;
  const { name, roles, sending } = template.data;
  const error = problem ?? (preview.error === null ? null : reasonOf(preview.error));
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={t('bulk.title')} about={t('bulk.about', { name })} />
      <section className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-5 shadow-card">
        <p className="max-w-2xl text-muted">{t('bulk.how', { most: wholeNumber(largestBulk) })}</p>
        <FileChoice
          chosen={chosen}
          busy={preview.isPending}
          templateId={id}
          onChoose={(file) => void choose(file)}
        />
        {error ? <Problem>{error}</Problem> : null}
      </section>
      {preview.isPending ? <WaitingLines /> : null}
      {preview.data && chosen ? (
        <>
          <BulkPreview preview={preview.data} />
          <StartBar
            key={chosen.csv}
            templateId={id}
            file={chosen}
            preview={preview.data}
            roles={roles}
            daysOfTemplate={sending.expirationDays}
            onBegun={(begun) => void navigate(`/bulk/${begun}`)}
          />
        </>
      ) : null}
      <EarlierBulks templateId={id} />
    </div>
  );
}

type FileChoiceProps = {
  chosen: Chosen | null;
  busy: boolean;
  templateId: string;
  onChoose: (file: File) => void;
};

function FileChoice({ chosen, busy, templateId, onChoose }: FileChoiceProps) {
  const { t } = useWords();
  return (
    <div className="flex flex-wrap items-center gap-3">
      <FileButton
        label={t('bulk.file')}
        accept=".csv,text/csv,text/plain"
        look={chosen ? 'plain' : 'primary'}
        disabled={busy}
        onFile={onChoose}
      >
        <FileUp aria-hidden="true" />
        {chosen ? t('bulk.chooseOther') : t('bulk.choose')}
      </FileButton>
      <Button asChild>
        <a href={sampleFile(templateId)} download="">
          <Download aria-hidden="true" />
          {t('bulk.sample')}
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
