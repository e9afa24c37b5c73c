import type { TranslateOf } from '../../api/later-words.ts';
import { fileSize } from '../../parts/format.ts';
import { Problem } from '../../parts/problem.tsx';
import { useTranslation } from '../../words.ts';
import type { Skipped } from './plan-upload.ts';
import type { UploadState } from './run-upload.ts';

type Later = { later: TranslateOf<'file-notes'> };

/** The progress or the result of an upload of many files. */
export function UploadOutcome({ state, later }: { state: UploadState } & Later) {
  const { t } = useTranslation();
  const { done, total, bytes, totalBytes, phase, failed, stopReason, current } = state;
  const progress = later('library.uploadProgress', {
    done,
    total,
    bytes: fileSize(bytes),
    totalBytes: fileSize(totalBytes),
  });
  return (
    <div className="flex flex-col gap-3">
      <div
        role="progressbar"
        aria-label={t('upload.progress')}
        aria-valuemin={0}
        aria-valuemax={totalBytes}
        aria-valuenow={bytes}
        aria-valuetext={progress}
        className="h-1.5 overflow-hidden rounded-full bg-sunken"
      >
        <div
          className="h-full origin-left rounded-full bg-ink transition-transform duration-150 rtl:origin-right"
          style={{ transform: `scaleX(${totalBytes === 0 ? 1 : bytes / totalBytes})` }}
        />
      </div>
      <p className="tabular-nums" aria-live="polite">
        {progress}
      </p>
      {phase === 'running' ? (
        <p className="truncate text-xs text-muted">{later('library.uploadingFile', { path: current })}</p>
      ) : null}
      {phase === 'done' ? <p className="font-medium">{later('library.uploaded', { count: done })}</p> : null}
      {phase === 'cancelled' ? (
        <p className="font-medium">{later('library.uploadCancelled', { count: done })}</p>
      ) : null}
      {phase === 'stopped' ? (
        <Problem>
          <p>{stopReason}</p>
          <p className="mt-1">{later('library.uploadStopped', { count: done, left: total - done })}</p>
        </Problem>
      ) : null}
      {failed.length > 0 ? (
        <PathList
          title={later('library.refusedFiles', { count: failed.length })}
          rows={failed.map(({ path, reason }) => [path, reason])}
        />
      ) : null}
    </div>
  );
}

/** The files of a folder that do not become documents, with the reasons. */
export function SkippedList({ skipped, later }: { skipped: readonly Skipped[] } & Later) {
  if (skipped.length === 0) return null;
  return (
    <div className="mt-4">
      <PathList
        title={later('library.skipped', { count: skipped.length })}
        rows={skipped.map(({ path, reason }) => [path, later(`library.skip.${reason}`)])}
      />
    </div>
  );
}

function PathList({ title, rows }: { title: string; rows: readonly (readonly [string, string])[] }) {
  return (
    <section aria-label={title}>
      <h3 className="text-sm font-medium">{title}</h3>
      <ul
        tabIndex={0}
        aria-label={title}
        className="mt-1.5 max-h-40 overflow-y-auto rounded-md border border-line px-3 py-1.5 text-xs"
      >
        {rows.map(([path, reason]) => (
          <li key={path} className="py-1">
            <span className="font-medium break-all">{path}</span> <span className="text-muted">{reason}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
