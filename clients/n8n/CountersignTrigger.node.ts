type Event = { id: string; payload: { type: string; timestamp: string } };
type State = { activated?: string; newest?: string; known?: [id: string, at: string][] };
/** The part of n8n's poll functions that the trigger uses. */
type Polling = {
  getNodeParameter(name: string): unknown;
  getCredentials(name: string): Promise<Record<string, unknown>>;
  getWorkflowStaticData(type: 'node'): State;
  helpers: {
    httpRequestWithAuthentication(this: Polling, credential: string, request: object): Promise<unknown>;
  };
};

/** Milliseconds by which requests overlap, because an event can be committed after a later one. */
const overlap = 60_000;
const pageSize = 100;

/** Starts a workflow for each event. It polls, so that n8n needs no public address. */
export class CountersignTrigger {
  description = {
    displayName: 'Countersign Trigger',
    name: 'countersignTrigger',
    group: ['trigger'],
    version: 1,
    description: 'Starts a workflow when something happens to a document',
    defaults: { name: 'Countersign Trigger' },
    polling: true,
    inputs: [],
    outputs: ['main'],
    credentials: [{ name: 'countersignApi', required: true }],
    properties: [
      {
        displayName: 'Events',
        name: 'events',
        type: 'string',
        default: 'document.completed',
        description: 'Comma-separated event types. Leave empty for all.',
      },
    ],
  };

  async poll(this: Polling): Promise<{ json: object }[][] | null> {
    const state = this.getWorkflowStaticData('node');
    state.activated ??= new Date().toISOString();
    const start = state.newest ?? state.activated;
    const earlier = new Date(Date.parse(start) - overlap).toISOString();
    const from = earlier > state.activated ? earlier : state.activated;
    const events = await readEvents(this, from);
    const known = new Set(state.known?.map(([id]) => id));
    const fresh = events.filter(({ id }) => !known.has(id));
    state.newest = events.reduce(
      (newest, { payload }) => (payload.timestamp > newest ? payload.timestamp : newest),
      start,
    );
    state.known = events.map(({ id, payload }) => [id, payload.timestamp]);
    const kinds = String(this.getNodeParameter('events'))
      .split(',')
      .flatMap((kind) => kind.trim() || []);
    const wanted = fresh.filter(({ payload }) => kinds.length === 0 || kinds.includes(payload.type));
    return wanted.length === 0 ? null : [wanted.map(({ id, payload }) => ({ json: { id, ...payload } }))];
  }
}

async function readEvents(node: Polling, from: string): Promise<Event[]> {
  const { url } = await node.getCredentials('countersignApi');
  const events: Event[] = [];
  for (let since = from; ;) {
    const page = (await node.helpers.httpRequestWithAuthentication.call(node, 'countersignApi', {
      baseURL: url,
      url: '/api/webhooks/events',
      qs: { from: since, limit: pageSize },
      json: true,
    })) as Event[];
    const fresh = page.filter(({ id }) => !events.some((event) => event.id === id));
    events.push(...fresh);
    const last = fresh.at(-1);
    if (page.length < pageSize || !last) return events;
    since = last.payload.timestamp;
  }
}
