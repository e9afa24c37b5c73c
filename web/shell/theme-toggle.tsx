import { Moon, Sun } from 'lucide-react';
import { Button } from '../parts/button.tsx';
import { chooseTheme, useTheme, type Theme } from '../parts/theme.ts';
import { Tooltip } from '../parts/dialogs/tooltip.tsx';
import { useTranslation } from '../words.ts';

/** `onChoose` is for members, whose choice is stored in their account. */
export function ThemeToggle({ onChoose }: { onChoose?: (theme: Theme) => void }) {
  const { t } = useTranslation();
  const other = useTheme() === 'dark' ? 'light' : 'dark';
  const name = other === 'dark' ? t('shell.toDark') : t('shell.toLight');
  const Icon = other === 'dark' ? Moon : Sun;
  const change = () => {
    chooseTheme(other);
    onChoose?.(other);
  };
  return (
    <Tooltip text={name}>
      <Button look="quiet" size="icon" aria-label={name} onClick={change}>
        <Icon aria-hidden="true" />
      </Button>
    </Tooltip>
  );
}
