import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { pathOf } from '#contract/paths.ts';
import { routes } from '#contract/routes.ts';
import { answerUnknownPath } from '../answer-errors.ts';
import { sendServed, type ServedText } from './served-text.ts';
import { serviceName, statePage } from './service-name.ts';
import type { App } from '../fastify-app.ts';
import { allowOwnFrame, sendsEmbeddedPage, sendsSigningPage, sendsWebPage } from '../security-headers.ts';

/**
 * Paths that are never pages of the web app, because of their folder or because they look like a file. The
 * server returns 404 for them.
 */
const notPages = /^\/(?:api|oidc|oauth|mcp|\.well-known|assets|pdfjs)(?:\/|$)|\.(?!html$)\w{2,5}$/;

/**
 * Paths in the route table. If such a path has an overlong secret, no route matches, but it must not become a
 * page either.
 */
const ofTable = Object.values(routes)
  .map(({ at }) => pathOf(at))
  .filter((path) => path.includes('{'))
  .map((path) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`));

/** Returns sign.html filled with the content behind the link; undefined if there is none. */
export type SigningPage = (signHtml: string, request: FastifyRequest) => Promise<string | undefined>;

/** Returns site.html filled with a page for visitors; undefined if the app serves this address. */
export type SitePages = (siteHtml: string, request: FastifyRequest) => Promise<ServedText | undefined>;

/** Returns the website that may frame the page with this name. */
export type FrameOf = (name: string) => Promise<string | undefined>;
/** `frameOf` is for pages under /embed/, and `frameOfEditor` for those under /embed/edit/. */
type Pages = { frameOf?: FrameOf; frameOfEditor?: FrameOf; sitePages?: SitePages };

/** Settings that a page needs before its first request. `limitsSignUp` is true if SIGN_UP is not `open`. */
type Stated = { limitsSignUp?: boolean; plansOff?: boolean };

const noFrame: FrameOf = () => Promise.resolve(undefined);

/**
 * Serves the built web app: its files, the signing page for /sign/…, and the app for every other path, which
 * the browser then routes. Sends files compressed if the build created a .br or .gz file.
 */
export async function serveWebApp(
  app: App,
  folder: string,
  signingPage: SigningPage = () => Promise.resolve(undefined),
  {
    frameOf = noFrame,
    frameOfEditor = noFrame,
    sitePages = () => Promise.resolve(undefined),
    limitsSignUp = false,
    plansOff = false,
  }: Pages & Stated = {},
): Promise<void> {
  const files = new Set(existsSync(folder) ? listFiles(folder) : []);
  if (files.size > 0) {
    await app.register(fastifyStatic, {
      root: folder,
      serve: false,
      preCompressed: true,
      cacheControl: false,
    });
  }
  const name = app.serviceName ?? serviceName();
  const stated = { name, limitsSignUp, plansOff };
  const named = new Map(
    ['index.html', 'sign.html', 'site.html'].flatMap((page) =>
      files.has(page) && (name !== serviceName() || limitsSignUp || plansOff)
        ? [[page, statePage(readFileSync(join(folder, page), 'utf8'), stated)] as const]
        : [],
    ),
  );
  const page = (request: FastifyRequest, reply: FastifyReply, name: string) => {
    const html = named.get(name);
    return html === undefined ? sendPage(reply, files, name) : sendHtml(request, reply, html);
  };
  const textOf = (page: string) =>
    files.has(page) ? (named.get(page) ?? readFileSync(join(folder, page), 'utf8')) : undefined;
  const [signHtml, siteHtml] = ['sign.html', 'site.html'].map((page) =>
    withStylesInside(folder, textOf(page)),
  );
  app.get('/sign/*', async (request, reply) => {
    sendsSigningPage(reply);
    if (/[?&]counter$/.test(request.url)) allowOwnFrame(reply);
    const filled = signHtml && (await signingPage(signHtml, request));
    if (filled) return sendHtml(request, reply, filled);
    return page(request, reply, 'sign.html');
  });
  serveFrames(app, page, textOf('index.html'), { frameOf, frameOfEditor });
  // Pages of other websites may load this script.
  app.get('/embed.js', async (_request, reply) => {
    reply.header('cross-origin-resource-policy', 'cross-origin').header('cache-control', 'no-cache');
    return files.has('embed.js') ? reply.sendFile('embed.js') : answerUnknownPath(reply);
  });
  app.get('/*', async (request, reply) => {
    const path = request.url.split('?', 1)[0]!;
    const file = path.slice(1);
    if (files.has(file) && !file.endsWith('.html')) {
      // Vite puts the content hash into names in assets/, so browsers may cache these files forever.
      reply.header(
        'cache-control',
        file.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
      return reply.sendFile(file);
    }
    if (notPages.test(path) || ofTable.some((one) => one.test(path))) return answerUnknownPath(reply);
    sendsWebPage(reply);
    reply.header('vary', variesBy);
    const site = siteHtml && (await sitePages(siteHtml, request));
    if (!site) return page(request, reply, 'index.html');
    return sendServed(request, reply.type('text/html; charset=utf-8'), site);
  });
}

type SendPage = (request: FastifyRequest, reply: FastifyReply, name: string) => unknown;

/** Serves the signing page and the editor for frames on other websites. They do not show our logo while loading. */
function serveFrames(
  app: App,
  page: SendPage,
  appHtml: string | undefined,
  { frameOf, frameOfEditor }: { frameOf: FrameOf; frameOfEditor: FrameOf },
): void {
  app.get('/embed/:name', async (request, reply) => {
    const { name } = request.params as { name: string };
    sendsEmbeddedPage(reply, await frameOf(name));
    return page(request, reply, 'sign.html');
  });
  const editor = appHtml?.replace('data-waiting', 'hidden');
  app.get('/embed/edit/:name', async (request, reply) => {
    const { name } = request.params as { name: string };
    sendsEmbeddedPage(reply, await frameOfEditor(name));
    return editor === undefined ? page(request, reply, 'index.html') : sendHtml(request, reply, editor);
  });
}

/** Inlines the style sheets, so that the browser can paint the page as it arrives. */
function withStylesInside(folder: string, html: string | undefined): string | undefined {
  return html?.replaceAll(
    /<link rel="stylesheet"[^>]* href="\/([^"]+\.css)"[^>]*>/g,
    (_link, file: string) => {
      return `<style>${readFileSync(join(folder, file), 'utf8')}</style>`;
    },
  );
}

/** The same address shows a different page after signing in, or in another language. */
const variesBy = 'accept-encoding, accept-language, cookie';

const compress = promisify(gzip);

/** The page never contains request data, so its compressed length reveals no secrets. */
async function sendHtml(request: FastifyRequest, reply: FastifyReply, html: string): Promise<FastifyReply> {
  reply.type('text/html; charset=utf-8').header('vary', variesBy);
  if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(html);
  return reply.header('content-encoding', 'gzip').send(await compress(html));
}

function sendPage(reply: FastifyReply, files: ReadonlySet<string>, page: string): FastifyReply {
  if (files.has(page)) return reply.sendFile(page);
  return reply.code(503).type('text/plain; charset=utf-8').send('The web app has not been built yet.\n');
}

/** Returns the paths of all files, relative to the folder and with `/`. */
function listFiles(folder: string, inside = ''): string[] {
  return readdirSync(join(folder, inside), { withFileTypes: true }).flatMap((entry) => {
    const path = `${inside}${entry.name}`;
    if (entry.isDirectory()) return listFiles(folder, `${path}/`);
    return entry.isFile() ? [path] : [];
  });
}
