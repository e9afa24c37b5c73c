import type { App } from './fastify-app.ts';

/** Bodies of any type arrive as the bytes that came, at the routes registered after it. */
export function takeBytes(app: App): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}
