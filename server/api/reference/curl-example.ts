import { exampleIds, exampleOf, examples } from '#contract/examples.ts';
import { methodOf, pathOf } from '#contract/paths.ts';
import { isSchema, type Route } from '#contract/route.ts';

/** Example ids of parameters, by the noun before them in the path. */
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

/** Query strings of routes that require one. */
const queries: Readonly<Record<string, string>> = {
  downloadDocuments: `?ids=${exampleIds.document}`,
  exportEvents: '?format=csv',
};

/** The shell command that calls a route; a test runs each one. */
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

const { file: _file, ...sendRequest } = examples.sendFile;

/** Text parts of forms that require some. */
const textParts: Readonly<Record<string, readonly string[]>> = {
  uploadTemplate: ["-F name='Lease'", "-F description='For a year'", "-F category='Legal'"],
  sendFile: [`-F request='${JSON.stringify(sendRequest)}'`],
};

function bodyWords({ name, body }: Route): string[] {
  if (!body) return [];
  if (isSchema(body)) {
    const text = JSON.stringify(exampleOf(name) ?? {}).replaceAll("'", String.raw`'\''`);
    return ['-H "Content-Type: application/json"', `-d '${text}'`];
  }
  return [...(textParts[name] ?? []), '-F file=@lease.pdf'];
}
