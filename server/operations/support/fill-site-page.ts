import type { RenderSitePage, SitePage } from '#contract/operations/site-page.ts';
import { directionOf, type AppLanguage } from '#core/language/language.ts';
import { escapeMarkup } from '#core/language/escape-markup.ts';

type Content = Awaited<ReturnType<RenderSitePage>> & {
  page: SitePage;
  language: AppLanguage;
  service: string;
  publicUrl: string;
};

/** Fills site.html with a rendered page, and with what search engines and link previews read about it. */
export function fillSitePage(siteHtml: string, content: Content): string {
  const { title, description, html, language, page, publicUrl, service } = content;
  const address = `${publicUrl}/${page === 'landing' ? '' : page}`;
  const picture = `${publicUrl}/landing/story-light.webp`;
  const head = [
    `<title>${escapeMarkup(title)}</title>`,
    `<meta name="description" content="${escapeMarkup(description)}" />`,
    `<link rel="canonical" href="${escapeMarkup(address)}" />`,
    ...Object.entries({
      'og:type': 'website',
      'og:site_name': service,
      'og:title': title,
      'og:description': description,
      'og:url': address,
      'og:locale': language,
      'og:image': picture,
      'og:image:width': '960',
      'og:image:height': '600',
    }).map(([property, value]) => `<meta property="${property}" content="${escapeMarkup(value)}" />`),
    `<meta name="twitter:card" content="summary_large_image" />`,
    // The data block is not executed, but an unescaped '<' could end it or start a comment.
    `<script type="application/ld+json">${JSON.stringify(structuredData(content, address)).replaceAll('<', '\\u003c')}</script>`,
  ].join('\n    ');
  // The replacements are functions, because a text may contain '$&', which a replacement string would
  // interpret.
  return siteHtml
    .replace('<html lang="en">', () => `<html lang="${language}" dir="${directionOf(language)}">`)
    .replace(/<title>[^<]*<\/title>/, () => head)
    .replace('<div id="root"></div>', () => `<div id="root">${html}</div>`);
}

/** Returns a description of the page in the vocabulary of schema.org. */
function structuredData({ title, description, language, service, publicUrl, offers }: Content, url: string) {
  const site = { '@type': 'WebSite', name: service, url: `${publicUrl}/` };
  const page = { '@type': 'WebPage', name: title, description, url, inLanguage: language, isPartOf: site };
  const product = {
    '@type': 'SoftwareApplication',
    name: service,
    description,
    url: `${publicUrl}/`,
    applicationCategory: 'BusinessApplication',
    operatingSystem: 'Any',
    offers: offers.map(({ name, dollarsPerMonth }) => ({
      '@type': 'Offer',
      name,
      price: dollarsPerMonth,
      priceCurrency: 'USD',
    })),
  };
  return { '@context': 'https://schema.org', '@graph': offers.length > 0 ? [page, product] : [page] };
}
