import { methodOf } from '#contract/paths.ts';
import type { Known } from '#contract/routes.ts';
import { readProblem } from '../kit/problem.ts';
import { ask, Unreachable, type Answer, type Asked } from '../kit/request.ts';
import { newSignal } from '../kit/signal.ts';
import { problemText, t } from '../words.ts';

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
    const problem = readProblem(body);
    super(`${status}: ${body || statusText}`);
    this.name = 'RequestError';
    this.status = status;
    this.statusText = statusText;
    this.detail = problem ? problemText(problem) : body;
    this.code = problem?.code ?? null;
  }
}

/** One call, by `send`; throws a RequestError for every answer that is not a success. */
export async function request(
  at: Known,
  asked: Asked,
  signal?: AbortSignal,
  send: (at: Known, asked: Asked) => Promise<Answer> = (...call) => ask(...call, signal && { signal }),
): Promise<Answer> {
  if (methodOf(at) === 'GET') return success(await send(at, asked));
  underWay += 1;
  try {
    return success(await send(at, asked));
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

/** The answer, where it is a success. */
export function success<Got extends Omit<Answer, 'headers'>>(answer: Got): Got {
  if (answer.ok) return answer;
  const error = new RequestError(answer.status, answer.statusText, answer.text);
  if (answer.status === 401) sessionEnd.tell();
  if (error.code === 'document-already-sent') sentAlready.tell();
  throw error;
}

/** The sentence to show for whatever was thrown. */
export function reasonOf(error: unknown): string {
  if (error instanceof RequestError) return error.detail || error.statusText;
  if (error instanceof Unreachable) return t('error.unreachable');
  return error instanceof Error ? error.message : String(error);
}

/** Whether nobody knows if it was done: a proxy, too, gives up on a server that goes on. */
export const isUnanswered = (error: unknown): boolean =>
  !(error instanceof RequestError) || error.status >= 500;

const sessionEnd = newSignal();
const sentAlready = newSignal();

/** Calls back whenever the server says that nobody is signed in. */
export const onSessionEnd = sessionEnd.subscribe;

/** Calls back whenever the server says that the document was sent before: by this page, if the answer to that was lost. */
export const onSentAlready = sentAlready.subscribe;

/** Whether that is why something failed. */
export const isSentAlready = (error: unknown): boolean =>
  error instanceof RequestError && error.code === 'document-already-sent';
