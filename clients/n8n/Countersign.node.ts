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
  return { name, value, action: name, routing: { request: { method, url } } };
}

function document(path: string): string {
  return `=/api/documents/{{$parameter["document"]}}${path}`;
}

/** Puts the sealed file into the binary property `data`. */
function download() {
  const { routing, ...rest } = operation(
    'download',
    'Download the sealed file',
    'GET',
    document('/download'),
  );
  const request = { ...routing.request, encoding: 'arraybuffer' };
  const output = { postReceive: [{ type: 'binaryData', properties: { destinationProperty: 'data' } }] };
  return { ...rest, routing: { request, output } };
}

function text(name: string, displayName: string, operations: readonly string[]) {
  return {
    ...{ displayName, name, type: 'string', required: true, default: '' },
    displayOptions: { show: { operation: operations } },
  };
}

/** A text that is sent in the body. */
function sent(name: string, displayName: string, operations: readonly string[]) {
  return { ...text(name, displayName, operations), routing: { send: { type: 'body', property: name } } };
}

/** JSON that is sent in the body. */
function json(name: string, displayName: string, operations: readonly string[], example: string) {
  const value = '={{ typeof $value === "string" ? JSON.parse($value) : $value }}';
  return {
    ...{ displayName, name, type: 'json', default: example },
    displayOptions: { show: { operation: operations } },
    routing: { send: { type: 'body', property: name, value } },
  };
}
