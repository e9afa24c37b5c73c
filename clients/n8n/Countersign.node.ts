/** Sends and follows documents. n8n makes the requests from this description. */
export class Countersign {
  description = {
    displayName: 'Countersign',
    name: 'countersign',
    group: ['output'],
    version: 1,
    subtitle: '={{$parameter["operation"]}}',
    description: 'Send documents for signature and follow them',
    defaults: { name: 'Countersign' },
    inputs: ['main'],
    outputs: ['main'],
    credentials: [{ name: 'countersignApi', required: true }],
    requestDefaults: {
      baseURL: '={{$credentials.url}}',
      headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
    },
    properties: [
      {
        displayName: 'Operation',
        name: 'operation',
        type: 'options',
        noDataExpression: true,
        default: 'send',
        options: [
          operation('send', 'Send a template', 'POST', '=/api/templates/{{$parameter["template"]}}/send'),
          operation('get', 'Get a document', 'GET', document('')),
          operation('list', 'List documents', 'GET', '=/api/documents'),
          download(),
          operation('remind', 'Remind the pending recipients', 'POST', document('/remind')),
          operation('void', 'Void a document', 'POST', document('/void')),
        ],
      },
      text('template', 'Template ID', ['send']),
      json(
        'recipients',
        'Recipients',
        ['send'],
        '[{"email": "grace@example.com", "name": "Grace Lindqvist"}]',
      ),
      json('values', 'Values by label', ['send'], '{}'),
      text('document', 'Document ID', ['get', 'download', 'remind', 'void']),
      sent('reason', 'Reason', ['void']),
    ],
  };
}

function operation(value: string, name: string, method: string, url: string) {
  // `itemsOf` reads the response of a refused request.
  const request = { method, url, ignoreHttpStatusErrors: true };
  return { name, value, action: name, routing: { request, output: { postReceive: [itemsOf] } } };
}

function document(path: string): string {
  return `=/api/documents/{{$parameter["document"]}}${path}`;
}

/** Puts the sealed file with its name into the binary property `data`. */
function download() {
  const path = document('/download');
  const { routing, ...rest } = operation('download', 'Download the sealed file', 'GET', path);
  const request = { ...routing.request, encoding: 'arraybuffer' };
  return { ...rest, routing: { request, output: { postReceive: [fileOf] } } };
}

declare const Buffer: { from(bytes: unknown): Uint8Array & { toString(): string } };
/** The parts of n8n's functions and of its response that are used here. */
type Executing = {
  getNodeParameter(name: string): unknown;
  helpers: { prepareBinaryData(bytes: Uint8Array, fileName: string, mediaType: string): Promise<unknown> };
};
type Response = { statusCode: number; headers: Record<string, unknown>; body: unknown };

/** Each element of a list becomes an item. */
async function itemsOf(_items: unknown, response: Response) {
  refuse(response);
  return [response.body].flat().map((json) => ({ json }));
}

/** n8n's own `binaryData` gives the file no name, and repeats its bytes in the JSON of the item. */
async function fileOf(this: Executing, _items: unknown, response: Response) {
  refuse(response);
  const bytes = Buffer.from(response.body);
  const data = await this.helpers.prepareBinaryData(bytes, fileName(response), 'application/pdf');
  return [{ json: { document: this.getNodeParameter('document') }, binary: { data } }];
}

/**
 * Throws the sentence of our problem details, which n8n would replace with a general text about the status.
 */
function refuse({ statusCode, body }: Response): void {
  if (statusCode < 400) return;
  let problem = body;
  try {
    if (typeof body !== 'object' || ArrayBuffer.isView(body) || body instanceof ArrayBuffer)
      problem = JSON.parse(typeof body === 'string' ? body : Buffer.from(body).toString());
  } catch {
    // A proxy may respond with an HTML page.
  }
  const { detail, title } = (problem ?? {}) as { detail?: string; title?: string };
  throw new Error(detail ?? title ?? `The server answered with status ${statusCode}.`);
}

/** The name in the encoding of RFC 8187, which our responses always contain. */
function fileName({ headers }: Response): string {
  const [, name] = /filename\*=UTF-8''([^;]+)/i.exec(String(headers['content-disposition'])) ?? [];
  return name === undefined ? 'document.pdf' : decodeURIComponent(name);
}

function text(name: string, displayName: string, operations: readonly string[]) {
  return {
    ...{ displayName, name, type: 'string', required: true, default: '' },
    displayOptions: { show: { operation: operations } },
  };
}

/** Text for the request body */
function sent(name: string, displayName: string, operations: readonly string[]) {
  return { ...text(name, displayName, operations), routing: { send: { type: 'body', property: name } } };
}

/** JSON for the request body */
function json(name: string, displayName: string, operations: readonly string[], example: string) {
  const value = '={{ typeof $value === "string" ? JSON.parse($value) : $value }}';
  return {
    ...{ displayName, name, type: 'json', default: example },
    displayOptions: { show: { operation: operations } },
    routing: { send: { type: 'body', property: name, value } },
  };
}
