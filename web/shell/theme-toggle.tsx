import { Moon, Sun } from 'lucide-react';
import { Button } from '../parts/button.tsx';
import { toggleTheme, type Theme } from '../parts/theme.ts';
import { Tooltip } from '../parts/dialogs/tooltip.tsx';
import { useTranslation } from '../words.ts';

/**
 * `onChoose` is for members, whose choice is stored in their account. The page contains both variants and
 * styles show one of them, so that a server-rendered page needs no script to show the right one.
 */
export function ThemeToggle({ onChoose }: { onChoose?: (theme: Theme) => void }) {
  const { t } = useTranslation();
  const change = () => {
    const theme = toggleTheme();
    onChoose?.(theme);
  };
  const name = (
    <>
      <span className="only-light">{t('shell.toDark')}</span>
      <span className="only-dark">{t('shell.toLight')}</span>
    </>
  );
  return (
    <Tooltip text={name}>
      <Button look="quiet" size="icon" className="needs-script" data-theme-toggle="" onClick={change}>
        <Moon aria-hidden="true" className="only-light" />
        <Sun aria-hidden="true" className="only-dark" />
        <span className="sr-only">{name}</span>
      </Button>
    </Tooltip>
  );
}
