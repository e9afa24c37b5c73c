import { createHash } from 'node:crypto';
import { createContext, createElement as h, Fragment, useContext, type ReactNode } from 'react';
import type { FastifyReply } from 'fastify';

/** The brand of an account on a plain page: unverified, so `note` names its confirmed address and the service. */
export type PageBrand = {
  name: string;
  initials: string;
  logoUrl: string | null;
  /** Checked for contrast, as `#rrggbb`. */
  color: { day: string; night: string } | null;
  note: string;
};

export const BrandOfPage = createContext<PageBrand | undefined>(undefined);

/** The name with the logo, or with initials: our mark in another color would look like a logo. */
export function AccountMark({ brand: { name, initials, logoUrl } }: { brand: PageBrand }): ReactNode {
  const mark = logoUrl
    ? h('img', { src: logoUrl, alt: '', className: 'logo' })
    : h('span', { className: 'initials', 'aria-hidden': true }, initials);
  return h('p', { className: 'brand' }, mark, h('bdi', null, name));
}

export function BrandNote(): ReactNode {
  const brand = useContext(BrandOfPage);
  return brand ? h('p', { className: 'sent-with' }, brand.note) : null;
}

/** The color instead of that of the service. */
export function BrandColors(): ReactNode {
  const text = styleOf(useContext(BrandOfPage));
  return text ? h('style', { dangerouslySetInnerHTML: { __html: text } }) : h(Fragment);
}

function styleOf(brand: PageBrand | undefined): string | undefined {
  if (!brand?.color) return undefined;
  const { day, night } = brand.color;
  const dark = `@media (prefers-color-scheme:dark){:root{--ink:${night};--on-ink:#14161c}}`;
  return `:root{--ink:${day};--on-ink:white}${dark}`;
}

/** Allows this brand's colors in the content policy that was set before, and nothing else. */
export function allowBrand(reply: FastifyReply, brand: PageBrand): void {
  const text = styleOf(brand);
  if (!text) return;
  const hash = createHash('sha256').update(text).digest('base64');
  const policy = String(reply.getHeader('content-security-policy'));
  reply.header(
    'content-security-policy',
    policy.replace("style-src 'self'", `style-src 'self' 'sha256-${hash}'`),
  );
}
