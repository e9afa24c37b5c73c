import { BoxSelect, Eye, FileStack, FileUp, Files, Split } from 'lucide-react';
import { useRequiredTexts } from '../api/later-words.ts';
import { ActionsMenu, MenuItem } from '../parts/dialogs/menu.tsx';
import { useTranslation } from '../words.ts';
import { useEditor } from './state/editor-state.ts';

type Props = {
  onPreview: () => void;
  onRules: () => void;
  onPages: (() => void) | null;
  onReplace: () => void;
  onFiles: () => void;
};

/** The actions that do not fit into the header on phones. */
export function HeaderMenu({ onPreview, onRules, onPages, onReplace, onFiles }: Props) {
  const { t } = useTranslation();
  const later = useRequiredTexts('field-kinds');
  const { document, gather, kind } = useEditor();
  return (
    <ActionsMenu className="sm:hidden" name={t('editor.more')}>
      <MenuItem icon={Eye} onSelect={onPreview}>
        {t('editor.preview')}
      </MenuItem>
      <MenuItem icon={Split} onSelect={onRules}>
        {later('rules')}
      </MenuItem>
      <MenuItem icon={BoxSelect} onSelect={() => gather(true)}>
        {t('editor.gather')}
      </MenuItem>
      {kind === 'document' && document.files.length > 1 ? null : (
        <MenuItem icon={FileUp} onSelect={onReplace}>
          {t('editor.replace')}
        </MenuItem>
      )}
      {kind === 'document' ? (
        <MenuItem icon={Files} onSelect={onFiles}>
          {later('files')}
        </MenuItem>
      ) : null}
      {onPages ? (
        <MenuItem icon={FileStack} onSelect={onPages}>
          {later('pages')}
        </MenuItem>
      ) : null}
    </ActionsMenu>
  );
}
