import type { FastifyReply } from 'fastify';
import {
  createContext,
  createElement as h,
  Fragment,
  useContext,
  type ReactElement,
  type ReactNode,
} from 'react';
import { directionOf, type Language } from '#core/language/language.ts';
import {
  AccountMark,
  allowBrand,
  BrandColors,
  BrandNote,
  BrandOfPage,
  type PageBrand,
} from './page-brand.ts';
import { serviceName } from './service-name.ts';

/** A plain HTML page that works without scripts. React escapes all text. */
export type PlainPage = ReactElement;

type Frame = {
  language: Language;
  title: string;
  /** URL of an optional script that enhances the page. */
  script?: string | undefined;
  /** An additional style sheet, loaded after the common one. */
  looks?: string;
  /** `banner` is at the top of the page, and `aside` is next to the service's name. */
  banner?: ReactNode;
  aside?: string;
  /** True for pages that show a document. */
  isWide?: boolean;
  /** True for a page that fills the window with another page. */
  isFrame?: boolean;
  /** For search engines and link previews; pages without it are not listed by them. */
  description?: string;
  /** Links to related pages. If present, the service's name links to the home page. */
  related?: readonly { href: string; text: string }[];
};

/** Builds a plain page: signing in, links from emails, the outbox, test payments. */
export function plainPage(frame: Frame, ...content: ReactNode[]): PlainPage {
  const { language, title, script, looks, banner, aside, isWide, isFrame, description, related } = frame;
  return h(
    'html',
    { lang: language, dir: directionOf(language) },
    h(
      'head',
      null,
      h('meta', { charSet: 'utf-8' }),
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      description === undefined
        ? h('meta', { name: 'robots', content: 'noindex' })
        : h(Described, { title, description }),
      h(Title, { of: title }),
      // Without an icon, browsers request /favicon.ico.
      h('link', { rel: 'icon', href: '/mark.svg', type: 'image/svg+xml' }),
      h('link', { rel: 'stylesheet', href: '/plain.css' }),
      h(BrandColors),
      looks && h('link', { rel: 'stylesheet', href: looks }),
      script && h('script', { src: script, defer: true }),
    ),
    h(
      'body',
      null,
      banner,
      related ? h(TopBar, { related }) : null,
      h(
        'main',
        { className: related ? 'reading' : isWide ? 'wide' : isFrame ? 'frame' : undefined },
        related || isFrame ? null : h(Brand, { aside }),
        ...content,
        isFrame ? null : h(BrandNote),
      ),
    ),
  );
}

/** Like `plainPage`, with all content on one card. */
export function cardPage(frame: Frame, ...content: ReactNode[]): PlainPage {
  return plainPage(frame, h('div', { className: 'card' }, ...content));
}

const ServiceName = createContext(serviceName());

function Title({ of }: { of: string }): ReactNode {
  return h('title', null, `${of} – ${useContext(ServiceName)}`);
}

function Described({ title, description }: { title: string; description: string }): ReactNode {
  const name = useContext(ServiceName);
  return h(
    Fragment,
    null,
    h('meta', { name: 'description', content: description }),
    h('meta', { property: 'og:type', content: 'website' }),
    h('meta', { property: 'og:site_name', content: name }),
    h('meta', { property: 'og:title', content: title }),
    h('meta', { property: 'og:description', content: description }),
  );
}

function TopBar({ related }: { related: readonly { href: string; text: string }[] }): ReactNode {
  return h(
    'header',
    { className: 'bar' },
    h('a', { href: '/' }, h(Brand)),
    h(
      'nav',
      null,
      related.map(({ href, text }) => h('a', { key: href, href }, text)),
    ),
  );
}

function Brand({ aside }: { aside?: string | undefined }): ReactNode {
  const name = useContext(ServiceName);
  const account = useContext(BrandOfPage);
  if (account) return h(AccountMark, { brand: account });
  const line =
    'M6.2 18.6c2.4-1 3.6-8.9 5.6-8.9 1.7 0-.5 6.9 1.1 6.9 1.5 0 2.1-5.2 3.7-5.2 1.3 0-.2 4.7 1.2 5.2 1.2.4 2-1.3 4-2.1';
  const mark = h(
    'svg',
    { viewBox: '0 0 28 28', width: 28, height: 28, 'aria-hidden': true },
    h('rect', { width: 28, height: 28, rx: 7 }),
    h('path', { d: line }),
  );
  return h('p', { className: 'brand' }, mark, name, aside && h('span', null, aside));
}

/** Renders the page to HTML. The renderer (ten megabytes) is only loaded when needed. */
export async function htmlOf(page: PlainPage, name = serviceName(), brand?: PageBrand): Promise<string> {
  const { renderToStaticMarkup } = await import('react-dom/server');
  const branded = h(BrandOfPage.Provider, { value: brand }, page);
  return `<!doctype html>\n${renderToStaticMarkup(h(ServiceName.Provider, { value: name }, branded))}\n`;
}

/**
 * Sends the page, with the brand of an account instead of our mark. Headers for the content policy and the referrer
 * must be set before.
 */
export async function sendPage(
  reply: FastifyReply,
  page: PlainPage,
  brand?: PageBrand,
): Promise<FastifyReply> {
  if (brand) allowBrand(reply, brand);
  return reply.send(await htmlOf(page, reply.server.serviceName, brand));
}

export type Field = {
  name: string;
  label: string;
  type: 'email' | 'password' | 'text';
  value: string;
  autoComplete: string;
  /** An error shown on the page, with the name of the field concerned. */
  problem?: { field?: string | undefined; text: string } | undefined;
  /** True if the field has the focus. */
  first?: boolean;
  optional?: boolean;
  /** Additional HTML attributes. */
  more?: Readonly<Record<string, string | number | boolean>>;
};

export function fieldOf({ name, label, type, value, autoComplete, problem, ...rest }: Field): ReactNode {
  const wrong = problem?.field === name ? { 'aria-invalid': true, 'aria-describedby': 'problem' } : {};
  return h(
    'div',
    null,
    h('label', { htmlFor: name }, label),
    h('input', {
      id: name,
      name,
      type,
      autoComplete,
      maxLength: type === 'email' ? 254 : 200,
      defaultValue: value,
      required: !rest.optional,
      autoFocus: rest.first === true,
      ...wrong,
      ...rest.more,
    }),
  );
}

/** An error message, which screen readers announce immediately. */
export function problemNote(text: string | undefined): ReactNode {
  return text !== undefined && h('p', { className: 'problem', id: 'problem', role: 'alert' }, text);
}

/** A submit button. `act` is the name of the requested action. */
export function submit(
  text: string,
  { act, look, ...more }: { act?: string; look?: string } & Readonly<Record<string, unknown>> = {},
): ReactNode {
  return h(
    'button',
    { type: 'submit', className: look, ...(act !== undefined && { name: 'act', value: act }), ...more },
    text,
  );
}

export const lead = (text: ReactNode, more: object = {}): ReactNode =>
  h('p', { className: 'lead', ...more }, text);
export const heading = (text: ReactNode): ReactNode => h('h1', null, text);
export const link = (href: string, text: ReactNode, className?: string): ReactNode =>
  h('a', { href, className }, text);
export const hidden = (name: string, value: string): ReactNode =>
  h('input', { type: 'hidden', name, defaultValue: value });
