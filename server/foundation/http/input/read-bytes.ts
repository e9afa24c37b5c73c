import type { App } from '../fastify-app.ts';

/** Makes routes registered afterwards get bodies of any type as raw bytes. */
export function acceptRawBodies(app: App): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}
