import { BoxSelect, Ellipsis, Eye, FileUp } from 'lucide-react';
import { Button } from '../parts/button.tsx';
import { Menu, MenuItem } from '../parts/menu.tsx';
import { useWords } from '../words.ts';
import { useEditor } from './editor-state.ts';

/** The acts that have no room in the header of a phone. */
export function HeaderMenu({ onPreview, onReplace }: { onPreview: () => void; onReplace: () => void }) {
  const { t } = useWords();
  const { gather } = useEditor();
  return (
    <Menu
      trigger={
        <Button look="quiet" size="icon" className="sm:hidden" aria-label={t('editor.more')}>
          <Ellipsis aria-hidden="true" />
        </Button>
      }
    >
      <MenuItem icon={Eye} onSelect={onPreview}>
        {t('editor.preview')}
      </MenuItem>
      <MenuItem icon={BoxSelect} onSelect={() => gather(true)}>
        {t('editor.gather')}
      </MenuItem>
      <MenuItem icon={FileUp} onSelect={onReplace}>
        {t('editor.replace')}
      </MenuItem>
    </Menu>
  );
}
