import { buildApp, type AppParts } from './app.ts';
import { endPlansOfOtherProviders } from './operations/billing/read-subscription.ts';
import { fillSigningPage } from './signing/ceremony/signing-page.ts';
import type { Config } from './foundation/config/config.ts';
import { frameOf } from './signing/embedding/address-store.ts';
import { frameOfEditor } from './signing/embedding/editor-store.ts';
import { openFeatures } from './features.ts';
import type { App } from './foundation/http/fastify-app.ts';
import type { Feature, Schedule } from './foundation/http/feature.ts';
import { startInTurn } from './foundation/http/start-in-turn.ts';
import type { JobHandlers } from './foundation/jobs/job-queue.ts';
import type { JobPayloads } from './foundation/jobs/jobs.ts';
import { openServices, type Services } from './open-services.ts';
import type { Ports } from './ports/ports.ts';
import { tracePorts } from './trace-ports.ts';
import { openSitePages } from './operations/support/site-pages.ts';
import { componentChecks } from './operations/support/check-components.ts';

export type Product = {
  app: App;
  jobs: Services['jobs'];
  services: Services;
  jobHandlers: JobHandlers<JobPayloads>;
  /** Starts the worker role: jobs and scheduled tasks. */
  work(): Promise<void>;
  /** Reports through readiness that this server should get no new requests. It still serves all requests. */
  drain(): void;
  /** Stops accepting requests and jobs, and waits for running ones. The ports remain open. */
  close(): Promise<void>;
};

/** Builds the product from its ports. It does nothing until `listen` or `work` is called. */
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
  const features = [...openFeatures(services), ...(sandbox ? [sandboxFeature(sandbox, jobs)] : [])];
  const jobHandlers = Object.assign({}, ...features.map((feature) => feature.jobs)) as Product['jobHandlers'];
  const checks = componentChecks(services);
  const pages = {
    signingPage: fillSigningPage(services),
    sitePages: openSitePages(services),
    frameOf: (name: string) => frameOf(db, name),
    frameOfEditor: (name: string) => frameOfEditor(db, name),
  };
  const app = await buildApp({
    config,
    db,
    clock,
    features: features.flatMap(({ routes = [] }) => routes),
    checks,
    jobs,
    ...pages,
    parsing: services.parsing,
    outbound: services.outbound,
    ...(tracing && { tracing }),
    ...options,
  });
  ports.docx.onFailure?.((failure) => app.log.warn(failure, 'a Word document could not be converted'));
  let schedules: Schedule | undefined;
  return {
    app,
    jobs,
    services,
    jobHandlers,
    async work() {
      await jobs.work(jobHandlers);
      // Schedules continue while the jobs pause.
      schedules ??= startInTurn(features.flatMap((feature) => feature.schedules ?? []));
    },
    drain: () => void (app.ending.begun = true),
    async close() {
      await schedules?.stop();
      // Jobs stop before the application, because they call it, for example when the sandbox delivers its
      // events.
      await jobs.rest();
      await app.close();
      await jobs.stop();
      await services.parsing.close();
    },
  };
}

function sandboxFeature(sandbox: NonNullable<Ports['payments']['sandbox']>, jobs: Services['jobs']): Feature {
  return {
    routes: [sandbox.routes(jobs)],
    jobs: { 'deliver-sandbox-event': ({ eventId }) => sandbox.deliver(eventId) },
    schedules: [() => sandbox.startRenewals()],
  };
}
