import { BoxSelect, Eye, FileUp } from 'lucide-react';
import { ActionsMenu, MenuItem } from '../parts/dialogs/menu.tsx';
import { useTranslation } from '../words.ts';
import { useEditor } from './state/editor-state.ts';

/** The actions that do not fit into the header on phones. */
export function HeaderMenu({ onPreview, onReplace }: { onPreview: () => void; onReplace: () => void }) {
  const { t } = useTranslation();
  const { gather } = useEditor();
  return (
    <ActionsMenu className="sm:hidden" name={t('editor.more')}>
      <MenuItem icon={Eye} onSelect={onPreview}>
        {t('editor.preview')}
      </MenuItem>
      <MenuItem icon={BoxSelect} onSelect={() => gather(true)}>
        {t('editor.gather')}
      </MenuItem>
      <MenuItem icon={FileUp} onSelect={onReplace}>
        {t('editor.replace')}
      </MenuItem>
    </ActionsMenu>
  );
}
