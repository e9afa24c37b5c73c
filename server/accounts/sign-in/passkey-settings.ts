import { blankToEmpty } from '#core/language/visible.ts';
import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import { securityRows } from '#contract/accounts/security-routes.ts';
import { isRefusal, refuse } from '#core/refusal.ts';
import type { App } from '../../foundation/http/fastify-app.ts';
import { originOf } from '../../foundation/http/own-origins.ts';
import { serve } from '../../foundation/http/serve.ts';
import { managedByProvider, type PasswordGate } from './password-gate.ts';
import { findIdentity } from '../identity-provider/identities.ts';
import {
  addPasskey,
  beginPasskey,
  MAX_PASSKEYS,
  removePasskey,
  renamePasskey,
} from '../identity-provider/passkeys.ts';
import { listPasskeys } from '../identity-provider/passkeys.ts';
import { requestOrigin, type ProviderParts } from '../identity-provider/notify-owner.ts';

/** Routes for the passkeys of the signed-in user: add, rename, remove. */
export function passkeySettings(app: App, services: ProviderParts, gate: PasswordGate): void {
  adding(app, services, gate);
  changing(app, services, gate);
}

function adding(app: App, services: ProviderParts, gate: PasswordGate): void {
  serve(app, securityRows.beginPasskey, async ({ user, body, request }) => {
    const identityId = await gate.open(user, body.password);
    if (isRefusal(identityId)) return identityId;
    const identity = await findIdentity(services.db, identityId);
    if (!identity) return managedByProvider;
    if ((await listPasskeys(services.db, identityId)).length >= MAX_PASSKEYS) return tooMany;
    return beginPasskey(services, identity, {
      origin: originOf(request, services.publicUrl),
      serviceName: app.serviceName,
    });
  });

  // Does not ask for the password again, because the response is bound to a challenge that required it.
  serve(app, securityRows.addPasskey, async ({ user, body, request }) => {
    const identityId = await gate.identityOf(user);
    if (identityId === undefined) return managedByProvider;
    const name = nameOf(body.name);
    if (name === '') return nameMissing;
    const response = body.answer as unknown as RegistrationResponseJSON;
    const origin = originOf(request, services.publicUrl);
    const added = await addPasskey(services, identityId, {
      name,
      response,
      origin,
      facts: requestOrigin(request),
    });
    if (!added) return refused;
    await app.sessions.setFactor(user, true);
    return { id: added.id, name };
  });
}

function changing(app: App, services: ProviderParts, gate: PasswordGate): void {
  serve(app, securityRows.renamePasskey, async ({ user, params, body }) => {
    const identityId = await gate.identityOf(user);
    if (identityId === undefined) return managedByProvider;
    const name = nameOf(body.name);
    if (name === '') return nameMissing;
    return (await renamePasskey(services.db, identityId, params.id, name)) ? undefined : unknown;
  });
  serve(app, securityRows.removePasskey, async ({ user, params, body, request }) => {
    const identityId = await gate.open(user, body.password);
    if (isRefusal(identityId)) return identityId;
    const removed = await removePasskey(services, identityId, params.id, requestOrigin(request));
    return removed ? undefined : unknown;
  });
}

function nameOf(typed: string): string {
  return blankToEmpty(typed.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim());
}

const unknown = refuse('not-found', 'This passkey does not exist.');
const nameMissing = refuse('name-missing', 'Give the passkey a name, such as the device’s name.');
const tooMany = refuse('passkey-refused', `You already have ${MAX_PASSKEYS} passkeys. Remove one first.`);
const refused = refuse(
  'passkey-refused',
  'The passkey couldn’t be added because it is already registered or the request expired. Try again.',
);
