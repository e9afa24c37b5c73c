/** An operation as the generated part of the client writes it down. */
export type Operation = { given: object; answer: unknown };

export type Options = {
  /** Such as https://sign.example.com */
  url: string;
  /** An API key: csk_live_… or csk_test_… */
  key: string;
  fetch?: typeof fetch;
  /** How often a request is repeated that was told to wait, or found no server. Three times unless told otherwise. */
  tries?: number;
};

/** A 'no' of the server. `code` is stable; `message` is a sentence for a person. */
export class ApiRefusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly parameters: Readonly<Record<string, string | number>>;

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
  /** Calls one operation. A write gets an Idempotency-Key of its own, so that being repeated it is done once. */
  call<Name extends keyof Operations & string>(
    name: Name,
    ...given: Operations[Name] extends { given: infer Wanted }
      ? Record<never, never> extends Wanted
        ? [given?: Wanted]
        : [given: Wanted]
      : never
  ): Promise<Operations[Name] extends { answer: infer Answer } ? Answer : never>;
  /** Every row of a list, page by page. */
  rows<Name extends keyof Operations & string>(
    name: Name,
    given?: Operations[Name] extends { given: infer Wanted } ? Wanted : never,
  ): AsyncGenerator<Operations[Name] extends { answer: readonly (infer Row)[] } ? Row : never>;
};

export function openCaller<Operations>(
  addresses: Readonly<Record<string, string>>,
  { url, key, fetch: send = fetch, tries = 3 }: Options,
): Caller<Operations> {
  const ask = async (name: string, given: Given, cursor?: string): Promise<Response> => {
    const address = addresses[name];
    if (address === undefined) throw new Error(`There is no operation ${name}.`);
    const [method = 'GET', path = '/'] = address.split(' ');
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, part: string) =>
      encodeURIComponent(given.params?.[part] ?? ''),
    );
    const target = new URL(filled, url);
    for (const [part, value] of Object.entries(given.query ?? {}))
      if (value !== undefined && value !== null) target.searchParams.set(part, String(value));
    if (cursor !== undefined) target.searchParams.set('cursor', cursor);
    const headers: Record<string, string> = { authorization: `Bearer ${key}` };
    if (method !== 'GET') headers['idempotency-key'] = given.idempotencyKey ?? crypto.randomUUID();
    if (given.body !== undefined) headers['content-type'] = 'application/json';
    const content = given.form
      ? formOf(given.form)
      : given.body === undefined
        ? null
        : JSON.stringify(given.body);
    for (let tried = 1; ; tried += 1) {
      const answer = await send(target, { method, headers, body: content }).catch((error: unknown) => {
        if (tried >= tries) throw error;
        return undefined;
      });
      const wait = answer ? waitOf(answer) : 1;
      if (answer && (wait === undefined || tried >= tries)) return answer;
      await new Promise((resolve) => setTimeout(resolve, (wait ?? 1) * 1000));
    }
  };
  const read = async (answer: Response): Promise<unknown> => {
    const type = answer.headers.get('content-type') ?? '';
    if (!answer.ok)
      throw new ApiRefusal(answer.status, type.includes('json') ? ((await answer.json()) as object) : {});
    if (answer.status === 204) return undefined;
    return type.startsWith('application/json') ? answer.json() : answer.blob();
  };
  const caller = {
    call: async (name: string, given: Given = {}) => read(await ask(name, given)),
    async *rows(name: string, given: Given = {}) {
      for (let cursor: string | undefined; ;) {
        const answer = await ask(name, given, cursor);
        yield* (await read(answer)) as unknown[];
        const next = /<([^>]*)>\s*;[^,]*\brel="?next"?/.exec(answer.headers.get('link') ?? '')?.[1];
        cursor = next && (new URL(next, url).searchParams.get('cursor') ?? undefined);
        if (!cursor) return;
      }
    },
  };
  return caller as unknown as Caller<Operations>;
}

/** Seconds after which it is worth another try; undefined where it is answered. */
function waitOf(answer: Response): number | undefined {
  if (answer.status !== 429 && answer.status !== 503) return undefined;
  return Math.min(60, Number(answer.headers.get('retry-after')) || 1);
}

function formOf({ file, fileName, ...texts }: NonNullable<Given['form']>): FormData {
  const form = new FormData();
  for (const [name, text] of Object.entries(texts)) if (typeof text === 'string') form.set(name, text);
  form.set('file', file, fileName);
  return form;
}
