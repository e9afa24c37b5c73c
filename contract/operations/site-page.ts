import type { AppLanguage } from '#core/language/language.ts';
import type { Installation } from './support.ts';

/** The pages for visitors that the server renders. */
export type SitePage = 'landing' | 'privacy' | 'terms' | 'verify';

/**
 * A page for visitors as HTML for `#root` of site.html. The client build writes the function to
 * dist/first-view for the server.
 */
export type RenderSitePage = (
  page: SitePage,
  language: AppLanguage,
  stated: {
    /** The name of the service. */
    service: string;
    installation: Installation;
    plansOff: boolean;
  },
) => Promise<{
  title: string;
  description: string;
  html: string;
  /** Prices of the plans by name, where they are sold and shown on the page. */
  offers: { name: string; dollarsPerMonth: number }[];
}>;
