import type { NewKeyAnswer } from '#contract/accounts/api-keys.ts';
import type { EmbedAddress, Embedded } from '#contract/signing/embedding.ts';
import type { KeyMode, Scope } from '#core/permission/scope.ts';
import type { App } from '#server/foundation/http/fastify-app.ts';
import { signerOf, type Answer, type Desk, type Signer } from './desk.ts';

export const website = 'https://app.harbour.example';

/** Allows a website, and creates the API key with which its program requests frame URLs. */
export async function openEmbedding(
  desk: Desk,
  {
    origin = website,
    mode = 'live',
    scopes = ['documents:read', 'documents:write', 'documents:send', 'documents:embed'],
  }: { origin?: string; mode?: KeyMode; scopes?: Scope[] } = {},
): Promise<{ program: Desk; keyId: string }> {
  await desk.post('/api/embedding/origins', { origin });
  const body = { name: 'Harbour portal', mode, scopes };
  const { key, secret } = (await desk.post<NewKeyAnswer>('/api/keys', body)).body;
  return { program: desk.program(secret), keyId: key.id };
}

/** Requests the frame URL of a recipient's page, as the program. */
export function requestFrame(
  program: Desk,
  part: { id: string; recipientId: string },
  origin = website,
): Promise<Answer<EmbedAddress & { code?: string }>> {
  const path = `/api/documents/${part.id}/recipients/${part.recipientId}/embed`;
  return program.post(path, { origin });
}

/** Opens the URL without a session, as the page in the frame does. */
export function openFrame(program: Desk, url: string): Promise<Answer<Embedded & { code?: string }>> {
  const code = url.split('/').at(-1);
  return program.program('').ask(`/api/embed/${code}`, { method: 'POST', headers: { authorization: '' } });
}

/** Requests and opens a frame, and returns the recipient in it. */
export async function signerInFrame(
  app: App,
  program: Desk,
  part: { id: string; recipientId: string },
  origin = website,
): Promise<Signer> {
  const requested = await requestFrame(program, part, origin);
  const opened = await openFrame(program, requested.body.url);
  return signerOf(app, opened.body.token);
}
