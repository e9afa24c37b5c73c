import { documentPaths, pathOf } from '#contract/paths.ts';
import type { Span, Tracing } from '../../tracing/tracing.ts';
import type { App } from '../fastify-app.ts';

declare module 'fastify' {
  interface FastifyRequest {
    span?: Span;
  }
}

/**
 * Records a span per request. The span has the name of the route, since the URL may contain a signing token
 * (S-11). Trace ids from clients are ignored, because anyone can send them.
 */
export function traceRequests(app: App, tracing: Tracing): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url;
    const name = route === undefined ? request.method : `${request.method} ${route}`;
    request.span = tracing.begin(name, 'request', {
      'http.request.method': request.method,
      'http.route': route,
      'countersign.request': request.id,
    });
    request.span.within(done);
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { id } = (request.params ?? {}) as { id?: string };
    const { route } = request.routeOptions.config;
    const ofDocument = route && pathOf(route.at).startsWith(pathOf(documentPaths.readDocument));
    request.span?.tell({
      'http.response.status_code': reply.statusCode,
      'countersign.document': ofDocument ? id : undefined,
    });
    request.span?.end(reply.statusCode >= 500 ? String(reply.statusCode) : undefined);
    done();
  });
}
