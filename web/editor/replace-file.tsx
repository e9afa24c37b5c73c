import { FileUp } from 'lucide-react';
import { Button } from '../parts/button.tsx';
import { Tooltip } from '../parts/dialogs/tooltip.tsx';
import { useTranslation } from '../words.ts';
import type { Replacing } from './use-replace-file.tsx';

/**
 * The button next to the title. On phones the header menu contains it, and only the progress appears here.
 */
export function ReplaceFile({ replacing: { pick, progress, parts } }: { replacing: Replacing }) {
  const { t } = useTranslation();
  return (
    <>
      {parts}
      {progress === null ? (
        <Tooltip text={t('editor.replace')}>
          <Button
            look="quiet"
            size="icon"
            className="size-7! max-sm:hidden"
            aria-label={t('editor.replace')}
            onClick={pick}
          >
            <FileUp aria-hidden="true" className="size-4!" />
          </Button>
        </Tooltip>
      ) : (
        <span role="status" className="text-xs whitespace-nowrap text-muted tabular-nums">
          {t('editor.replacing', { percent: Math.round(progress * 100) })}
        </span>
      )}
    </>
  );
}
