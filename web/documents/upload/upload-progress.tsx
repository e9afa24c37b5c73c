import { useTranslation } from '../../words.ts';

/** Shows the bytes sent, and then the server's processing, which has no measurable progress. */
export function UploadProgress({ progress }: { progress: number }) {
  const { t } = useTranslation();
  const percent = Math.round(progress * 100);
  const text = progress < 1 ? t('upload.uploading', { percent }) : t('upload.preparing');
  return (
    <div className="flex flex-col gap-2">
      <div
        role="progressbar"
        aria-label={t('upload.progress')}
        aria-valuetext={text}
        {...(progress < 1 ? { 'aria-valuenow': percent, 'aria-valuemin': 0, 'aria-valuemax': 100 } : {})}
        className="h-1.5 overflow-hidden rounded-full bg-sunken"
      >
        <div
          className={`h-full origin-left rounded-full bg-ink transition-transform duration-150 ${progress < 1 ? '' : 'animate-pulse'}`}
          style={{ transform: `scaleX(${progress})` }}
        />
      </div>
      <p className="text-xs text-muted tabular-nums" aria-live="polite">
        {text}
      </p>
    </div>
  );
}
