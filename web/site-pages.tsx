import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import type { RenderSitePage, SitePage } from '#contract/operations/site-page.ts';
import type { AppLanguage } from '#core/language/language.ts';
import { planNames, plans } from '#core/plan/plans.ts';
import { deferredTextsQuery } from './api/later-words.ts';
import { longTextQuery } from './api/long-texts.ts';
import { installationQuery } from './api/support.ts';
import { stateForRendering } from './kit/stated.ts';
import LandingPage from './pages/landing/landing-page.tsx';
import { PrivacyPage, TermsPage } from './pages/legal/legal-page.tsx';
import { servedQueries } from './pages/verify/use-served-roots.ts';
import { verdictTextsQuery } from './pages/verify/use-formatter.ts';
import { Verification } from './pages/verify/verification.tsx';
import { setTimezone } from './parts/format.ts';
import { ReadingDirection } from './parts/reading-direction.tsx';
import { PublicPage } from './shell/public-frame.tsx';
import { loadMessages, speakWith, t } from './words.ts';

/** The texts of all languages that were requested so far */
const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, gcTime: Infinity } } });

/**
 * Renders a page for visitors, so that it is readable before any script has loaded. web/site.ts adds what
 * needs a script. The server imports this by its built name (site-pages.ts).
 */
export const renderSitePage: RenderSitePage = async (page, language, stated) => {
  const { service, installation, plansOff } = stated;
  const messages = await loadMessages(language);
  const texts = await loadTexts(language);
  // Everything below is synchronous, because the texts are module state and a concurrent request may need
  // other texts.
  speakWith(language, messages);
  setTimezone('UTC');
  stateForRendering({
    'application-name': service,
    ...(plansOff && { plans: 'off' }),
    ...(installation.signUp.rule !== 'open' && { 'sign-up': 'limited' }),
  });
  for (const [query, data] of served) client.setQueryData(query.queryKey, data);
  client.setQueryData(installationQuery.queryKey, installation);
  const { title, description, content } = contentOf(page, texts);
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <ReadingDirection>
        <StaticRouter location={page === 'landing' ? '/' : `/${page}`}>{content}</StaticRouter>
      </ReadingDirection>
    </QueryClientProvider>,
  );
  const offers =
    page === 'landing' && !plansOff
      ? planNames.map((name) => ({ name: t(`plan.${name}`), dollarsPerMonth: plans[name].dollarsPerMonth }))
      : [];
  return { title: `${title} · ${service}`, description, html, offers };
};

/**
 * The page /verify contains the roots, lists and log keys of the installation, whose content only its script
 * needs.
 */
const served = [
  [servedQueries.own, [new Uint8Array()]],
  [servedQueries.time, []],
  [servedQueries.withdrawn, [new Uint8Array()]],
  [servedQueries.logKeys, []],
] as const;

/** Loads everything that the pages read from queries. */
async function loadTexts(language: AppLanguage) {
  const [legal, verdicts] = await Promise.all([
    client.fetchQuery(longTextQuery('legal', language)),
    client.fetchQuery(verdictTextsQuery(language)),
    client.fetchQuery(longTextQuery('claims', language)),
    client.fetchQuery(longTextQuery('support', language)),
    client.fetchQuery(deferredTextsQuery('sign-up', language)),
  ]);
  return { legal, verdicts };
}

type Texts = Awaited<ReturnType<typeof loadTexts>>;
type Content = { title: string; description: string; content: ReactNode };

function contentOf(page: SitePage, { legal, verdicts }: Texts): Content {
  if (page === 'landing')
    return { title: t('landing.title'), description: t('landing.lead'), content: <LandingPage /> };
  if (page === 'verify')
    return {
      title: verdicts.title,
      description: verdicts.lead,
      content: (
        <PublicPage>
          <div id="verify">
            <Verification search="" />
          </div>
        </PublicPage>
      ),
    };
  const Legal = page === 'privacy' ? PrivacyPage : TermsPage;
  return {
    title: t(page === 'privacy' ? 'legal.privacy' : 'legal.terms'),
    description: legal[page === 'privacy' ? 'privacy' : 'terms'].lead,
    content: (
      <PublicPage>
        <Legal />
      </PublicPage>
    ),
  };
}
