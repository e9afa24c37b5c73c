import { FileCheck2 } from 'lucide-react';
import { useId, useState } from 'react';
import { useDropzone } from 'react-dropzone';
import type { Teller } from '#verify/tell.ts';
import { Button } from '../../parts/button.tsx';
import { classNames } from '../../parts/class-names.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { Spinner } from '../../parts/spinner.tsx';
import { Problem } from '../../parts/problem.tsx';
import { ReportView } from './report-view.tsx';
import { rootAddress, timestampRootsAddress, useRoots, type Roots } from './use-roots.ts';
import { useTeller } from './use-teller.ts';
import { useVerification } from './use-verification.ts';

/** Checks a sealed PDF inside the browser; the file goes nowhere (L-24). */
export function VerifyPage() {
  const teller = useTeller();
  const roots = useRoots();
  const [file, setFile] = useState<File>();
  const canCheck = window.isSecureContext;
  const outcome = useVerification(file, roots, canCheck && !roots.isPending);
  if (teller === undefined) return <Spinner className="h-64" />;
  const { words } = teller;
  return (
    <div className="mx-auto max-w-[800px]">
      <PageHeader title={words.title} about={words.lead} />
      <Drop teller={teller} onFile={setFile} isFirst={file === undefined} disabled={!canCheck} />
      {canCheck ? null : (
        <p role="alert" className="mt-4 rounded-md bg-warn-soft px-3.5 py-2.5 text-warn">
          {words.insecure}
        </p>
      )}
      <p role="status" className={outcome === 'working' ? 'mt-8 text-muted' : 'sr-only'}>
        {outcome === 'working' ? words.working : ''}
      </p>
      {outcome === 'unreadable' ? <Problem className="mt-4">{words.unreadable}</Problem> : null}
      {typeof outcome === 'object' ? (
        <ReportView report={outcome.report} teller={teller} name={file?.name ?? ''} />
      ) : null}
      <TrustedRoots roots={roots} teller={teller} />
      <WithoutThisPage teller={teller} withTime={roots.timestamps.length > 0} />
    </div>
  );
}

type DropProps = { teller: Teller; onFile: (file: File) => void; isFirst: boolean; disabled: boolean };

/** Any file is taken: that one is no PDF is a verdict, and no refusal. */
function Drop({ teller: { words }, onFile, isFirst, disabled }: DropProps) {
  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    multiple: false,
    disabled,
    noClick: true,
    noKeyboard: true,
    onDrop: ([file]) => file && onFile(file),
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
      <Button look={isFirst ? 'primary' : 'plain'} className="mt-3" onClick={open} disabled={disabled}>
        {isFirst ? words.choose : words.another}
      </Button>
    </div>
  );
}

function TrustedRoots({ roots, teller }: { roots: Roots; teller: Teller }) {
  const { root } = teller.words;
  const input = useId();
  return (
    <section aria-labelledby="roots" className="mt-10">
      <h2 id="roots" className="text-base">
        {root.title}
      </h2>
      <p className="mt-1 text-muted">
        {roots.from === 'given' ? teller.given(roots.name) : roots.from === 'own' ? root.own : root.none}
      </p>
      {roots.wrong ? (
        <p role="alert" className="mt-2 text-danger">
          {root.wrong}
        </p>
      ) : null}
      {/* A label over a hidden input: the choice of a file is the browser's own, with its keys. */}
      <input
        id={input}
        type="file"
        accept=".pem,.crt,.cer"
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

function WithoutThisPage({ teller: { words }, withTime }: { teller: Teller; withTime: boolean }) {
  const { offline } = words;
  const link =
    'inline-flex min-h-9 items-center rounded-sm text-ink underline underline-offset-3 hover:no-underline pointer-coarse:min-h-11';
  return (
    <section aria-labelledby="offline" className="mt-8">
      <h2 id="offline" className="text-base">
        {offline.title}
      </h2>
      <p className="mt-1 max-w-[68ch] text-muted">{offline.text}</p>
      <pre
        dir="ltr"
        className="mt-2 rounded-md bg-sunken px-3 py-2 font-mono text-sm break-words whitespace-pre-wrap"
      >
        node countersign-verify.mjs sealed.pdf --root countersign-root.pem
        {withTime ? ' --timestamp-root countersign-timestamp-roots.pem' : ''}
      </pre>
      <div className="mt-1 flex flex-wrap gap-x-6">
        <a href="/verify/countersign-verify.mjs" download className={link}>
          {offline.command}
        </a>
        <a href={rootAddress} download className={link}>
          {offline.root}
        </a>
        {withTime ? (
          <a href={timestampRootsAddress} download className={link}>
            {offline.timestampRoots}
          </a>
        ) : null}
      </div>
    </section>
  );
}
