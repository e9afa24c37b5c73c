import { readFileSync } from 'node:fs';
import { aboutRows } from '#contract/operations/about-routes.ts';
import { routes } from '#contract/routes.ts';
import { describeRoutes } from '../../foundation/http/describe-api.ts';
import type { Routes } from '../../foundation/http/fastify-app.ts';
import { htmlOf } from '../../foundation/http/pages/plain-page.ts';
import { sendsPlainPage } from '../../foundation/http/security-headers.ts';
import { serve } from '../../foundation/http/serve.ts';
import type { DescribedApi } from './client-operations.ts';
import { clientSource } from './client-source.ts';
import type { Api } from './operation-parts.ts';
import { pythonSource } from './python-source.ts';
import { referencePage } from './reference-page.ts';

/** Routes of the API reference for developers. Pages are generated on first request. */
export function apiReferenceRoutes(): Routes {
  let made: Promise<string> | undefined;
  let typescript: string | undefined;
  let python: string | undefined;
  return (app) => {
    serve(app, aboutRows.readClient, ({ reply }) => {
      reply.type('application/typescript; charset=utf-8').header('cache-control', 'no-cache');
      return reply.send((typescript ??= clientSource(routes, describeRoutes() as DescribedApi)));
    });
    serve(app, aboutRows.readPythonClient, ({ reply }) => {
      reply.type('text/x-python; charset=utf-8').header('cache-control', 'no-cache');
      return reply.send((python ??= pythonSource(routes, describeRoutes() as DescribedApi)));
    });
    serve(app, aboutRows.showDevelopers, async ({ reply }) => {
      sendsPlainPage(reply);
      reply.header('cache-control', 'no-cache');
      return reply.send(await (made ??= makePage(app.serviceName)));
    });
  };
}

function makePage(service: string): Promise<string> {
  return htmlOf(referencePage(routes, describeRoutes() as Api, meaningsOfRefusals()), service);
}

/** Returns the meaning of each refusal code from docs/errors.md. A test compares that list with the codes. */
function meaningsOfRefusals(): Map<string, string> {
  const page = readFileSync(new URL('../../../docs/errors.md', import.meta.url), 'utf8');
  const rows = page.matchAll(/^- `([\w-]+)` \(\d+\): (.+)$/gm);
  return new Map(Array.from(rows, ([, code = '', meaning = '']) => [code, meaning.replaceAll('`', '')]));
}
