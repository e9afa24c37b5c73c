import { Button } from '../parts/button.tsx';
import { useTranslation } from '../words.ts';
import { useEditor } from './state/editor-state.ts';

/** Explains that a tap or Space adds or removes a field, and how to leave multi-select mode. */
export function GatheringHint() {
  const { t } = useTranslation();
  const { gathering, gather, layout } = useEditor();
  if (!gathering) return null;
  return (
    <div className="pointer-events-none fixed inset-x-0 bottom-32 z-30 flex justify-center px-4 lg:bottom-6">
      <p className="pointer-events-auto flex items-center gap-3 rounded-lg border border-line bg-surface py-2 pe-2 ps-4 shadow-lift">
        <span role="status">
          <span className="font-medium">{t('editor.gathered', { count: layout.selected.length })}</span>{' '}
          <span className="hidden text-muted pointer-fine:inline">{t('editor.gatheringKeys')}</span>
          <span className="text-muted pointer-fine:hidden">{t('editor.gatheringTaps')}</span>
        </span>
        <Button size="small" onClick={() => gather(false)}>
          {t('editor.gatheringDone')}
        </Button>
      </p>
    </div>
  );
}
