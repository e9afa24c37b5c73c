import type Provider from 'oidc-provider';
import type { Routes } from '../../foundation/http/fastify-app.ts';
import { originOf } from '../../foundation/http/own-origins.ts';
import { providerPath } from './embedded-provider.ts';

/** Passes all requests below the provider's path to it unparsed, because the provider reads bodies itself. */
export function mountProvider(provider: Provider, publicUrl: string, path = providerPath): Routes {
  const handle = provider.callback();
  return (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', (_request, _payload, done) => done(null));
    app.all(`${path}/*`, (request, reply) => {
      const { raw } = request;
      // The provider generates absolute URLs. They are based on a known origin of this server, never on a
      // Host or X-Forwarded header.
      const own = new URL(originOf(request, publicUrl));
      raw.headers['x-forwarded-proto'] = own.protocol.slice(0, -1);
      raw.headers['x-forwarded-host'] = own.host;
      delete raw.headers['x-forwarded-for'];
      Object.assign(raw, { originalUrl: raw.url, url: raw.url!.slice(path.length) });
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (value !== undefined) reply.raw.setHeader(name, value);
      }
      reply.hijack();
      void handle(raw, reply.raw);
    });
  };
}
