import { Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../parts/button.tsx';
import { chooseTheme, currentTheme } from '../parts/theme.ts';
import { Tooltip } from '../parts/tooltip.tsx';

export function ThemeToggle() {
  const { t } = useTranslation();
  const [theme, setTheme] = useState(currentTheme);
  const other = theme === 'dark' ? 'light' : 'dark';
  const name = other === 'dark' ? t('shell.toDark') : t('shell.toLight');
  const Icon = other === 'dark' ? Moon : Sun;
  const change = () => {
    chooseTheme(other);
    setTheme(other);
  };
  return (
    <Tooltip text={name}>
      <Button look="quiet" size="icon" aria-label={name} onClick={change}>
        <Icon aria-hidden="true" />
      </Button>
    </Tooltip>
  );
}
