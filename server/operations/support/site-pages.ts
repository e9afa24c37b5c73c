import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { FastifyRequest } from 'fastify';
import type { RenderSitePage, SitePage } from '#contract/operations/site-page.ts';
import type { AppLanguage } from '#core/language/language.ts';
import { requestAppLanguage } from '../../foundation/http/input/request-language.ts';
import { compressText, type ServedText } from '../../foundation/http/pages/served-text.ts';
import { serviceName } from '../../foundation/http/pages/service-name.ts';
import type { SitePages } from '../../foundation/http/pages/web-app.ts';
import { userOf } from '../../foundation/http/signed-in.ts';
import type { SupportDeps } from './deps.ts';
import { readInstallation } from './read-installation.ts';
import { fillSitePage } from './fill-site-page.ts';

/**
 * For signed-out visitors, the client itself renders these pages. Every other address shows the landing page
 * (specification §2).
 */
const ofClient = /^\/(?:support|invitation)\/?$/i;

/**
 * Renders the pages for visitors on the server, so that they are readable before any script has loaded. Each
 * page is rendered once per language and then served from memory. `folder` contains the client build for the
 * server.
 */
export function openSitePages(
  services: Pick<SupportDeps, 'db' | 'config' | 'key'>,
  folder = fileURLToPath(new URL('../../../dist/first-view', import.meta.url)),
): SitePages {
  const { config } = services;
  let renderer: Promise<RenderSitePage | undefined> | undefined;
  let cached = new Map<string, Promise<ServedText>>();
  let cachedFor = '';

  async function render(
    html: string,
    page: SitePage,
    language: AppLanguage,
  ): Promise<ServedText | undefined> {
    const renderPage = await (renderer ??= loadRenderer(folder));
    if (!renderPage) return undefined;
    const installation = await readInstallation(services);
    // Sign-up may become limited when the first account is created.
    const state = JSON.stringify(installation);
    if (state !== cachedFor) [cached, cachedFor] = [new Map(), state];
    const name = `${page} ${language}`;
    const known = cached.get(name);
    if (known) return known;
    const stated = { service: serviceName(config), installation, plansOff: config.plans === 'off' };
    const served = renderPage(page, language, stated).then((content) =>
      compressText(
        fillSitePage(html, { ...content, ...stated, page, language, publicUrl: config.publicUrl }),
      ),
    );
    cached.set(name, served);
    void served.catch(() => cached.delete(name));
    return served;
  }

  return async (siteHtml, request) => {
    const page = sitePageOf(request);
    if (!page || !(await isVisitor(request))) return undefined;
    return render(siteHtml, page, requestAppLanguage(request.headers));
  };
}

function sitePageOf({ url }: FastifyRequest): SitePage | undefined {
  const path = url.split('?', 1)[0]!;
  if (ofClient.test(path)) return undefined;
  const [, page] = /^\/(privacy|terms|verify)\/?$/i.exec(path) ?? [];
  return page ? (page.toLowerCase() as SitePage) : 'landing';
}

/** If the session cannot be read, the client reports the error. */
async function isVisitor(request: FastifyRequest): Promise<boolean> {
  return userOf(request).then(
    (user) => user === undefined,
    () => false,
  );
}

/** Undefined if there is no client build. */
async function loadRenderer(folder: string): Promise<RenderSitePage | undefined> {
  const file = join(folder, 'site-pages.js');
  if (!existsSync(file)) return undefined;
  const built = (await import(pathToFileURL(file).href)) as { renderSitePage: RenderSitePage };
  return built.renderSitePage;
}
