import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import { z } from 'zod';
import { newPasskey, passkeyChange, passwordBody } from '#contract/security.ts';
import { mustBeConfirmed } from '#core/permission/confirmed-address.ts';
import { isRefusal, refuse } from '#core/refusal.ts';
import type { App } from '../http/fastify-app.ts';
import { originOf } from '../http/own-origins.ts';
import { sendRefusal } from '../http/problems.ts';
import { managedElsewhere, type PasswordGate } from './password-gate.ts';
import { findIdentity } from '../identity-provider/identities.ts';
import {
  addPasskey,
  beginPasskey,
  mostPasskeys,
  removePasskey,
  renamePasskey,
} from '../identity-provider/passkeys.ts';
import { listPasskeys } from '../identity-provider/passkeys.ts';
import { whereFrom, type ProviderServices } from '../identity-provider/provider-services.ts';
import { signedIn } from '../http/signed-in.ts';

const guarded = { preHandler: signedIn };
const byId = { params: z.object({ id: z.string() }) };

/** Passkeys of the person who is signed in: adding, naming, removing. */
export function passkeySettings(app: App, services: ProviderServices, gate: PasswordGate): void {
  adding(app, services, gate);
  changing(app, services, gate);
}

function adding(app: App, services: ProviderServices, gate: PasswordGate): void {
  const asking = { ...guarded, schema: { body: passwordBody } };
  app.post('/api/security/passkeys/options', asking, async (request, reply) => {
    const identityId = await gate.open(request.user, request.body.password);
    if (isRefusal(identityId)) return sendRefusal(reply, identityId);
    const unconfirmed = mustBeConfirmed(request.user);
    if (unconfirmed) return sendRefusal(reply, unconfirmed);
    const identity = await findIdentity(services.db, identityId);
    if (!identity) return sendRefusal(reply, managedElsewhere);
    if ((await listPasskeys(services.db, identityId)).length >= mostPasskeys) {
      return sendRefusal(reply, tooMany);
    }
    return beginPasskey(services, identity, originOf(request, services.publicUrl));
  });

  // No password again: the answer is good for the one question that was asked behind it.
  app.post('/api/security/passkeys', { ...guarded, schema: { body: newPasskey } }, async (request, reply) => {
    const identityId = await gate.identityOf(request.user);
    if (identityId === undefined) return sendRefusal(reply, managedElsewhere);
    const unconfirmed = mustBeConfirmed(request.user);
    if (unconfirmed) return sendRefusal(reply, unconfirmed);
    const name = nameOf(request.body.name);
    if (name === '') return sendRefusal(reply, nameMissing);
    const response = request.body.answer as unknown as RegistrationResponseJSON;
    const origin = originOf(request, services.publicUrl);
    const added = await addPasskey(services, identityId, {
      ...{ name, response, origin, facts: whereFrom(request) },
    });
    return added ? reply.code(201).send({ id: added.id, name }) : sendRefusal(reply, refused);
  });
}

function changing(app: App, services: ProviderServices, gate: PasswordGate): void {
  const path = '/api/security/passkeys/:id';
  app.patch(
    path,
    { ...guarded, schema: { ...byId, body: passkeyChange } },
    async ({ user, params, body }, reply) => {
      const identityId = await gate.identityOf(user);
      if (identityId === undefined) return sendRefusal(reply, managedElsewhere);
      const name = nameOf(body.name);
      if (name === '') return sendRefusal(reply, nameMissing);
      const renamed = await renamePasskey(services.db, identityId, params.id, name);
      return renamed ? reply.code(204).send() : sendRefusal(reply, unknown);
    },
  );
  app.delete(path, { ...guarded, schema: { ...byId, body: passwordBody } }, async (request, reply) => {
    const identityId = await gate.open(request.user, request.body.password);
    if (isRefusal(identityId)) return sendRefusal(reply, identityId);
    const removed = await removePasskey(services, identityId, request.params.id, whereFrom(request));
    return removed ? reply.code(204).send() : sendRefusal(reply, unknown);
  });
}

function nameOf(typed: string): string {
  return typed.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}

const unknown = refuse('not-found', 'There is no such passkey.');
const nameMissing = refuse('name-missing', 'Give the passkey a name, such as that of the device.');
const tooMany = refuse('passkey-refused', `You have ${mostPasskeys} passkeys. Remove one first.`);
const refused = refuse(
  'passkey-refused',
  'The passkey could not be added: it is known already, or the question was too old. Try again.',
);
