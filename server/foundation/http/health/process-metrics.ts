import type { App } from '../fastify-app.ts';

/**
 * Counters of this process since its start, for /metrics. Labels are kinds and status codes, never ids or
 * names. The counters work without prom-client, which is loaded only when metrics are requested.
 */
const requests = new Map<string, number>();
const durations = new Map<string, { counts: number[]; sum: number; count: number }>();
const deliveries = new Map<string, number>();

/** Upper bounds of the histogram in seconds. */
const bounds = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Returns the class of a route by its caller. There are only a few, whatever clients request. */
const classes: Readonly<Record<string, string>> = {
  member: 'app',
  confirmed: 'app',
  signer: 'signing',
  program: 'program',
  monitor: 'monitoring',
  'operator-member': 'operator',
  anyone: 'public',
  visitor: 'public',
};

/**
 * Counts each response by class and status, with its duration. Event streams last for minutes, so they are
 * counted without a duration.
 */
export function countRequests(app: App): void {
  app.addHook('onResponse', async (request, reply) => {
    const { route } = request.routeOptions.config;
    const name = route === undefined ? 'files' : (classes[route.caller] ?? 'other');
    const labels = `class="${name}",status="${reply.statusCode}"`;
    requests.set(labels, (requests.get(labels) ?? 0) + 1);
    const isStream = String(reply.getHeader('content-type') ?? '').startsWith('text/event-stream');
    if (!isStream) observe(`class="${name}"`, reply.elapsedTime / 1000);
  });
}

function observe(labels: string, seconds: number): void {
  const found = durations.get(labels) ?? { counts: bounds.map(() => 0), sum: 0, count: 0 };
  bounds.forEach((bound, at) => {
    if (seconds <= bound) found.counts[at] = (found.counts[at] ?? 0) + 1;
  });
  found.sum += seconds;
  found.count += 1;
  durations.set(labels, found);
}

/** Counts an attempt to submit an email. `outcome` is the state of the delivery, or `postponed`. */
export function countDelivery(outcome: string): void {
  deliveries.set(outcome, (deliveries.get(outcome) ?? 0) + 1);
}

/** Returns the counters in the text format of Prometheus. */
export function processFigures(): string {
  const lines = [
    ...head('countersign_http_requests_total', 'counter', 'Responses by class of route and status.'),
    ...[...requests].map(([labels, count]) => `countersign_http_requests_total{${labels}} ${count}`),
    ...head('countersign_http_request_seconds', 'histogram', 'Time until a response was sent.'),
    ...[...durations].flatMap(([labels, { counts, sum, count }]) => [
      ...bounds.map(
        (bound, at) => `countersign_http_request_seconds_bucket{${labels},le="${bound}"} ${counts[at]}`,
      ),
      `countersign_http_request_seconds_bucket{${labels},le="+Inf"} ${count}`,
      `countersign_http_request_seconds_sum{${labels}} ${sum}`,
      `countersign_http_request_seconds_count{${labels}} ${count}`,
    ]),
    ...head('countersign_mail_attempts_total', 'counter', 'Attempts to send an email, by outcome.'),
    ...[...deliveries].map(
      ([outcome, count]) => `countersign_mail_attempts_total{outcome="${outcome}"} ${count}`,
    ),
  ];
  return `${lines.join('\n')}\n`;
}

const head = (name: string, type: string, help: string): string[] => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${type}`,
];
