import {
  ChevronDown,
  Activity,
  FolderOpen,
  PenLine,
  Scale,
  UsersRound,
  Zap,
  type LucideIcon,
} from 'lucide-react';
import { loginAddress } from '../../api/transport/go-to-login.ts';
import { Button } from '../../parts/button.tsx';
import { Logo } from '../../parts/logo.tsx';
import { usePageTitle } from '../../parts/page-header.tsx';
import { PublicFooter } from '../../shell/public-footer.tsx';
import { ThemeToggle } from '../../shell/theme-toggle.tsx';
import { useTranslation } from '../../words.ts';
import { Demo } from './demo.tsx';
import { LegalBasis } from './legal-basis.tsx';
import { Pricing } from './pricing.tsx';
import { ProductPictures } from './product-pictures.tsx';
import { Proof } from './proof.tsx';
import { Questions } from './questions.tsx';
import { SignUp } from './sign-up.tsx';
import { SpecimenSheet } from './specimen-sheet.tsx';

/** Shown to all visitors who are not signed in, regardless of the path. */
export default function LandingPage() {
  const { t } = useTranslation();
  usePageTitle(t('landing.title'));
  return (
    <div className="min-h-dvh bg-paper">
      <Header />
      <main>
        <Hero />
        <ProductPictures />
        <Features />
        <Demo />
        <Proof />
        <Pricing />
        <LegalBasis />
        <Questions />
      </main>
      <PublicFooter />
    </div>
  );
}

function Header() {
  const { t } = useTranslation();
  const links = ['features', 'demo', 'proof', 'pricing'] as const;
  // In most languages, the logo and both buttons do not fit side by side on a phone. The hero section repeats
  // the second button.
  const fitsPhone = t('landing.signIn').length + t('landing.signUp').length < 22;
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-paper">
      <div className="mx-auto flex h-16 max-w-[1120px] items-center gap-2 px-4 sm:gap-3 sm:px-8">
        <Logo wordClassName="max-[23.4rem]:sr-only" />
        <nav aria-label={t('landing.sections')} className="ms-8 hidden gap-6 whitespace-nowrap lg:flex">
          {links.map((link) => (
            <a key={link} href={`#${link}`} className="rounded-sm text-muted hover:text-text">
              {t(`landing.nav.${link}`)}
            </a>
          ))}
        </nav>
        <div className="flex-1" />
        <span className="max-sm:hidden">
          <ThemeToggle />
        </span>
        <Button asChild look="quiet" className="max-sm:px-2">
          <a href={loginAddress}>{t('landing.signIn')}</a>
        </Button>
        <SignUp look="primary" className={fitsPhone ? 'max-sm:px-3 max-[19rem]:hidden' : 'max-sm:hidden'}>
          {t('landing.signUp')}
        </SignUp>
      </div>
    </header>
  );
}

function Hero() {
  const { t } = useTranslation();
  return (
    <section className="mx-auto grid max-w-[1120px] items-center gap-12 px-4 py-14 sm:px-8 sm:py-20 lg:grid-cols-[1fr_440px]">
      <div className="min-w-0">
        <h1 className="font-serif text-[2.25rem] leading-[1.08] tracking-[-0.02em] text-balance sm:text-[3.5rem]">
          {t('landing.headline')}
        </h1>
        <p className="mt-5 max-w-[52ch] text-base text-muted sm:text-lg">{t('landing.lead')}</p>
        <div className="mt-8 flex flex-wrap gap-3">
          <SignUp sentence look="primary" size="big" className="max-sm:w-full">
            {t('landing.start')}
          </SignUp>
          <Button asChild size="big" className="max-sm:w-full">
            <a href="#demo">
              {t('landing.viewDemo')}
              <ChevronDown aria-hidden="true" />
            </a>
          </Button>
        </div>
        <ul className="mt-6 flex flex-wrap gap-x-6 gap-y-1 text-muted">
          <li>{t('landing.noCard')}</li>
          <li>{t('landing.setup')}</li>
          <li>{t('landing.fast')}</li>
        </ul>
      </div>
      <SpecimenSheet />
    </section>
  );
}

const features = [
  ['documents', FolderOpen],
  ['fields', PenLine],
  ['parties', UsersRound],
  ['legal', Scale],
  ['fast', Zap],
  ['status', Activity],
] as const satisfies readonly (readonly [string, LucideIcon])[];

function Features() {
  const { t } = useTranslation();
  return (
    <section id="features" aria-labelledby="features-title" className="scroll-mt-16">
      <div className="mx-auto max-w-[1120px] px-4 py-14 sm:px-8 sm:py-20">
        <h2 id="features-title" className="font-serif text-2xl tracking-[-0.015em]">
          {t('landing.features.title')}
        </h2>
        <ul className="mt-10 grid gap-x-10 gap-y-9 sm:grid-cols-2 lg:grid-cols-3">
          {features.map(([key, Icon]) => (
            <li key={key}>
              <Icon aria-hidden="true" className="size-6 stroke-[1.5] text-ink" />
              <h3 className="mt-3 text-base">{t(`landing.features.${key}.title`)}</h3>
              <p className="mt-1 text-muted">{t(`landing.features.${key}.text`)}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
