import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { reasonOf, RequestError } from '../../api/transport/request.ts';
import { Button } from '../../parts/button.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Skeleton } from '../../parts/states.tsx';
import { useTranslation } from '../../words.ts';
import type { ReportFormatter } from '#verify/report-formatter.ts';
import { CheckFile } from './check-file.tsx';
import { downloadAlone } from './download-alone.ts';
import {
  listAddress,
  logKeysAddress,
  failedQuery,
  rootAddress,
  timestampRootsAddress,
  useServedRoots,
  type Lost,
} from './use-served-roots.ts';
import type { Roots } from './use-roots.ts';
import { useSample } from './use-sample.ts';
import { useSealedFile } from './use-sealed-file.ts';
import { useVerdictTexts } from './use-formatter.ts';

type Props = {
  /** The query of the URL, which may name a sample or a document. */
  search: string;
};

/** Verifies a sealed PDF inside the browser. The file is not sent anywhere (L-24). */
export function Verification({ search }: Props) {
  const teller = useVerdictTexts();
  const { roots, lost } = useServedRoots();
  const sealed = useSealedFile(search);
  const { sample, asked } = useSample(search);
  if (teller === undefined || sealed.isLoading) return <VerifyWaiting />;
  return (
    <CheckFile
      teller={teller}
      roots={roots}
      given={sealed.data}
      sample={sample}
      notice={
        <>
          {isNotHere(sealed.error) ? <Problem className="mt-4">{teller.words.notHere}</Problem> : null}
          <LostNotice lost={isNotHere(sealed.error) ? undefined : failedQuery([sealed])} />
          <LostNotice lost={failedQuery([asked])} />
          <LostNotice lost={roots.from === 'given' ? undefined : lost}>
            {roots.from === 'none' ? teller.words.root.none : null}
          </LostNotice>
        </>
      }
    >
      <WithoutThisPage teller={teller} roots={roots} />
    </CheckFile>
  );
}

/** The file does not exist for this person, so retrying would not help. */
const isNotHere = (error: Error | null) =>
  error instanceof RequestError && error.status < 500 && error.status !== 429;

/** Data that the page requested from the server is missing, which may affect the verdict. */
function LostNotice({ lost, children }: { lost: Lost | undefined; children?: ReactNode }) {
  const { t } = useTranslation();
  if (!lost) return null;
  return (
    <Problem className="mt-4">
      {children ? <p>{children}</p> : null}
      <p>{reasonOf(lost.error)}</p>
      <Button className="mt-2" onClick={lost.again}>
        {t('error.retry')}
      </Button>
    </Problem>
  );
}

/** The heading of the page, and the drop area. */
function VerifyWaiting() {
  const { t } = useTranslation();
  return (
    <div role="status">
      <span className="sr-only">{t('loading')}</span>
      <Skeleton className="h-9 w-64 max-w-full" />
      <Skeleton className="mt-2 h-4 w-full max-w-lg" />
      <Skeleton className="mt-6 h-52 rounded-lg" />
    </div>
  );
}

function WithoutThisPage({ teller: { words }, roots }: { teller: ReportFormatter; roots: Roots }) {
  const withTime = roots.timestamps.length > 0;
  const withList = roots.lists.length > 0;
  const { offline } = words;
  const alone = useMutation({ mutationFn: () => downloadAlone(roots) });
  const lost = alone.error && { error: alone.error, again: () => alone.mutate() };
  const link =
    'inline-flex min-h-9 items-center rounded-sm text-ink underline underline-offset-3 hover:no-underline pointer-coarse:min-h-11';
  return (
    <section aria-labelledby="offline" className="mt-8">
      <h2 id="offline" className="text-base">
        {offline.title}
      </h2>
      <p className="mt-1 max-w-[68ch] text-muted">
        {offline.text}
        {withList ? ` ${offline.listAnew}` : null}
      </p>
      <pre
        dir="ltr"
        className="mt-2 rounded-md bg-sunken px-3 py-2 font-mono text-sm break-words whitespace-pre-wrap"
      >
        node countersign-verify.mjs sealed.pdf --root countersign-root.pem
        {withTime ? ' --timestamp-root countersign-timestamp-roots.pem' : ''}
        {withList ? ' --list countersign-root.crl' : ''}
        {roots.logKeys ? ' --log-key countersign-log-keys.txt' : ''}
      </pre>
      <div className="mt-1 flex flex-wrap gap-x-6">
        <button type="button" onClick={() => alone.mutate()} className={link}>
          {offline.page}
        </button>
        <a href="/verify/countersign-verify.mjs" download className={link}>
          {offline.command}
        </a>
        <a href={rootAddress} download className={link}>
          {offline.root}
        </a>
        {roots.logKeys ? (
          <a href={logKeysAddress} download className={link}>
            {offline.logKeys}
          </a>
        ) : null}
        {withTime ? (
          <a href={timestampRootsAddress} download className={link}>
            {offline.timestampRoots}
          </a>
        ) : null}
        {withList ? (
          <a href={listAddress} download="countersign-root.crl" className={link}>
            {offline.list}
          </a>
        ) : null}
      </div>
      <LostNotice lost={lost ?? undefined} />
    </section>
  );
}
