import { existsSync, readFileSync } from 'node:fs';
import type { App } from '../../../foundation/http/fastify-app.ts';

const nodeModules = new URL('../../../../node_modules/', import.meta.url);
const typeface = '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';

/** Serves the styles and scripts of our plain pages, and the app's typeface if it is installed. */
export function serveLooks(app: App): void {
  const files: [path: string, type: string, file: URL][] = [
    [
      '/plain.css',
      'text/css; charset=utf-8',
      new URL('../../../foundation/http/pages/plain.css', import.meta.url),
    ],
    [
      '/counter.js',
      'text/javascript; charset=utf-8',
      new URL('../../../documents/public-forms/counter.js', import.meta.url),
    ],
    ['/sign-in.js', 'text/javascript; charset=utf-8', new URL('sign-in.js', import.meta.url)],
    ['/sign-in.woff2', 'font/woff2', new URL(typeface, nodeModules)],
  ];
  for (const [path, type, file] of files.filter(([, , found]) => existsSync(found))) {
    const bytes = readFileSync(file);
    app.get(path, async (_request, reply) =>
      reply.header('cache-control', 'public, max-age=3600').type(type).send(bytes),
    );
  }
}
