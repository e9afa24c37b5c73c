import { useMemo } from 'react';
import { useShortcutHelp } from '../parts/shortcut-help.ts';
import { useTranslation } from '../words.ts';

/** Lists the keys of use-editor-keys.ts in the '?' help. */
export function useEditorShortcutHelp(): void {
  const { t } = useTranslation();
  const group = useMemo(
    () => ({
      title: t('shortcuts.editor'),
      shortcuts: [
        { keys: ['Mod', 'Z'], text: t('shortcuts.undo') },
        { keys: ['Mod', 'Y'], text: t('shortcuts.redo') },
        { keys: ['Mod', 'A'], text: t('shortcuts.selectAll') },
        { keys: ['Space'], text: t('shortcuts.gather') },
        { keys: ['Mod', 'C'], text: t('shortcuts.copy') },
        { keys: ['Mod', 'V'], text: t('shortcuts.paste') },
        { keys: ['Mod', 'D'], text: t('shortcuts.duplicate') },
        { keys: ['Delete'], text: t('shortcuts.delete') },
        { keys: ['←', '↑', '↓', '→'], text: t('shortcuts.nudge') },
        { keys: ['Shift', '←', '↑', '↓', '→'], text: t('shortcuts.nudgeFar') },
        { keys: ['Alt', '←', '↑', '↓', '→'], text: t('shortcuts.resize') },
        { keys: ['Esc'], text: t('shortcuts.leave') },
      ],
    }),
    [t],
  );
  useShortcutHelp(group);
}
