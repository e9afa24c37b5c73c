import type { CeremonyAnswer, SignAnswer, SignBody } from '#contract/ceremony.ts';
import type { Problem } from '#contract/problem.ts';
import type { Language } from '#core/language/language.ts';

/** Why a call did not succeed: the server said no, or could not be reached at all. */
export type Failure = { offline: boolean; code: string; detail: string };
export type Outcome<T> = { ok: true; value: T } | { ok: false; failure: Failure };

export type SigningLinkApi = {
  /** Reads what stands behind the link; changes nothing (S-13). `language`: the one chosen on this page. */
  load(language?: Language): Promise<Outcome<CeremonyAnswer>>;
  /** Says that a person has the first page before them. */
  opened(): Promise<Outcome<unknown>>;
  sign(body: SignBody): Promise<Outcome<SignAnswer>>;
  decline(reason: string): Promise<Outcome<unknown>>;
};

/** The calls that one signing link can make. */
export function signingLinkApi(
  token: string,
  send: typeof fetch = (...call) => fetch(...call),
): SigningLinkApi {
  const path = `/api/sign/${encodeURIComponent(token)}`;
  const keyFor = idempotencyKeys();
  return {
    load: (language) => call(send, language ? `${path}?language=${language}` : path, { method: 'GET' }),
    opened: () => call(send, `${path}/opened`, { method: 'POST' }),
    sign: (body) => {
      const content = JSON.stringify(body);
      return call(send, path, post(content, { 'Idempotency-Key': keyFor(content) }));
    },
    decline: (reason) => call(send, `${path}/decline`, post(JSON.stringify({ reason: reason || null }))),
  };
}

/** The same content keeps its key, so that a repeat after a lost answer cannot become a second act. */
function idempotencyKeys(): (content: string) => string {
  let last = { content: '', key: '' };
  return (content) => {
    if (last.key === '' || last.content !== content) last = { content, key: randomKey() };
    return last.key;
  };
}

/** 128 bits. `crypto.randomUUID` is missing where the page is served over plain http. */
function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}

function post(content: string, headers: Record<string, string> = {}): RequestInit {
  return { method: 'POST', body: content, headers: { 'Content-Type': 'application/json', ...headers } };
}

async function call<T>(send: typeof fetch, path: string, init: RequestInit): Promise<Outcome<T>> {
  let response: Response;
  let text: string;
  try {
    response = await send(path, { credentials: 'same-origin', cache: 'no-store', ...init });
    text = await response.text();
  } catch {
    return { ok: false, failure: { offline: true, code: 'offline', detail: '' } };
  }
  const parsed = parse(text);
  if (response.ok) return { ok: true, value: parsed as T };
  const problem = (parsed ?? {}) as Partial<Problem>;
  return {
    ok: false,
    failure: { offline: false, code: problem.code ?? '', detail: problem.detail ?? `${response.status}` },
  };
}

function parse(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
