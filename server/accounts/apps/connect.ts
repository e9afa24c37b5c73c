import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type Provider from 'oidc-provider';
import { errors, type InteractionResults } from 'oidc-provider';
import type { ConnectRequest } from '#contract/accounts/apps.ts';
import { scopesIn, type AppResource } from '#core/permission/app-scopes.ts';
import type { Scope } from '#core/permission/scope.ts';
import { apiAllowance } from '#core/plan/allowance.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import type { SignedInUser } from '../../foundation/http/session.ts';
import type { Clock } from '../../ports/clock.ts';
import { nameOf } from './app-member.ts';
import { resourceNamed, resourceOf } from './app-provider.ts';
import { connect } from './app-store.ts';

export type ConnectParts = { provider: Provider; db: Kysely<Schema>; clock: Clock; publicUrl: string };
type Exchange = { user: SignedInUser; request: FastifyRequest; reply: FastifyReply };
type Question = ConnectRequest & { appId: string; resource: AppResource; asked: Scope[] };

/**
 * Returns the request of an app as shown to the signed-in user. Only members of the account that registered
 * the app can connect it, so that no one can be lured into granting access to a stranger's app.
 */
export async function readQuestion(parts: ConnectParts, exchange: Exchange): Promise<Question | Refusal> {
  const { user, request } = exchange;
  const interaction = await interactionOf(parts.provider, exchange);
  if (interaction?.uid !== (request.params as { id: string }).id) return gone;
  const { client_id: appId, redirect_uri: answers, scope, resource: address } = interaction.params;
  const app = await parts.db
    .selectFrom('apps')
    .select(['name'])
    .where('account_id', '=', user.accountId)
    .where('id', '=', String(appId))
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (!app) return otherAccount;
  const refused = apiAllowance(user.plan);
  if (refused) return refused;
  const resource = resourceNamed(parts.publicUrl, [address].flat()[0] ?? resourceOf(parts.publicUrl, 'api'));
  const asked = resource ? scopesIn(scope as string | undefined, resource) : [];
  if (!resource || asked.length === 0) return noKnownScope;
  return {
    app: app.name,
    host: URL.parse(String(answers))?.host ?? '',
    scopes: asked,
    forTools: resource === 'mcp',
    account: user.accountName,
    email: user.email,
    appId: String(appId),
    resource,
    asked,
  };
}

/** Records the decision and returns the redirect URL for the browser. */
export async function decide(
  parts: ConnectParts,
  exchange: Exchange,
  allow: boolean,
): Promise<{ url: string } | Refusal> {
  const question = await readQuestion(parts, exchange);
  if (isRefusal(question)) return question;
  const { provider, publicUrl } = parts;
  const { user, request, reply } = exchange;
  const finish = (result: InteractionResults) => provider.interactionResult(request.raw, reply.raw, result);
  if (!allow)
    return { url: await finish({ error: 'access_denied', error_description: 'The person declined.' }) };
  const { appId, resource, asked, app } = question;
  const accountId = nameOf(user);
  const grant = new provider.Grant({ accountId, clientId: appId });
  grant.addOIDCScope('offline_access');
  grant.addResourceScope(resourceOf(publicUrl, resource), asked.join(' '));
  const grantId = await grant.save();
  await connect(parts, user, { appId, grantId, scopes: asked, name: app });
  return { url: await finish({ login: { accountId, remember: false }, consent: { grantId } }) };
}

async function interactionOf(provider: Provider, { request, reply }: Exchange) {
  try {
    return await provider.interactionDetails(request.raw, reply.raw);
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return undefined;
    throw error;
  }
}

const gone = refuse(
  'not-found',
  'This request has expired or was made in another browser. Start again in the app.',
);
const otherAccount = refuse(
  'not-found',
  'This app belongs to another account. Check which account you are signed in to, then start again.',
);
const noKnownScope = refuse('not-found', 'The app requests no permission that this service offers.');
