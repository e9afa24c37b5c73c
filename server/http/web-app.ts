import { existsSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyReply } from 'fastify';
import { answerUnknownPath } from './answer-errors.ts';
import type { App } from './fastify-app.ts';
import { sendsSigningPage, sendsWebPage } from './security-headers.ts';

/** Paths that are never a page of the web app, by folder or by looking like a file: what is missing is missing. */
const notPages = /^\/(?:api|oidc|assets|pdfjs)(?:\/|$)|\.(?!html$)\w{2,5}$/;

/**
 * Serves the built web app: its files, the signing page for /sign/…, and the app itself for every other path,
 * which is then routed in the browser. Files are sent compressed where the build left a .br or .gz beside them.
 */
export async function serveWebApp(app: App, folder: string): Promise<void> {
  const files = existsSync(folder) ? listFiles(folder) : new Set<string>();
  if (files.size > 0) {
    await app.register(fastifyStatic, {
      root: folder,
      serve: false,
      preCompressed: true,
      cacheControl: false,
    });
  }
  app.get('/sign/*', async (_request, reply) => {
    sendsSigningPage(reply);
    return sendPage(reply, files, 'sign.html');
  });
  app.get('/*', async (request, reply) => {
    const path = request.url.split('?', 1)[0]!;
    const file = path.slice(1);
    if (files.has(file) && !file.endsWith('.html')) {
      // Vite names what is in assets/ by its content, so it can be kept for ever.
      reply.header(
        'cache-control',
        file.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
      return reply.sendFile(file);
    }
    if (notPages.test(path)) return answerUnknownPath(reply);
    sendsWebPage(reply);
    return sendPage(reply, files, 'index.html');
  });
}

function sendPage(reply: FastifyReply, files: ReadonlySet<string>, page: string): FastifyReply {
  if (files.has(page)) return reply.sendFile(page);
  return reply.code(503).type('text/plain; charset=utf-8').send('The web app has not been built yet.\n');
}

function listFiles(folder: string): Set<string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return new Set(
    files.map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')),
  );
}
