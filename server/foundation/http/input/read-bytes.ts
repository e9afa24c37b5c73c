import type { App } from '../fastify-app.ts';

/** Passes bodies of any type as raw bytes to routes registered afterwards. */
export function acceptRawBodies(app: App): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}
