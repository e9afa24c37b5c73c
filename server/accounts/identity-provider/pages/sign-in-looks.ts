import { existsSync, readFileSync } from 'node:fs';
import type { App } from '../../../foundation/http/fastify-app.ts';
import { compressText, sendServed } from '../../../foundation/http/pages/served-text.ts';

const nodeModules = new URL('../../../../node_modules/', import.meta.url);
const typeface = new URL('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2', nodeModules);

/** Serves the styles and scripts of our plain pages, and the app's typeface if it is installed. */
export function serveLooks(app: App): void {
  const texts: [path: string, type: string, file: URL][] = [
    ['/plain.css', 'text/css', new URL('../../../foundation/http/pages/plain.css', import.meta.url)],
    [
      '/counter.js',
      'text/javascript',
      new URL('../../../documents/public-forms/counter.js', import.meta.url),
    ],
    ['/sign-in.js', 'text/javascript', new URL('sign-in.js', import.meta.url)],
  ];
  for (const [path, type, file] of texts) {
    const served = compressText(readFileSync(file, 'utf8'));
    app.get(path, async (request, reply) => {
      reply.header('cache-control', 'public, max-age=3600').type(`${type}; charset=utf-8`);
      return sendServed(request, reply, await served);
    });
  }
  if (!existsSync(typeface)) return;
  const bytes = readFileSync(typeface);
  app.get('/sign-in.woff2', async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=3600').type('font/woff2').send(bytes),
  );
}
