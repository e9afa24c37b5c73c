import type { AppLanguage } from '#core/language/language.ts';
import type { Installation } from './support.ts';

/** Pages for visitors that the server renders. */
export type SitePage = 'landing' | 'privacy' | 'terms' | 'verify';

/**
 * Renders a visitor page as HTML for `#root` of site.html. The client build writes this function to
 * dist/first-view for the server.
 */
export type RenderSitePage = (
  page: SitePage,
  language: AppLanguage,
  stated: {
    /** Name of the service. */
    service: string;
    installation: Installation;
    plansOff: boolean;
  },
) => Promise<{
  title: string;
  description: string;
  html: string;
  /** Plan prices by name, if plans are sold and shown on the page. */
  offers: { name: string; dollarsPerMonth: number }[];
}>;
