/** An operation as declared by the generated part of the client. */
export type Operation = { given: object; answer: unknown };

export type Options = {
  /** URL of the server, for example https://sign.example.com */
  url: string;
  /** An API key: csk_live_… or csk_test_… */
  key: string;
  fetch?: typeof fetch;
  /**
   * Number of attempts for a request that was asked to wait or got no response. Default: three. If the first
   * attempt is still running on the server, the client waits up to five minutes for it.
   */
  tries?: number;
};

/** A refusal by the server. `code` is stable; `message` is a sentence for people. */
export class ApiRefusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly parameters: Readonly<Record<string, string | number>>;
  /**
   * Set for writes, as on every error of `call`. Passing it to the same call again ensures that it is
   * executed once.
   */
  readonly idempotencyKey?: string;

  constructor(
    status: number,
    said: { code?: string; detail?: string; parameters?: Record<string, string | number> },
  ) {
    super(said.detail ?? `The server answered ${status}.`);
    this.name = 'ApiRefusal';
    this.status = status;
    this.code = said.code ?? 'server-error';
    this.parameters = said.parameters ?? {};
  }
}

type Given = {
  params?: Record<string, string>;
  query?: Record<string, string | number | boolean | null | undefined>;
  body?: unknown;
  form?: { file: Blob; fileName: string; [text: string]: string | Blob | undefined };
  idempotencyKey?: string;
};

export type Caller<Operations> = {
  /**
   * Calls an operation. A write gets a new Idempotency-Key, so that retries execute it once. The few
   * operations that do not support one are not retried when the response is lost.
   */
  call<Name extends keyof Operations & string>(
    name: Name,
    ...given: Operations[Name] extends { given: infer Wanted }
      ? Record<never, never> extends Wanted
        ? [given?: Wanted]
        : [given: Wanted]
      : never
  ): Promise<Operations[Name] extends { answer: infer Answer } ? Answer : never>;
  /** Iterates over all rows of a list, page by page. */
  rows<Name extends keyof Operations & string>(
    name: Name,
    given?: Operations[Name] extends { given: infer Wanted } ? Wanted : never,
  ): AsyncGenerator<Operations[Name] extends { answer: readonly (infer Row)[] } ? Row : never>;
};

export function openCaller<Operations>(
  { addresses, once }: { addresses: Readonly<Record<string, string>>; once: ReadonlySet<string> },
  { url, key, fetch: send = fetch, tries = 3 }: Options,
): Caller<Operations> {
  const ask = async (name: string, given: Given, cursor?: string): Promise<Answered> => {
    const address = addresses[name];
    if (address === undefined) throw new Error(`There is no operation ${name}.`);
    const [method = 'GET', path = '/'] = address.split(' ');
    const takesKey = method !== 'GET' && !once.has(name);
    const idempotencyKey = takesKey ? (given.idempotencyKey ?? crypto.randomUUID()) : undefined;
    const headers: Record<string, string> = { authorization: `Bearer ${key}` };
    if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey;
    if (given.body !== undefined) headers['content-type'] = 'application/json';
    const body = given.form
      ? formOf(given.form)
      : given.body === undefined
        ? null
        : JSON.stringify(given.body);
    const target = targetOf(path, url, { ...given, cursor });
    try {
      const again = takesKey || method === 'GET';
      const answer = await untilAnswered(() => send(target, { method, headers, body }), { tries, again });
      return { answer, content: await contentOf(answer) };
    } catch (error) {
      throw idempotencyKey === undefined ? error : Object.assign(error as Error, { idempotencyKey });
    }
  };
  const caller = {
    call: async (name: string, given: Given = {}) => (await ask(name, given)).content,
    async *rows(name: string, given: Given = {}) {
      for (let cursor: string | undefined; ;) {
        const { answer, content } = await ask(name, given, cursor);
        yield* content as unknown[];
        const next = /<([^>]*)>\s*;[^,]*\brel="?next"?/.exec(answer.headers.get('link') ?? '')?.[1];
        cursor = next && (new URL(next, url).searchParams.get('cursor') ?? undefined);
        if (!cursor) return;
      }
    },
  };
  return caller as unknown as Caller<Operations>;
}

type Answered = { answer: Response; content: unknown };

function targetOf(
  path: string,
  url: string,
  { params, query, cursor }: Given & { cursor?: string | undefined },
): URL {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, part: string) => encodeURIComponent(params?.[part] ?? ''));
  const target = new URL(filled, url);
  for (const [part, value] of Object.entries(query ?? {}))
    if (value !== undefined && value !== null) target.searchParams.set(part, String(value));
  if (cursor !== undefined) target.searchParams.set('cursor', cursor);
  return target;
}

async function contentOf(answer: Response): Promise<unknown> {
  const type = answer.headers.get('content-type') ?? '';
  if (!answer.ok)
    throw new ApiRefusal(answer.status, type.includes('json') ? ((await answer.json()) as object) : {});
  if (answer.status === 204) return undefined;
  return type.startsWith('application/json') ? answer.json() : answer.blob();
}

/** Maximum seconds to wait for a request that the server reports as still running. */
const maxRunningSeconds = 300;

/**
 * Sends a request until the response is final. `again` is true if sending it twice has no additional effect.
 */
async function untilAnswered(
  send: () => Promise<Response>,
  { tries, again }: { tries: number; again: boolean },
): Promise<Response> {
  for (let tried = 1, waited = 0; ;) {
    const answer = await send().catch((error: unknown) => {
      if (!again || tried >= tries) throw error;
      return undefined;
    });
    const wait = answer ? waitOf(answer, again) : 1;
    if (answer && wait === undefined) return answer;
    const running = answer?.status === 409;
    if (answer && (running ? waited >= maxRunningSeconds : tried >= tries)) return answer;
    if (running) waited += wait ?? 1;
    else tried += 1;
    await new Promise((resolve) => setTimeout(resolve, (wait ?? 1) * 1000));
  }
}

/** Returns the seconds to wait before a retry; undefined if the response is final. */
function waitOf({ status, headers }: Response, again: boolean): number | undefined {
  const asked = Math.min(60, Number(headers.get('retry-after')) || 1);
  // The server sends 429 before doing anything. With other errors, it is unknown how far it got.
  if (status === 429) return asked;
  if (!again) return undefined;
  if (status >= 502 && status <= 504) return asked;
  // The first attempt is still running. If it was interrupted, this header is missing, and there is nothing
  // to wait for.
  return status === 409 && headers.has('retry-after') ? asked : undefined;
}

function formOf({ file, fileName, ...texts }: NonNullable<Given['form']>): FormData {
  const form = new FormData();
  for (const [name, text] of Object.entries(texts)) if (typeof text === 'string') form.set(name, text);
  form.set('file', file, fileName);
  return form;
}
