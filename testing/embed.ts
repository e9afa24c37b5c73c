import type { NewKeyAnswer } from '#contract/api-keys.ts';
import type { EmbedAddress, Embedded } from '#contract/embedding.ts';
import type { KeyMode, Scope } from '#core/permission/scope.ts';
import type { App } from '#server/http/fastify-app.ts';
import { signerOf, type Answer, type Desk, type Signer } from './desk.ts';

export const website = 'https://app.harbour.example';

/** Allows a website, and makes the key by which its program asks for addresses. */
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

/** Asks as the program for the address of one recipient's page. */
export function askForFrame(
  program: Desk,
  part: { id: string; recipientId: string },
  origin = website,
): Promise<Answer<EmbedAddress & { code?: string }>> {
  const path = `/api/documents/${part.id}/recipients/${part.recipientId}/embed`;
  return program.post(path, { origin });
}

/** As the page in the frame does; nobody is signed in there. */
export function openFrame(program: Desk, url: string): Promise<Answer<Embedded & { code?: string }>> {
  const code = url.split('/').at(-1);
  return program.program('').ask(`/api/embed/${code}`, { method: 'POST', headers: { authorization: '' } });
}

/** Behind a frame that was asked for and opened. */
export async function signerInFrame(
  app: App,
  program: Desk,
  part: { id: string; recipientId: string },
  origin = website,
): Promise<Signer> {
  const asked = await askForFrame(program, part, origin);
  const opened = await openFrame(program, asked.body.url);
  return signerOf(app, opened.body.token);
}
