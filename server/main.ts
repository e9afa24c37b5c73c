import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isConfigProblem, isOutboxInUse, loadConfig, type Config } from './foundation/config/config.ts';
import { createOutboxAddress } from './messages/mail/outbox/operator-key.ts';
import { releaseMemory } from './foundation/process/give-memory-back.ts';
import { installCrashHandler } from './foundation/process/crash-handler.ts';
import type { Ports } from './ports/ports.ts';
import { openProduct, type Product } from './product.ts';
import {
  findPortProblem,
  portProblem,
  statusOf,
  type StartProblem,
} from './foundation/process/start-problem.ts';
import { openWorkerHealth, type WorkerHealth } from './foundation/http/health/worker-health.ts';
import { openPorts } from './open-ports.ts';

/**
 * Starts the server: settings → adapters (open-ports.ts) → product → roles. A problem that the operator must
 * fix is reported in one sentence with exit status 78 (EX_CONFIG), a temporary one with 75 (EX_TEMPFAIL).
 */
async function main(): Promise<void> {
  installCrashHandler();
  const config = loadConfig(process.env);
  if (isConfigProblem(config)) return refuseToStart(config);
  const busy = await findBusyPort(config);
  if (busy) return refuseToStart(busy);
  const ports = await openPorts(config);
  if ('problem' in ports) return refuseToStart(ports);
  const product = await openProduct(config, ports);
  const health = config.roles.has('web') ? undefined : await openHealth(config, product);
  stopOnSignals(config, product, ports, health);
  releaseMemory();
  if (config.roles.has('worker')) await product.work();
  if (config.roles.has('web')) await listen(config, product);
  if (ports.key.advice !== undefined) process.stdout.write(`${ports.key.advice}\n`);
}

async function findBusyPort({ roles, host, port, healthPort }: Config): Promise<StartProblem | undefined> {
  if (roles.has('web')) return findPortProblem({ setting: 'PORT', host, port });
  return healthPort === undefined
    ? undefined
    : findPortProblem({ setting: 'HEALTH_PORT', host, port: healthPort });
}

async function listen(config: Config, { app }: Product): Promise<void> {
  const { port, host } = config;
  const at = await app
    .listen({ port, host })
    .catch((error: unknown) => portProblem(error, { setting: 'PORT', host, port }));
  if (typeof at !== 'string') return refuseToStart(at);
  process.stdout.write(`Countersign is running: ${config.publicUrl}\n`);
  if (isOutboxInUse(config)) {
    const what = config.smtpUrl ? 'Support messages' : 'Emails';
    const instead = config.smtpUrl ? 'SUPPORT_EMAIL' : 'SMTP_URL';
    const address = await createOutboxAddress(config.dataDir, config.publicUrl);
    process.stdout.write(
      `${what} are written to ${join(config.dataDir, 'outbox')}. Set ${instead} to send them. Read them at ${address}\n`,
    );
  }
  process.stdout.write(paymentsNote(config));
}

function paymentsNote({ stripe, paymentSandbox, plans }: Config): string {
  if (stripe) return '';
  if (!paymentSandbox)
    return 'Plans are off: everything is unlimited, and nothing is sold. Set the STRIPE settings to sell plans.\n';
  return plans === 'on'
    ? 'Payments are simulated, and no money moves. Set the STRIPE settings to accept payments.\n'
    : '';
}

async function openHealth({ host, healthPort }: Config, product: Product): Promise<WorkerHealth | undefined> {
  if (healthPort === undefined) return undefined;
  const health = await openWorkerHealth(product.app, { host, port: healthPort }).catch((error: unknown) =>
    portProblem(error, { setting: 'HEALTH_PORT', host, port: healthPort }),
  );
  if ('problem' in health) return void refuseToStart(health);
  process.stdout.write(`Health: http://${host}:${health.port}/api/ready\n`);
  return health;
}

/** Milliseconds that running work gets to finish. */
const maxStopMs = 30_000;

/**
 * Handles Ctrl-C and SIGTERM. Readiness reports the shutdown first. Then no new work is accepted, and running
 * work finishes. A second signal, or 30 seconds, ends the process immediately.
 */
function stopOnSignals(config: Config, product: Product, ports: Ports, health?: WorkerHealth): void {
  let stopping = false;
  const stop = (): void => {
    if (stopping) process.exit(130);
    stopping = true;
    product.drain();
    const drainMs = config.drainSeconds * 1000;
    setTimeout(() => process.exit(1), drainMs + maxStopMs).unref();
    void pause(drainMs)
      .then(() => close(product, ports, health))
      .then(
        () => process.exit(0),
        (error: unknown) => {
          process.stderr.write(
            `${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
          );
          process.exit(1);
        },
      );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

async function close(product: Product, ports: Ports, health?: WorkerHealth): Promise<void> {
  await product.close();
  await health?.close();
  await ports.mailer.close();
  if (ports.outbox !== ports.mailer) await ports.outbox.close();
  await ports.pdf.close();
  await ports.database.close();
  await ports.tracing?.close();
}

function refuseToStart(why: StartProblem): void {
  process.stderr.write(`Countersign cannot start. ${why.problem}\n`);
  process.exit(statusOf(why));
}

await main();
