import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTeardown } from '../at-the-end.ts';

/** An attack on the id token, or a fault of the provider. */
export interface Tampering {
  claims?: Record<string, unknown>;
  header?: Record<string, unknown>;
  signWith?: 'another key' | 'nothing';
  /** Parameters added to the redirect to the callback. */
  callback?: Record<string, string>;
}

export interface FakeProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Applies to all later responses. */
  tamper(tampering: Tampering): void;
  /** The person who signs in next. */
  person: Record<string, unknown>;
  /** URLs to which browsers were sent to sign out. */
  signOuts: URL[];
  /** How often its metadata was requested. */
  lookedUp: number;
  /** If true, every connection is closed. */
  away: boolean;
}

/**
 * Starts another company's OpenID provider, which immediately signs everyone in as `person`. It stops at the
 * end of the test, suite or file that started it, unless specified otherwise.
 */
export async function startFakeProvider(
  end: (work: () => Promise<void>) => void = onTeardown,
): Promise<FakeProvider> {
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  server.listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  end(() => stop(server));

  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const [key, otherKey] = [newKey(), newKey()];
  const codes = new Map<string, URLSearchParams>();
  let tampering: Tampering = {};
  const fake: FakeProvider = {
    issuer,
    clientId: 'countersignweb',
    clientSecret: 'a secret of both',
    tamper: (next) => void (tampering = next),
    person: { sub: 'grace', email: 'grace@harbour.example', given_name: 'Grace', family_name: 'Lindqvist' },
    signOuts: [],
    lookedUp: 0,
    away: false,
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (fake.away) return void request.socket.destroy();
    const address = new URL(request.url ?? '/', issuer);
    switch (address.pathname) {
      case '/.well-known/openid-configuration':
        fake.lookedUp += 1;
        return sendJson(response, metadata(issuer));
      case '/jwks':
        return sendJson(response, {
          keys: [{ ...key.publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'ES256' }],
        });
      case '/authorize':
        return authorize(address.searchParams, response);
      case '/token':
        return redeem(new URLSearchParams(await text(request)), response);
      case '/logout':
        fake.signOuts.push(address);
        return redirect(response, new URL(address.searchParams.get('post_logout_redirect_uri')!));
      default:
        response.writeHead(404).end();
    }
  }

  function authorize(query: URLSearchParams, response: ServerResponse): void {
    const code = randomBytes(16).toString('hex');
    codes.set(code, query);
    const back = new URL(query.get('redirect_uri')!);
    const parameters = { code, state: query.get('state')!, iss: issuer, ...tampering.callback };
    for (const [name, value] of Object.entries(parameters)) back.searchParams.set(name, value);
    redirect(response, back);
  }

  function redeem(body: URLSearchParams, response: ServerResponse): void {
    const query = codes.get(body.get('code') ?? '');
    codes.delete(body.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url');
    const right =
      query?.get('code_challenge') === challenge &&
      query.get('redirect_uri') === body.get('redirect_uri') &&
      body.get('client_secret') === fake.clientSecret;
    if (!right) return sendJson(response, { error: 'invalid_grant' }, 400);
    const now = Math.floor(Date.now() / 1000);
    const standard = { iss: issuer, aud: fake.clientId, iat: now, exp: now + 60, nonce: query.get('nonce') };
    const idToken = encode({ ...standard, ...fake.person, ...tampering.claims });
    sendJson(response, {
      access_token: 'of no use',
      token_type: 'Bearer',
      expires_in: 60,
      id_token: idToken,
    });
  }

  function encode(claims: Record<string, unknown>): string {
    const header = { alg: 'ES256', kid: 'one', ...tampering.header };
    const input = [header, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    if (tampering.signWith === 'nothing') return `${input}.`;
    const signer = tampering.signWith === 'another key' ? otherKey : key;
    return `${input}.${signature(input, signer.privateKey)}`;
  }

  return fake;
}

function metadata(issuer: string): Record<string, unknown> {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    end_session_endpoint: `${issuer}/logout`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
    authorization_response_iss_parameter_supported: true,
  };
}

function newKey(): { publicKey: KeyObject; privateKey: KeyObject } {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' });
}

function signature(input: string, key: KeyObject): string {
  return sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url');
}

function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function redirect(response: ServerResponse, to: URL): void {
  response.writeHead(302, { location: to.href }).end();
}

async function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
}
