import { scimRows } from '#contract/accounts/provisioning.ts';
import { burstLimiter, burstLimits } from '../../foundation/http/burst-limiter.ts';
import { refuse, type Refusal } from '#core/refusal.ts';
import { scimConfig, scimResourceTypes, scimSchemaList } from '#core/scim/schemas.ts';
import type { App, Routes } from '../../foundation/http/fastify-app.ts';
import { serve } from '../../foundation/http/serve.ts';
import type { ProvisioningDeps } from './deps.ts';
import { authenticateDirectories } from './directory.ts';
import { groupRoutes } from './group-routes.ts';
import { personRoutes } from './person-routes.ts';
import { answerAsScim, listOf, scimBase, sendScim } from './scim-answer.ts';

/** Routes for SCIM 2.0, with which a directory adds and removes the account's members and groups. */
export function scimRoutes(services: ProvisioningDeps): Routes {
  const parts = { ...services, mayInvite: invitationLimit(services) };
  return (app) => {
    answerAsScim(app);
    authenticateDirectories(app, services);
    aboutRoutes(app, scimBase(services.config));
    personRoutes(app, parts);
    groupRoutes(app, services);
  };
}

function aboutRoutes(app: App, base: string): void {
  const list = (resources: object[]) => listOf(resources, resources.length);
  serve(app, scimRows.readScimConfig, ({ reply }) => sendScim(reply, scimConfig(base)));
  serve(app, scimRows.listScimResourceTypes, ({ reply }) => sendScim(reply, list(scimResourceTypes(base))));
  serve(app, scimRows.listScimSchemas, ({ reply }) => sendScim(reply, list(scimSchemaList(base))));
}

/** Limits invitations like those that members send. Otherwise a token could be used to email any number of addresses. */
function invitationLimit({
  clock,
}: ProvisioningDeps): (accountId: string, email: string) => Refusal | undefined {
  const toAddress = burstLimiter(burstLimits.mailToAddress, clock);
  const ofAccount = burstLimiter(burstLimits.mailsAskedFor, clock);
  return (accountId, email) => {
    const wait = Math.max(toAddress.waitFor(email), ofAccount.waitFor(accountId));
    if (wait > 0) return { ...tooManyMails, retryAfter: wait };
    toAddress.count(email);
    ofAccount.count(accountId);
    return undefined;
  };
}

const tooManyMails = refuse(
  'too-many-requests',
  'Several invitations are already on their way. Wait, or prove the domain of your addresses: its people need no invitation.',
);
