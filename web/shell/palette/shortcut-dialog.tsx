import { useState } from 'react';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { SwitchLine } from '../../parts/forms/switch-line.tsx';
import { keyName, useShortcutGroups, type Shortcut, type ShortcutGroup } from '../../parts/shortcut-help.ts';
import { useTranslation } from '../../words.ts';
import type { GoKey } from './go-keys.ts';
import { hasSingleKeys, setSingleKeys } from './single-keys.ts';

/** The shortcuts available on this page. */
export default function ShortcutDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const everywhere: ShortcutGroup = {
    title: t('shortcuts.everywhere'),
    shortcuts: [
      { keys: ['Mod', 'K'], text: t('shortcuts.palette') },
      { keys: ['/'], text: t('shortcuts.search') },
      { keys: ['?'], text: t('shortcuts.help') },
      { keys: ['F8'], text: t('shortcuts.toasts') },
    ],
  };
  const places: Record<GoKey, string> = {
    h: t('shell.dashboard'),
    d: t('shell.documents'),
    t: t('shell.templates'),
    c: t('shell.contacts'),
    a: t('shell.audit'),
    u: t('shell.userManagement'),
    b: t('palette.billing'),
    s: t('palette.settings'),
  };
  const going: ShortcutGroup = {
    title: t('shortcuts.going'),
    shortcuts: Object.entries(places).map(([key, text]) => ({ keys: ['G', key.toUpperCase()], text })),
  };
  const [on, setOn] = useState(hasSingleKeys);
  const change = (next: boolean) => {
    setSingleKeys(next);
    setOn(next);
  };
  const groups = [...useShortcutGroups(), everywhere, going];
  return (
    <Dialog open={open} onClose={onClose} title={t('shortcuts.title')}>
      <div className="flex flex-col gap-5">
        <div>
          <SwitchLine label={t('shortcuts.single')} checked={on} onChange={change} />
          <p className="text-xs text-muted">{t('shortcuts.singleHint')}</p>
        </div>
        {groups.map(({ title, shortcuts }) => (
          <section key={title} aria-label={title}>
            <h3 className="mb-1 text-xs font-medium text-muted">{title}</h3>
            <dl className="divide-y divide-line">
              {shortcuts.map((shortcut) => (
                <Line key={shortcut.text} {...shortcut} />
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

function Line({ keys, text }: Shortcut) {
  return (
    <div className="flex items-center justify-between gap-4 py-2">
      <dt>{text}</dt>
      <dd className="flex shrink-0 gap-1">
        {keys.map((key) => (
          <kbd
            key={key}
            className="min-w-6 rounded-sm border border-line-strong bg-sunken px-1.5 py-0.5 text-center text-xs"
          >
            {keyName(key)}
          </kbd>
        ))}
      </dd>
    </div>
  );
}
