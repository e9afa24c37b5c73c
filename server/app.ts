import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import cookie from '@fastify/cookie';
import Fastify, { LogController } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Kysely } from 'kysely';
import { accountRoutes } from './accounts/profile/account-routes.ts';
import { openKeys } from './accounts/api-keys/find-key.ts';
import { appProvider } from './accounts/apps/app-provider.ts';
import { findsApp } from './accounts/apps/find-app.ts';
import { appRoutes } from './accounts/apps/routes.ts';
import type { Config } from './foundation/config/config.ts';
import type { Schema } from './foundation/db/schema.ts';
import { findsFrame } from './signing/embedding/find-frame.ts';
import { type callLimits, rateLimitKey, openAdmission } from './foundation/http/admission/admission.ts';
import { answerBadUrl, answerErrors, answerUnknownPath } from './foundation/http/answer-errors.ts';
import { refuseUnparsableRequest } from './foundation/http/input/answer-unread.ts';
import { closeConnections } from './foundation/http/close-connections.ts';
import { addRoutes, type App, type Routes } from './foundation/http/fastify-app.ts';
import { healthRoutes, type ComponentChecks } from './foundation/http/health/health.ts';
import { logAnswers, logOptions } from './foundation/http/log.ts';
import { traceRequests } from './foundation/http/health/trace-requests.ts';
import { sendRefusal } from './foundation/http/problems.ts';
import { acceptJsonOnly } from './foundation/http/read-json.ts';
import { parseQuery } from './foundation/http/input/parse-query.ts';
import { endSlowBodies } from './foundation/http/input/slow-bodies.ts';
import { emptyBlankTexts } from './foundation/http/input/blank-texts.ts';
import { characterRefusal } from './foundation/http/input/refuse-characters.ts';
import { describeApi } from './foundation/http/describe-api.ts';
import { countRequests } from './foundation/http/health/process-metrics.ts';
import { checkAgainstTable } from './foundation/http/route-table.ts';
import { crossSiteRefusal } from './foundation/http/same-origin.ts';
import { addSecurityHeaders } from './foundation/http/security-headers.ts';
import { serviceName } from './foundation/http/pages/service-name.ts';
import {
  serveWebApp,
  type FrameOf,
  type SigningPage,
  type SitePages,
} from './foundation/http/pages/web-app.ts';
import { followsProvider } from './accounts/team/follow-provider.ts';
import { identity } from './accounts/sign-in/identity.ts';
import { openSessions } from './accounts/sign-in/sessions.ts';
import { addSignedInUser } from './foundation/http/signed-in.ts';
import type { JobQueue } from './foundation/jobs/job-queue.ts';
import type { ParsingThread } from './foundation/parsing/parse-apart.ts';
import type { Clock } from './ports/clock.ts';
import type { OutboundPost } from './ports/outbound-post.ts';
import type { Tracing } from './foundation/tracing/tracing.ts';
import { accessOf, readVisibility } from './records/visibility-store.ts';

export type { App } from './foundation/http/fastify-app.ts';

export interface AppParts {
  config: Config;
  db: Kysely<Schema>;
  features?: Routes[];
  clock?: Clock;
  /** Queue for mails of the embedded identity provider. Without it, mails are only stored. */
  jobs?: Pick<JobQueue, 'enqueue'>;
  /** Calls the identity providers that accounts configured. Without it, none can be called. */
  outbound?: Pick<OutboundPost, 'call'>;
  /** Records a span for every request. Default: off. */
  tracing?: Tracing;
  /** Components that /api/ready checks in addition to the database. */
  checks?: ComponentChecks;
  /** Destination of the log. Default: standard output. */
  logTo?: { write(line: string): void };
  /** Folder of the built web app. Default: dist/web. */
  webFolder?: string;
  /** Fills in the HTML of a signing link. Without it, the page requests everything itself. */
  signingPage?: SigningPage;
  /** Renders the public pages. Without it, the client renders them. */
  sitePages?: SitePages;
  frameOf?: FrameOf;
  frameOfEditor?: FrameOf;
  /**
   * Treatment of open connections when closing: 'idle' lets running requests finish (production); true
   * cuts them (tests, where idle connections would delay the end).
   */
  onClose?: 'idle' | true;
  /** Reaction to a refusal that the route table does not list. Tests throw. */
  onUnlistedRefusal?: 'log' | 'throw';
  /** Rate limits. Most tests set higher ones. */
  callLimits?: typeof callLimits;
  /** Parses large bodies in a worker thread. Without it, they are parsed on the main thread. */
  parsing?: Pick<ParsingThread, 'read'>;
}

/** Milliseconds to wait at shutdown for requests that were sent but not yet read. */
const settleMs = 200;

/** Maximum bytes of a JSON body. Uploads have their own limit. */
const bodyLimit = 2 * 1024 * 1024;

/** Builds the HTTP server. It does not start to listen, so that tests can inject requests. */
export async function buildApp(parts: AppParts): Promise<App> {
  const { config, db, clock = Date.now } = parts;
  const overTls = config.publicUrl.startsWith('https:');
  const app: App = Fastify({
    logger: logOptions(config.logLevel, parts.logTo),
    // logAnswers logs responses instead, because it knows what must not be logged.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy,
    bodyLimit,
    frameworkErrors: answerBadUrl,
    clientErrorHandler: refuseUnparsableRequest,
    forceCloseConnections: parts.onClose ?? 'idle',
    // Requests sent before the shutdown are still answered normally (F-23).
    return503OnClosing: false,
    // Request ids from clients are ignored, because they could inject text into the log.
    requestIdHeader: false,
    // Maximum length of a signing link in a frame, including its pass.
    routerOptions: { maxParamLength: 130, querystringParser: parseQuery },
    genReqId: () => randomUUID(),
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  closeConnections(app, { settleMs: parts.onClose === true ? 0 : settleMs });
  endSlowBodies(app);
  const admission = openAdmission(() => performance.now(), parts.callLimits);
  checkAgainstTable(app, parts.onUnlistedRefusal ?? 'log', admission);
  const { parsing } = parts;
  acceptJsonOnly(app, {
    readApart: parsing && ((given) => parsing.read('body', given)),
    enterBody: (request) => admission.enterBody(request),
  });
  answerErrors(app);
  app.setNotFoundHandler((_request, reply) => answerUnknownPath(reply));

  await addSecurityHeaders(app, overTls);
  if (parts.tracing) traceRequests(app, parts.tracing);
  logAnswers(app);
  countRequests(app);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    const refusal = crossSiteRefusal(request, config.publicUrl);
    return refusal && sendRefusal(reply, refusal);
  });
  app.addHook('preValidation', async (request, reply) => {
    const refusal = characterRefusal(request);
    if (refusal) return sendRefusal(reply, refusal);
    request.body = emptyBlankTexts(request.body);
    return undefined;
  });
  await app.register(cookie);
  countCalls(app);
  const { publicUrl, plans } = config;
  const provider = appProvider(config, db);
  const findApp = findsApp(provider, { db, now: clock, setting: plans, publicUrl });
  addSignedInUser(app, openSessions(db, clock, config.plans), overTls, {
    keys: openKeys(db, clock, plans, findApp, findsFrame(db, clock, plans)),
    publicUrl: config.publicUrl,
    sights: {
      of: (member) => readVisibility(db, member),
      access: (member, noun, id) => accessOf(db, member, noun, id),
    },
  });

  app.decorate('keptAnswers', db).decorate('serviceName', serviceName(config));

  healthRoutes(app, db, parts.checks);
  describeApi(app);
  for (const feature of [
    identity({
      config,
      db,
      clock,
      jobs: parts.jobs ?? { enqueue: async () => undefined },
      outbound: parts.outbound ?? { call: async () => ({ problem: 'address-refused' }) },
      changeRole: followsProvider({ db, clock, plans }),
    }),
    accountRoutes(db, clock, config),
    appRoutes({ provider, db, clock, plans, publicUrl }),
    ...(parts.features ?? []),
  ]) {
    await addRoutes(app, feature);
  }
  const webFolder = parts.webFolder ?? fileURLToPath(new URL('../dist/web', import.meta.url));
  const stated = { limitsSignUp: config.signUp.kind !== 'open', plansOff: config.plans === 'off' };
  await serveWebApp(app, webFolder, parts.signingPage, { ...parts, ...stated });
  return app;
}

/** Milliseconds by which a refusal is delayed. */
const refusedAfter = 300;

/** Counts calls before any other work, so that a flood costs no more than its responses. */
function countCalls(app: App): void {
  app.addHook('onRequest', async (request, reply) => {
    const { route } = request.routeOptions.config;
    const by = route && rateLimitKey(request, route, app.sessionCookie.name);
    const refused = by && app.admission.count(reply, by.kind, by.key);
    if (!refused) return undefined;
    // The delay slows down programs that retry without waiting.
    await pause(refusedAfter);
    return sendRefusal(reply, refused);
  });
}
