import { Link } from 'react-router';
import { addressOf } from '#contract/address.ts';
import { aboutPaths, logPaths } from '#contract/paths.ts';
import { VisitorLanguage } from '../parts/visitor-language.tsx';
import { Logo } from '../parts/logo.tsx';
import { useTranslation } from '../words.ts';
import { ThemeToggle } from './theme-toggle.tsx';

const linkStyle = 'finger rounded-sm py-1 text-muted underline underline-offset-3 hover:text-text';

/** Pages without the client. */
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
