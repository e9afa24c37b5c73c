import { buildApp, type AppParts } from './app.ts';
import { endPlansOfOtherProviders } from './operations/billing/read-subscription.ts';
import { fillSigningPage } from './signing/ceremony/signing-page.ts';
import type { Config } from './foundation/config/config.ts';
import { frameOf } from './signing/embedding/address-store.ts';
import { frameOfEditor } from './signing/embedding/editor-store.ts';
import { jobsOf, routesOf, watchesOf } from './features.ts';
import type { App } from './foundation/http/fastify-app.ts';
import { openServices, type Ports } from './open-services.ts';
import type { Services } from './services.ts';
import { tracePorts } from './trace-ports.ts';
import { componentChecks } from './operations/support/check-components.ts';

export type { Ports } from './open-services.ts';

export type Product = {
  app: App;
  jobs: Services['jobs'];
  services: Services;
  /** Starts the worker role: jobs and scheduled tasks. */
  work(): Promise<void>;
  /** Reports through readiness that no new requests should be sent here. All requests are still served. */
  drain(): void;
  /** Stops accepting requests and jobs, and lets running ones finish. The ports stay open. */
  close(): Promise<void>;
};

/** Builds the product from its ports. It does nothing until it listens or works. */
export async function openProduct(
  config: Config,
  given: Ports,
  options: Pick<AppParts, 'logTo' | 'onClose' | 'onUnlistedRefusal' | 'webFolder' | 'callLimits'> = {},
): Promise<Product> {
  const { tracing } = given;
  const ports = tracing ? tracePorts(given, tracing) : given;
  const services = await openServices(config, ports);
  const { db, clock, jobs } = services;
  const { sandbox } = ports.payments;
  await endPlansOfOtherProviders(services);
  const features = [...routesOf(services), ...(sandbox ? [sandbox.routes(jobs)] : [])];
  const checks = componentChecks(services);
  const pages = {
    signingPage: fillSigningPage(services),
    frameOf: (name: string) => frameOf(db, name),
    frameOfEditor: (name: string) => frameOfEditor(db, name),
  };
  const app = await buildApp({
    config,
    db,
    clock,
    features,
    checks,
    jobs,
    ...pages,
    parsing: services.parsing,
    outbound: services.outbound,
    ...(tracing && { tracing }),
    ...options,
  });
  ports.docx.onFailure?.((failure) => app.log.warn(failure, 'a Word document could not be converted'));
  const watches: { stop(): Promise<void> }[] = [];
  return {
    app,
    jobs,
    services,
    async work() {
      await jobs.work({
        ...jobsOf(services),
        ...(sandbox && { 'deliver-sandbox-event': ({ eventId }) => sandbox.deliver(eventId) }),
      });
      watches.push(...watchesOf(services), ...(sandbox ? [sandbox.startRenewals()] : []));
    },
    drain: () => void (app.ending.begun = true),
    async close() {
      await Promise.all(watches.map((watch) => watch.stop()));
      // Before the application, because jobs call it, for example when the sandbox delivers its events.
      await jobs.rest();
      await app.close();
      await jobs.stop();
      await services.parsing.close();
    },
  };
}
