import type { Problem } from '#contract/problem.ts';
import { t } from '../words.ts';
import { problemText } from './problem-text.ts';

/**
 * A call that failed. `message` is '409: …' (specification §8); `detail` is the server's sentence for a person,
 * or whatever else it answered, and `code` its stable reason, when it gave one.
 */
export class RequestError extends Error {
  readonly status: number;
  readonly statusText: string;
  readonly detail: string;
  readonly code: string | null;

  constructor(status: number, statusText: string, body: string) {
    const problem = parseProblem(body);
    super(`${status}: ${body || statusText}`);
    this.name = 'RequestError';
    this.status = status;
    this.statusText = statusText;
    this.detail = problem ? problemText(problem) : body;
    this.code = problem?.code ?? null;
  }
}

type Call = { method?: string; body?: unknown; signal?: AbortSignal };

/** Sends JSON when there is a body, and throws a RequestError for every answer that is not a success. */
export async function request(path: string, call: Call = {}): Promise<Response> {
  if ((call.method ?? 'GET') === 'GET') return send(path, call);
  underWay += 1;
  try {
    return await send(path, call);
  } finally {
    // Whoever made the change has a moment to say what it means for the page.
    window.setTimeout(() => (underWay -= 1), settled);
  }
}

let underWay = 0;
/** Ms. */
const settled = 250;

/** How many changes this page is making just now, those included that were answered a moment ago. */
export function changesUnderWay(): number {
  return underWay;
}

async function send(path: string, { method = 'GET', body, signal }: Call): Promise<Response> {
  const response = await reach(path, {
    method,
    credentials: 'include',
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  });
  if (response.ok) return response;
  if (response.status === 401) sessionEnded();
  throw new RequestError(response.status, response.statusText, await response.text());
}

/** The server could not be reached: no network, or nobody there. Nothing is known of what was asked. */
export class Unreachable extends Error {}

async function reach(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, init);
  } catch (error) {
    if (error instanceof DOMException) throw error; // called off by ourselves
    throw new Unreachable('The server could not be reached.', { cause: error });
  }
}

/** The sentence to show for whatever was thrown. */
export function reasonOf(error: unknown): string {
  if (error instanceof RequestError) return error.detail || error.statusText;
  if (error instanceof Unreachable) return t('error.unreachable');
  return error instanceof Error ? error.message : String(error);
}

const listeners = new Set<() => void>();

/** Calls back whenever the server says that nobody is signed in. */
export function onSessionEnd(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function sessionEnded(): void {
  for (const listener of listeners) listener();
}

function parseProblem(body: string): Problem | null {
  try {
    const value: unknown = JSON.parse(body);
    return isProblem(value) ? value : null;
  } catch {
    return null;
  }
}

function isProblem(value: unknown): value is Problem {
  return typeof value === 'object' && value !== null && 'detail' in value && typeof value.detail === 'string';
}
