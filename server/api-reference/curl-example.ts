import { exampleIds, exampleOf } from '#contract/examples.ts';
import { methodOf, pathOf } from '#contract/paths.ts';
import { isSchema, type Route } from '#contract/route.ts';

/** The id that stands in an example for a parameter, by the noun before it. */
const idOf: Readonly<Record<string, string>> = {
  documents: exampleIds.document,
  recipients: exampleIds.recipient,
  templates: exampleIds.template,
  folders: exampleIds.folder,
  bulk: exampleIds.bulk,
  contacts: exampleIds.contact,
  proposals: exampleIds.proposal,
  webhooks: exampleIds.webhook,
  deliveries: exampleIds.delivery,
};

/** Of those that cannot be called without one. */
const queries: Readonly<Record<string, string>> = {
  packDocuments: `?ids=${exampleIds.document}`,
  exportEvents: '?format=csv',
};

/** The command that calls a route, as somebody would paste it into a shell; a test runs each. */
export function curlExample(route: Route): string {
  const [method, path] = [methodOf(route.at), pathOf(route.at)];
  const filled = path.replaceAll(/([\w-]+)\/\{\w+\}/g, (_, noun: string) => {
    return `${noun}/${idOf[noun] ?? exampleIds.document}`;
  });
  const query = queries[route.name] ?? '';
  const words = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} "$COUNTERSIGN_URL${filled}${query}"`,
    '-H "Authorization: Bearer $COUNTERSIGN_KEY"',
    ...bodyWords(route),
  ];
  return words.join(' \\\n  ');
}

function bodyWords({ name, body }: Route): string[] {
  if (!body) return [];
  if (isSchema(body)) {
    const text = JSON.stringify(exampleOf(name) ?? {}).replaceAll("'", String.raw`'\''`);
    return ['-H "Content-Type: application/json"', `-d '${text}'`];
  }
  const texts =
    name === 'uploadTemplate'
      ? ["-F name='Lease'", "-F description='For a year'", "-F category='Legal'"]
      : [];
  return [...texts, '-F file=@lease.pdf'];
}
