import { readFileSync } from 'node:fs';
import { aboutRows } from '#contract/operations/about-routes.ts';
import { routes } from '#contract/routes.ts';
import { describeRoutes } from '../../foundation/http/describe-api.ts';
import type { Routes } from '../../foundation/http/fastify-app.ts';
import { htmlOf } from '../../foundation/http/pages/plain-page.ts';
import { compressText, sendServed, type ServedText } from '../../foundation/http/pages/served-text.ts';
import { sendsPlainPage } from '../../foundation/http/security-headers.ts';
import { serve } from '../../foundation/http/serve.ts';
import type { DescribedApi } from './client-operations.ts';
import { clientSource } from './client-source.ts';
import type { Api } from './operation-parts.ts';
import { pythonSource } from './python-source.ts';
import { referencePage } from './reference-page.ts';

/** Routes of the API reference for developers. Pages are generated on first request. */
export function apiReferenceRoutes(): Routes {
  let page: Promise<ServedText> | undefined;
  let typescript: Promise<ServedText> | undefined;
  let python: Promise<ServedText> | undefined;
  return (app) => {
    serve(app, aboutRows.readClient, async ({ request, reply }) => {
      reply.type('application/typescript; charset=utf-8').header('cache-control', 'no-cache');
      typescript ??= compressText(clientSource(routes, describeRoutes() as DescribedApi));
      return sendServed(request, reply, await typescript);
    });
    serve(app, aboutRows.readPythonClient, async ({ request, reply }) => {
      reply.type('text/x-python; charset=utf-8').header('cache-control', 'no-cache');
      python ??= compressText(pythonSource(routes, describeRoutes() as DescribedApi));
      return sendServed(request, reply, await python);
    });
    serve(app, aboutRows.showDevelopers, async ({ request, reply }) => {
      sendsPlainPage(reply);
      reply.header('cache-control', 'no-cache');
      page ??= makePage(app.serviceName).then(compressText);
      return sendServed(request, reply, await page);
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
