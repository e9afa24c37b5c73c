import { FileCheck2 } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { useDropzone } from 'react-dropzone';
import type { ReportFormatter } from '#verify/report-formatter.ts';
import { Button } from '../../parts/button.tsx';
import { classNames } from '../../parts/class-names.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { Problem } from '../../parts/problem.tsx';
import { CheckedSet } from './checked-set.tsx';
import { ReportView } from './report-view.tsx';
import type { Roots } from './use-roots.ts';
import type { Sample } from './use-sample.ts';
import { useVerification } from './use-verification.ts';

/**
 * Accepts one or several files of a document, shows the verdict and lets a person choose the roots. The page
 * and the standalone file share it.
 */
export function CheckFile({
  teller,
  roots,
  given: initialFile,
  sample,
  notice,
  children,
}: {
  teller: ReportFormatter;
  roots: Roots;
  /** The file that is verified until another one is chosen. */
  given?: File | undefined;
  /**
   * A sample file for trying the page, with its own roots, which do not apply to files that a person chooses.
   */
  sample?: Sample | undefined;
  /** Shown above a verdict that it may affect. */
  notice?: ReactNode;
  children?: ReactNode;
}) {
  const { words } = teller;
  const [chosen, setFiles] = useState<readonly File[]>();
  const several = chosen !== undefined && chosen.length > 1 ? chosen : undefined;
  const file = several ? undefined : (chosen?.[0] ?? sample?.file ?? initialFile);
  const isSample = sample !== undefined && chosen === undefined;
  const trusted: Roots = isSample
    ? { ...roots, trusted: sample.roots, logKeys: sample.logKeys, from: 'given' }
    : roots;
  // On the server this is assumed to be true. The page's script corrects it.
  const canCheck = typeof window === 'undefined' || window.isSecureContext;
  const outcome = useVerification(file, trusted, canCheck && !roots.isPending);
  return (
    <div className="mx-auto max-w-[800px]">
      <PageHeader title={words.title} about={words.lead} />
      <Drop
        teller={teller}
        onFiles={setFiles}
        isFirst={file === undefined && !several}
        disabled={!canCheck}
      />
      {isSample ? <p className="mt-4 rounded-md bg-sunken px-3.5 py-2.5 text-muted">{sample.note}</p> : null}
      {notice}
      {canCheck ? null : (
        <p role="alert" className="mt-4 rounded-md bg-warn-soft px-3.5 py-2.5 text-warn">
          {words.insecure}
        </p>
      )}
      <p role="status" className={outcome === 'working' ? 'mt-8 text-muted' : 'sr-only'}>
        {outcome === 'working' ? words.working : ''}
      </p>
      {outcome === 'unreadable' ? <Problem className="mt-4">{words.unreadable}</Problem> : null}
      {several ? (
        <CheckedSet files={several} roots={roots} ready={canCheck && !roots.isPending} teller={teller} />
      ) : null}
      {typeof outcome === 'object' ? (
        <ReportView outcome={outcome} teller={teller} name={file?.name ?? ''} />
      ) : null}
      <TrustedRoots roots={roots} teller={teller} />
      {children}
    </div>
  );
}

type DropProps = {
  teller: ReportFormatter;
  onFiles: (files: readonly File[]) => void;
  isFirst: boolean;
  disabled: boolean;
};

/** Accepts any file, because a file that is not a PDF also gets a verdict. */
function Drop({ teller: { words }, onFiles, isFirst, disabled }: DropProps) {
  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    multiple: true,
    disabled,
    noClick: true,
    noKeyboard: true,
    onDrop: (files) => files.length > 0 && onFiles(files),
  });
  return (
    <div
      {...getRootProps()}
      className={classNames(
        'mt-6 flex flex-col items-center gap-1 rounded-lg border border-dashed border-line-strong bg-surface px-4 text-center transition-colors duration-100',
        isFirst ? 'py-12' : 'py-5',
        isDragActive && 'border-ink bg-ink-soft',
      )}
    >
      <input {...getInputProps({ 'aria-label': words.file })} />
      {isFirst ? <FileCheck2 aria-hidden="true" className="mb-1 size-8 stroke-[1.5] text-muted" /> : null}
      <p className="font-medium">{isDragActive ? words.dropNow : words.drop}</p>
      <Button
        look={isFirst ? 'primary' : 'plain'}
        className="mt-3"
        data-choose-file=""
        onClick={open}
        disabled={disabled}
      >
        {isFirst ? words.choose : words.another}
      </Button>
    </div>
  );
}

function TrustedRoots({ roots, teller }: { roots: Roots; teller: ReportFormatter }) {
  const { root } = teller.words;
  const input = useId();
  return (
    <section aria-labelledby="roots" className="mt-10">
      <h2 id="roots" className="text-base">
        {root.title}
      </h2>
      <p className="mt-1 text-muted">
        {roots.from === 'given' ? teller.given(roots.name) : root[roots.from]}
        {roots.from === 'kept' && roots.lists.length > 0 ? ` ${root.keptList}` : null}
        {roots.from === 'given' && roots.logKeys === undefined ? ` ${root.givenWithoutLog}` : null}
      </p>
      {roots.wrong ? (
        <p role="alert" className="mt-2 text-danger">
          {root.wrong}
        </p>
      ) : null}
      {/* A label over a hidden input, so that the browser's own file picker and its keyboard support are used. */}
      <input
        id={input}
        type="file"
        accept=".pem,.crt,.cer,.txt"
        className="peer sr-only"
        onChange={({ currentTarget: { files } }) => files?.[0] && void roots.give(files[0])}
      />
      <label
        htmlFor={input}
        className="mt-2 inline-flex min-h-9 items-center rounded-sm text-ink underline underline-offset-3 peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-ink hover:no-underline pointer-coarse:min-h-11"
      >
        {root.choose}
      </label>
    </section>
  );
}
