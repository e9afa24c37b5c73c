import { Search } from 'lucide-react';
import { Button } from '../parts/button.tsx';
import { keyName } from '../parts/shortcut-help.ts';
import { useTranslation } from '../words.ts';
import { openPalette } from './palette/open-palette.ts';

const keys = 'Control+K Meta+K';

/** Opens the command palette without its shortcut. It is a box in the header, and an icon on phones. */
export function FindButton() {
  const { t } = useTranslation();
  return (
    <>
      <button
        type="button"
        aria-keyshortcuts={keys}
        onClick={openPalette}
        className="hidden h-9 w-full max-w-[420px] min-w-0 cursor-text items-center gap-2.5 rounded-md border border-line-strong bg-paper px-3 text-sm text-muted hover:border-muted md:flex"
      >
        <Search aria-hidden="true" className="size-[18px] shrink-0 stroke-[1.75]" />
        <span className="truncate">{t('palette.open')}</span>
        <kbd
          aria-hidden="true"
          className="ms-auto rounded-sm border border-line bg-surface px-1.5 font-sans text-xs leading-5 whitespace-nowrap pointer-coarse:hidden"
        >
          {keyName('Mod')} K
        </kbd>
      </button>
      <Button
        look="quiet"
        size="icon"
        className="md:hidden"
        aria-label={t('palette.open')}
        aria-keyshortcuts={keys}
        onClick={openPalette}
      >
        <Search aria-hidden="true" />
      </Button>
    </>
  );
}
