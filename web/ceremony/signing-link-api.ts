import type {
  AttachmentAnswer,
  CeremonyAnswer,
  DraftAnswer,
  DraftBody,
  GateAnswer,
  PasskeyQuestion,
  SignAnswer,
  SignBody,
} from '#contract/ceremony.ts';
import { offline, read, type Outcome } from './outcome.ts';
import type { Language } from '#core/language/language.ts';

export type { Failure, Outcome } from './outcome.ts';

export type SigningLinkApi = {
  /** Reads what stands behind the link; changes nothing (S-13). `language`: the one chosen on this page. */
  load(language?: Language): Promise<Outcome<CeremonyAnswer>>;
  /** Says that a person has the first page before them. */
  opened(): Promise<Outcome<unknown>>;
  sign(body: SignBody): Promise<Outcome<SignAnswer>>;
  decline(reason: string): Promise<Outcome<unknown>>;
  /** A question for a passkey, about this very signature. */
  passkey(): Promise<Outcome<PasskeyQuestion>>;
  /** Which codes are asked for first. */
  gate(): Promise<Outcome<GateAnswer>>;
  mailCode(): Promise<Outcome<unknown>>;
  enter(codes: { accessCode: string; mailCode: string }): Promise<Outcome<unknown>>;
  delegate(to: { name: string; email: string; reason: string }): Promise<Outcome<unknown>>;
  paper(asked: { withdraw: boolean; note: string }): Promise<Outcome<unknown>>;
  /** Here after all, after paper was asked for. */
  resume(): Promise<Outcome<unknown>>;
  /** Keeps what is entered so far for the next visit, on whatever device. */
  saveDraft(values: DraftBody['values']): Promise<Outcome<DraftAnswer>>;
  /** Whether a written value can be taken and printed; keeps nothing. */
  check(fieldId: string, value: string): Promise<Outcome<unknown>>;
  /** Hands a file in. `onProgress` hears how much has left the browser, from 0 to 1. */
  attach(fieldId: string, file: File, onProgress: (part: number) => void): Promise<Outcome<AttachmentAnswer>>;
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
    saveDraft: (values) =>
      // It outlives the page: often it is sent while the page is being left.
      call(send, `${path}/draft`, {
        ...post(JSON.stringify({ values })),
        method: 'PUT',
        keepalive: true,
      }),
    check: (id, value) => call(send, `${path}/check`, post(JSON.stringify({ id, value }))),
    attach: (fieldId, file, onProgress) =>
      import('./kinds/send-file.ts').then(
        ({ sendFile }) => sendFile(`${path}/attachments/${encodeURIComponent(fieldId)}`, file, onProgress),
        () => offline,
      ),
    passkey: () => call(send, `${path}/passkey`, { method: 'POST' }),
    gate: () => call(send, `${path}/gate`, { method: 'GET' }),
    mailCode: () => call(send, `${path}/code`, { method: 'POST' }),
    enter: (codes) => call(send, `${path}/gate`, post(JSON.stringify(codes))),
    delegate: (to) => call(send, `${path}/delegate`, post(JSON.stringify(to))),
    paper: (asked) => call(send, `${path}/paper`, post(JSON.stringify(asked))),
    resume: () => call(send, `${path}/resume`, { method: 'POST' }),
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
    return offline;
  }
  return read<T>(response.status, text);
}
