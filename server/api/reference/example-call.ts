import { exampleIds, exampleOf, examples } from '#contract/examples.ts';
import { paramNames, pathOf } from '#contract/paths.ts';
import { isSchema, type Route } from '#contract/route.ts';

/** An example request, to be printed in any language. */
export type ExampleCall = {
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  /** The JSON body, unless the request is a form. */
  body?: unknown;
  /** Text parts of a form, whose file is lease.pdf. */
  form?: Readonly<Record<string, string>>;
};

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

/** Query parameters for routes that require some. */
const queries: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  downloadDocuments: { ids: exampleIds.document },
  exportEvents: { format: 'csv' },
};

const { file: _file, ...sendRequest } = examples.sendFile;

/** Text parts for forms that require some. */
const textParts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  uploadTemplate: { name: 'Lease', description: 'For a year', category: 'Legal' },
  sendFile: { request: JSON.stringify(sendRequest) },
};

/**
 * Returns the example request of a route. `asForm` chooses the form for a route that accepts both a form and
 * JSON.
 */
export function exampleCall(route: Route, asForm = false): ExampleCall {
  const { name, at, body } = route;
  const nouns = Array.from(pathOf(at).matchAll(/([\w-]+)\/\{\w+\}/g), ([, noun = '']) => noun);
  const ids = paramNames(at).map((param, place) => [param, idOf[nouns[place] ?? ''] ?? exampleIds.document]);
  const call = { params: Object.fromEntries(ids) as Record<string, string>, query: queries[name] ?? {} };
  if (!body) return call;
  const json = isSchema(body) || (body.kind === 'form' && body.json !== undefined && !asForm);
  return json ? { ...call, body: exampleOf(name) ?? {} } : { ...call, form: textParts[name] ?? {} };
}
