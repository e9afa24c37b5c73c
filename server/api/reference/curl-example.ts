import { methodOf, pathOf } from '#contract/paths.ts';
import type { Route } from '#contract/route.ts';
import { exampleCall } from './example-call.ts';

/** Returns the shell command that calls a route. A test runs each one. */
export function curlExample(route: Route): string {
  const { params, query, body, form } = exampleCall(route, true);
  const method = methodOf(route.at);
  const path = pathOf(route.at).replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
  const asked = new URLSearchParams(query).toString();
  const words = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} "$COUNTERSIGN_URL${path}${asked && `?${asked}`}"`,
    '-H "Authorization: Bearer $COUNTERSIGN_KEY"',
    ...(body === undefined
      ? []
      : ['-H "Content-Type: application/json"', `-d '${quoted(JSON.stringify(body))}'`]),
    ...(form
      ? [...Object.entries(form).map(([name, text]) => `-F ${name}='${quoted(text)}'`), '-F file=@lease.pdf']
      : []),
  ];
  return words.join(' \\\n  ');
}

const quoted = (text: string): string => text.replaceAll("'", String.raw`'\''`);
