import { Files, FileUp, type LucideIcon } from 'lucide-react';
import { useRequiredTexts } from '../api/later-words.ts';
import { Button } from '../parts/button.tsx';
import { Tooltip } from '../parts/dialogs/tooltip.tsx';
import { useTranslation } from '../words.ts';
import { useEditor } from './state/editor-state.ts';
import type { Replacing } from './use-replace-file.tsx';

type Props = { replacing: Replacing; onFiles: () => void };

/**
 * The buttons for replacing the file, next to the title. On phones they are in the header menu, and only the
 * progress appears here. A document with several files has no buttons.
 */
export function ReplaceFile({ replacing: { pick, progress, parts }, onFiles }: Props) {
  const { t: say } = useTranslation();
  const t = useRequiredTexts('field-kinds');
  const { document, kind } = useEditor();
  const single = kind === 'template' || document.files.length === 1;
  return (
    <>
      {parts}
      {progress === null ? (
        <>
          {single ? <SmallButton name={say('editor.replace')} icon={FileUp} onClick={pick} /> : null}
          {kind === 'document' ? <SmallButton name={t('files')} icon={Files} onClick={onFiles} /> : null}
        </>
      ) : (
        <span role="status" className="text-xs whitespace-nowrap text-muted tabular-nums">
          {say('editor.replacing', { percent: Math.round(progress * 100) })}
        </span>
      )}
    </>
  );
}

function SmallButton({ name, icon: Icon, onClick }: { name: string; icon: LucideIcon; onClick: () => void }) {
  return (
    <Tooltip text={name}>
      <Button look="quiet" size="icon" className="size-7! max-sm:hidden" aria-label={name} onClick={onClick}>
        <Icon aria-hidden="true" className="size-4!" />
      </Button>
    </Tooltip>
  );
}
