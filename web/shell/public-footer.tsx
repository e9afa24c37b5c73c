import { Link } from 'react-router';
import { addressOf } from '#contract/address.ts';
import { aboutPaths, logPaths } from '#contract/paths.ts';
import { Logo } from '../parts/logo.tsx';
import { useTranslation, speak } from '../words.ts';
import { ThemeToggle } from './theme-toggle.tsx';
import { Globe } from 'lucide-react';
import { appLanguages, type AppLanguage } from '#core/language/language.ts';
import { LanguageSelect } from '../kit/language-select.tsx';
import { saveLanguageChoice } from '../language.ts';

const linkStyle = 'finger rounded-sm py-1 text-muted underline underline-offset-3 hover:text-text';

/** Pages that the server renders without the client */
const fromServer = [
  ['developers', addressOf(aboutPaths.showDevelopers)],
  ['log', addressOf(logPaths.showLog)],
] as const;

/** The footer of all pages for signed-out visitors. */
export function PublicFooter() {
  const { t } = useTranslation();
  const links = ['verify', 'privacy', 'terms', 'support'] as const;
  return (
    <footer className="border-t border-line">
      <div className="mx-auto flex max-w-[1120px] flex-wrap items-center justify-between gap-x-8 gap-y-4 px-4 py-8 sm:px-8">
        <Logo />
        <nav aria-label={t('footer.label')} className="flex flex-wrap gap-x-6 gap-y-2 pointer-coarse:gap-y-4">
          {links.map((link) => (
            <Link key={link} to={`/${link}`} className={linkStyle}>
              {t(`footer.${link}`)}
            </Link>
          ))}
          {fromServer.map(([link, address]) => (
            <a key={link} href={address} className={linkStyle}>
              {t(`footer.${link}`)}
            </a>
          ))}
        </nav>
        <div className="flex items-center gap-2">
          <span className="sm:hidden">
            <ThemeToggle />
          </span>
          <VisitorLanguage />
        </div>
        <p className="text-muted">{t('landing.footer')}</p>
      </div>
    </footer>
  );
}

/** The language menu for visitors. The choice is stored in this browser. */
function VisitorLanguage() {
  const { t, language } = useTranslation();
  const choose = (chosen: AppLanguage) => {
    saveLanguageChoice(chosen);
    void speak(chosen);
  };
  return (
    <label data-language-choice="" className="needs-script flex items-center gap-2 text-muted">
      <Globe aria-hidden="true" className="size-4 shrink-0" />
      <span className="sr-only">{t('footer.language')}</span>
      <LanguageSelect
        languages={appLanguages}
        shown={language}
        onChoose={choose}
        className="h-9 rounded-md border border-line-strong bg-surface px-2 text-text pointer-coarse:h-11"
      />
    </label>
  );
}
