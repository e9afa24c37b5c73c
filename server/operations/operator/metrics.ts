import { statfs } from 'node:fs/promises';
import type { Gauge as GaugeType, Registry } from 'prom-client';
import { operatorRows } from '#contract/operations/operator.ts';
import { refuse } from '#core/refusal.ts';
import { newestBackup } from '../backup/last-backup.ts';
import { isSame } from '../../foundation/crypto/is-same.ts';
import type { App } from '../../foundation/http/fastify-app.ts';
import { sendRefusal } from '../../foundation/http/problems.ts';
import { processFigures } from '../../foundation/http/health/process-metrics.ts';
import { authenticates, serve } from '../../foundation/http/serve.ts';
import type { OperatorDeps } from './deps.ts';
import { programVersion, readFigures } from './read-state.ts';

declare module '../../foundation/http/serve.ts' {
  interface Callers {
    monitor: object;
  }
}

/**
 * Serves metrics in the Prometheus format to clients with the token. They contain only kinds and numbers, and
 * no personal data.
 */
export function metricsRoute(app: App, services: OperatorDeps): void {
  const { metricsToken } = services.config;
  authenticates(app, 'monitor', {
    onRequest: async (request, reply) => {
      if (metricsToken === undefined) return sendRefusal(reply, notThere);
      return isSame(request.headers.authorization ?? '', `Bearer ${metricsToken}`)
        ? undefined
        : sendRefusal(reply, unknown);
    },
    caller: async () => ({}),
  });
  let registry: Promise<Registry> | undefined;
  serve(app, operatorRows.readMetrics, async ({ request, reply }) => {
    const figures = await (registry ??= openRegistry());
    const text = await collect(figures, services, request.log);
    return reply.type(figures.contentType).send(text);
  });
}

type Log = Parameters<typeof readFigures>[1];

/** Loaded on the first request, so that it does not slow down startup. */
async function openRegistry(): Promise<Registry> {
  const { Registry: Figures, Gauge, collectDefaultMetrics } = await import('prom-client');
  const figures = new Figures();
  collectDefaultMetrics({ register: figures });
  for (const [name, { help, labels }] of Object.entries(gauges))
    figures.registerMetric(new Gauge({ name, help, labelNames: [...labels], registers: [] }));
  return figures;
}

const gauges = {
  countersign_info: { help: 'The running version.', labels: ['version', 'schema'] },
  countersign_component_up: { help: '1 if a component works.', labels: ['component'] },
  countersign_jobs_due: { help: 'Jobs that are due and not yet started.', labels: ['queue'] },
  countersign_jobs_running: { help: 'Jobs in progress.', labels: ['queue'] },
  countersign_jobs_oldest_seconds: {
    help: 'Seconds since the oldest of them became due.',
    labels: ['queue'],
  },
  countersign_jobs_failed: { help: 'Jobs that failed permanently.', labels: [] },
  countersign_documents_stuck: { help: 'Documents signed by everyone and not yet sealed.', labels: [] },
  countersign_mails_troubled: {
    help: 'Emails of the last week that were not delivered (at most 50).',
    labels: ['state'],
  },
  countersign_mail_trouble: {
    help: '1 while the mail server refuses every email of this installation, by reason.',
    labels: ['reason'],
  },
  countersign_seal_expires_timestamp_seconds: { help: 'Time at which the key expires.', labels: [] },
  countersign_disk_free_bytes: { help: 'Free space on the disk that contains the data folder.', labels: [] },
  countersign_disk_size_bytes: { help: 'Size of the disk where the data folder is.', labels: [] },
  countersign_pdf_process_memory_bytes: {
    help: 'Resident memory of each process that works on PDF files, by its work. Not part of process_resident_memory_bytes.',
    labels: ['work', 'process'],
  },
  countersign_backup_timestamp_seconds: {
    help: 'Time at which npm run backup last finished for this data folder; 0 if never.',
    labels: [],
  },
  countersign_log_size: { help: 'Events covered by the newest signed head.', labels: [] },
  countersign_log_signing: { help: '1 while log heads are being signed.', labels: [] },
} as const;

/** Disk space of the machine on which this process runs. It is 0 if it cannot be read. */
async function machineFigures({ config }: OperatorDeps) {
  const disk = await statfs(config.dataDir).catch(() => undefined);
  const backup = await newestBackup(config.dataDir);
  return {
    countersign_disk_free_bytes: disk ? disk.bavail * disk.bsize : 0,
    countersign_disk_size_bytes: disk ? disk.blocks * disk.bsize : 0,
    countersign_backup_timestamp_seconds: backup ? Math.floor(backup / 1000) : 0,
  };
}

async function collect(figures: Registry, services: OperatorDeps, log: Log): Promise<string> {
  const state = await readFigures(services, log);
  const set = (name: keyof typeof gauges, value: number, labels: Record<string, string> = {}): void => {
    (figures.getSingleMetric(name) as GaugeType).set(labels, value);
  };
  for (const name of Object.keys(gauges)) figures.getSingleMetric(name)?.reset();
  set('countersign_info', 1, { version: programVersion, schema: state.schema });
  for (const [component, found] of Object.entries(state.components))
    set('countersign_component_up', found === 'ok' ? 1 : 0, { component });
  const now = Date.parse(state.at);
  for (const { name: queue, due, running, oldest } of state.queues) {
    set('countersign_jobs_due', due, { queue });
    set('countersign_jobs_running', running, { queue });
    set('countersign_jobs_oldest_seconds', oldest ? (now - Date.parse(oldest)) / 1000 : 0, { queue });
  }
  set('countersign_jobs_failed', state.failedTotal);
  set('countersign_documents_stuck', state.stuck.length);
  for (const kind of ['deferred', 'bounced', 'blocked'])
    set('countersign_mails_troubled', state.mails.filter((mail) => mail.state === kind).length, {
      state: kind,
    });
  for (const { kind, all } of state.mailProblems)
    set('countersign_mail_trouble', all ? 1 : 0, { reason: kind });
  set('countersign_seal_expires_timestamp_seconds', Date.parse(state.seal.notAfter) / 1000);
  set('countersign_log_size', state.log.size);
  set('countersign_log_signing', state.log.problem === null ? 1 : 0);
  for (const [at, { work, bytes }] of (services.pdf.memory?.() ?? []).entries())
    set('countersign_pdf_process_memory_bytes', bytes, { work, process: String(at + 1) });
  for (const [name, value] of Object.entries(await machineFigures(services)))
    set(name as keyof typeof gauges, value);
  return `${await figures.metrics()}\n${processFigures()}`;
}

const notThere = refuse('not-found', 'Nothing was found at this address.');
const unknown = refuse('not-signed-in', 'This endpoint requires the token set in METRICS_TOKEN.');
