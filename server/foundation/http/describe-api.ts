import { readFileSync } from 'node:fs';
import { routes } from '#contract/routes.ts';
import { aboutRows } from '#contract/operations/about-routes.ts';
import type { App } from './fastify-app.ts';
import { openApi } from './openapi.ts';
import { serve } from './serve.ts';

/** The OpenAPI description of this version. */
export function describeRoutes(): Record<string, unknown> {
  const manifest = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  return openApi(routes, version);
}

/** Serves the OpenAPI description. It is generated on the first request, since most servers never need it. */
export function describeApi(app: App): void {
  let made: Record<string, unknown> | undefined;
  serve(app, aboutRows.readOpenApi, () => (made ??= describeRoutes()));
}
