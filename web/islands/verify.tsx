import { QueryClientProvider } from '@tanstack/react-query';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { firstAppLanguage } from '#core/language/language.ts';
import { queryClient } from '../api/transport/query-client.ts';
import { servedQueries } from '../pages/verify/use-served-roots.ts';
import { verdictTextsQuery } from '../pages/verify/use-formatter.ts';
import { Verification } from '../pages/verify/verification.tsx';
import { speak, speakFully } from '../words.ts';

/**
 * Loads everything that the first view needs, so that nothing shifts when the interactive page replaces the
 * server-rendered one.
 */
export async function prepare(): Promise<void> {
  const language = firstAppLanguage([document.documentElement.lang]) ?? 'en';
  await speak(language);
  await Promise.all([
    speakFully(),
    queryClient.fetchQuery(verdictTextsQuery(language)),
    queryClient.prefetchQuery(servedQueries.own),
    queryClient.prefetchQuery(servedQueries.time),
    queryClient.prefetchQuery(servedQueries.withdrawn),
    queryClient.prefetchQuery(servedQueries.logKeys),
  ]);
}

/** Replaces the server-rendered page with the interactive one, in one step. */
export function show(place: HTMLElement): void {
  place.replaceChildren();
  flushSync(() =>
    createRoot(place).render(
      <QueryClientProvider client={queryClient}>
        <Verification search={location.search} />
      </QueryClientProvider>,
    ),
  );
}
