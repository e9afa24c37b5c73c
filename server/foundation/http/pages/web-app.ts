import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { pathOf } from '#contract/paths.ts';
import { routes } from '#contract/routes.ts';
import { answerUnknownPath } from '../answer-errors.ts';
import { serviceName, statePage } from './service-name.ts';
import type { App } from '../fastify-app.ts';
import { sendsEmbeddedPage, sendsSigningPage, sendsWebPage } from '../security-headers.ts';

/**
 * Paths that are never pages of the web app, by folder or because they look like a file. They return not
 * found.
 */
const notPages = /^\/(?:api|oidc|oauth|mcp|\.well-known|assets|pdfjs)(?:\/|$)|\.(?!html$)\w{2,5}$/;

/** Paths of the route table. One with an overlong secret is not a page either. */
const ofTable = Object.values(routes)
  .map(({ at }) => pathOf(at))
  .filter((path) => path.includes('{'))
  .map((path) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`));

/** Returns sign.html filled with the content of the link; undefined if there is nothing to read. */
export type SigningPage = (signHtml: string, request: FastifyRequest) => Promise<string | undefined>;

/** The website that may frame the page of this name. */
export type FrameOf = (name: string) => Promise<string | undefined>;
/** For pages under /embed/ and under /embed/edit/. */
type Frames = { frameOf?: FrameOf; frameOfEditor?: FrameOf };

/** Settings that a page needs before its first request. `limitsSignUp`: SIGN_UP is not `open`. */
type Stated = { limitsSignUp?: boolean; plansOff?: boolean };

const noFrame: FrameOf = () => Promise.resolve(undefined);

/**
 * Serves the built web app: its files, the signing page for /sign/…, and the app for every other path, which
 * is then routed in the browser. Files are sent compressed if the build created a .br or .gz file.
 */
export async function serveWebApp(
  app: App,
  folder: string,
  signingPage: SigningPage = () => Promise.resolve(undefined),
  {
    frameOf = noFrame,
    frameOfEditor = noFrame,
    limitsSignUp = false,
    plansOff = false,
  }: Frames & Stated = {},
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
    ['index.html', 'sign.html'].flatMap((page) =>
      files.has(page) && (name !== serviceName() || limitsSignUp || plansOff)
        ? [[page, statePage(readFileSync(join(folder, page), 'utf8'), stated)] as const]
        : [],
    ),
  );
  const page = (request: FastifyRequest, reply: FastifyReply, name: string) => {
    const html = named.get(name);
    return html === undefined ? sendPage(reply, files, name) : sendHtml(request, reply, html);
  };
  const signHtml = files.has('sign.html')
    ? withStylesInside(folder, named.get('sign.html') ?? readFileSync(join(folder, 'sign.html'), 'utf8'))
    : undefined;
  app.get('/sign/*', async (request, reply) => {
    sendsSigningPage(reply);
    const filled = signHtml && (await signingPage(signHtml, request));
    if (filled) return sendHtml(request, reply, filled);
    return page(request, reply, 'sign.html');
  });
  app.get('/embed/:name', async (request, reply) => {
    const { name } = request.params as { name: string };
    sendsEmbeddedPage(reply, await frameOf(name));
    return page(request, reply, 'sign.html');
  });
  app.get('/embed/edit/:name', async (request, reply) => {
    const { name } = request.params as { name: string };
    sendsEmbeddedPage(reply, await frameOfEditor(name));
    return page(request, reply, 'index.html');
  });
  // Allows pages of other websites to load it.
  app.get('/embed.js', async (_request, reply) => {
    reply.header('cross-origin-resource-policy', 'cross-origin').header('cache-control', 'no-cache');
    return files.has('embed.js') ? reply.sendFile('embed.js') : answerUnknownPath(reply);
  });
  app.get('/*', async (request, reply) => {
    const path = request.url.split('?', 1)[0]!;
    const file = path.slice(1);
    if (files.has(file) && !file.endsWith('.html')) {
      // Vite puts the content hash into names in assets/, so they can be cached forever.
      reply.header(
        'cache-control',
        file.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
      return reply.sendFile(file);
    }
    if (notPages.test(path) || ofTable.some((one) => one.test(path))) return answerUnknownPath(reply);
    sendsWebPage(reply);
    return page(request, reply, 'index.html');
  });
}

/** Inlines the style sheets, so that the page can be painted as it arrives. */
function withStylesInside(folder: string, html: string): string {
  return html.replaceAll(
    /<link rel="stylesheet"[^>]* href="\/([^"]+\.css)"[^>]*>/g,
    (_link, file: string) => {
      return `<style>${readFileSync(join(folder, file), 'utf8')}</style>`;
    },
  );
}

const compress = promisify(gzip);

/** The page never contains request data, so its compressed length reveals no secrets. */
async function sendHtml(request: FastifyRequest, reply: FastifyReply, html: string): Promise<FastifyReply> {
  reply.type('text/html; charset=utf-8').header('vary', 'accept-encoding, accept-language');
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
