import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { letterOf } from '../../kit/letter-of.ts';
import { lazyDialog } from '../../parts/lazy-part.tsx';
import { useWasTrue } from '../../parts/use-ever-true.ts';
import { openGoKeys } from './go-keys.ts';
import { onOpenPalette } from './open-palette.ts';
import { hasSingleKeys } from './single-keys.ts';

const CommandPalette = lazyDialog(
  async () => (await import('./command-palette.tsx')).default,
  (t) => t('palette.title'),
);
const ShortcutDialog = lazyDialog(
  async () => (await import('./shortcut-dialog.tsx')).default,
  (t) => t('shortcuts.title'),
);

type Shown = 'palette' | 'help' | null;

/**
 * The shortcuts of every page: Ctrl-K or ⌘-K, '/', '?', and 'g' before a letter. They are inactive while
 * typing and while a dialog is open. Single-key shortcuts can also be turned off.
 */
export function Shortcuts() {
  const [shown, setShown] = useState<Shown>(null);
  const palette = useWasTrue(shown === 'palette');
  const help = useWasTrue(shown === 'help');
  const navigate = useNavigate();
  useEffect(() => {
    const going = openGoKeys(() => performance.now());
    const act = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || isTyping(event.target)) return;
      if (document.querySelector('[role="dialog"], [role="alertdialog"]')) return;
      const isSingle = !event.ctrlKey && !event.metaKey;
      if (isSingle && !hasSingleKeys()) return;
      const place = event.ctrlKey || event.metaKey || event.shiftKey ? null : going(letterOf(event));
      const what = meaningOf(event);
      if (place !== null) void navigate(place);
      if (what === null) return;
      event.preventDefault();
      if (what === 'search') document.querySelector<HTMLElement>('main [type="search"]')?.focus();
      else setShown(what);
    };
    window.addEventListener('keydown', act);
    return () => window.removeEventListener('keydown', act);
  }, [navigate]);
  useEffect(() => onOpenPalette(() => setShown('palette')), []);
  const close = () => setShown(null);
  return (
    <>
      {palette ? (
        <CommandPalette open={shown === 'palette'} onClose={close} onHelp={() => setShown('help')} />
      ) : null}
      {help ? <ShortcutDialog open={shown === 'help'} onClose={close} /> : null}
    </>
  );
}

function meaningOf(event: KeyboardEvent): 'palette' | 'help' | 'search' | null {
  const command = event.ctrlKey || event.metaKey;
  if (command) return letterOf(event) === 'k' && !event.shiftKey ? 'palette' : null;
  if (event.key === '?') return 'help';
  return event.key === '/' ? 'search' : null;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest(
      'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable], [role="listbox"], [role="menu"]',
    ) !== null
  );
}
