import { addressOf } from '#contract/address.ts';
import { methodOf } from '#contract/paths.ts';
import type { AnswerOf, Given, Known } from '#contract/routes.ts';
import { acting } from '../../foundation/http/acting.ts';
import type { App } from '../../foundation/http/fastify-app.ts';
import type { SignedInUser } from '../../foundation/http/session.ts';

type Form = {
  /** Text fields of the form, by name. */
  texts: Record<string, string | undefined>;
  name: string;
  bytes: Uint8Array;
};
type Asking<At extends Known> =
  Record<never, never> extends Given<At> ? [given?: Given<At>] : [given: Given<At>];

/** Calls our own routes for an authenticated user. Throws the route's refusal. */
export type Ask = {
  <At extends Known>(at: At, ...asking: Asking<At>): Promise<AnswerOf<At>>;
  upload<At extends Known>(at: At, form: Form): Promise<AnswerOf<At>>;
};

/** A route's refusal: its code, and a sentence for people. */
export class Refused extends Error {}

export function createInternalClient(app: App, user: SignedInUser): Ask {
  const send = async (at: Known, url: string, headers: Record<string, string>, payload?: Buffer | string) => {
    // Awaited inside the context, because the request starts only when its response is awaited.
    const answer = await acting.run(
      user,
      async () =>
        await app.inject({
          method: methodOf(at) as 'GET',
          url,
          remoteAddress: user.ip,
          headers: { ...headers, 'user-agent': user.userAgent },
          ...(payload !== undefined && { payload }),
        }),
    );
    if (answer.statusCode < 400) return answer.body === '' ? undefined : answer.json();
    const { code = 'failed', detail = 'Something went wrong.' } = answer.json<Record<string, string>>();
    throw new Refused(`${code}: ${detail}`);
  };
  const ask = async (at: Known, given: { body?: unknown } = {}): Promise<unknown> => {
    const { body, ...filled } = given;
    const url = addressOf(at, filled as never);
    if (body === undefined) return send(at, url, {});
    return send(at, url, { 'content-type': 'application/json' }, JSON.stringify(body));
  };
  const upload = async (at: Known, { texts, name, bytes }: Form): Promise<unknown> => {
    const form = new FormData();
    for (const [key, text] of Object.entries(texts)) if (text !== undefined) form.set(key, text);
    form.set('file', new Blob([new Uint8Array(bytes)]), name);
    const encoded = new Response(form);
    const payload = Buffer.from(await encoded.arrayBuffer());
    return send(
      at,
      addressOf(at, {} as never),
      { 'content-type': encoded.headers.get('content-type')! },
      payload,
    );
  };
  return Object.assign(ask, { upload }) as Ask;
}
