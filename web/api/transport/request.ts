import { methodOf, type Address } from '#contract/paths.ts';
import { readProblem } from '../../kit/problem.ts';
import { ask, Unreachable, type Answer, type Asked } from '../../kit/request.ts';
import { newSignal } from '../../kit/signal.ts';
import { problemText, t } from '../../words.ts';

/**
 * A failed request. `message` is '409: …' (specification §8). `detail` is the server's sentence for a person,
 * or else the text of the response. `code` is the stable reason, if there is one.
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

/** Makes one request through `send`. Throws a RequestError for every response that is not a success. */
export async function request(
  at: Address,
  parts: Asked,
  signal?: AbortSignal,
  send: (at: Address, parts: Asked) => Promise<Answer> = (...call) => ask(...call, signal && { signal }),
): Promise<Answer> {
  if (methodOf(at) === 'GET') return success(await send(at, parts));
  underWay += 1;
  try {
    return success(await send(at, parts));
  } finally {
    // Gives the code that made the change a moment to update the page.
    window.setTimeout(() => (underWay -= 1), settled);
  }
}

let underWay = 0;
/** Time in milliseconds. */
const settled = 250;

/** Returns the number of changes in progress, including those that completed a moment ago. */
export function pendingMutations(): number {
  return underWay;
}

/** Returns the response if it is a success. */
export function success<Got extends Omit<Answer, 'headers'>>(answer: Got): Got {
  if (answer.ok) return answer;
  const error = new RequestError(answer.status, answer.statusText, answer.text);
  if (answer.status === 401) {
    refusal = error;
    sessionEnd.tell();
  }
  if (error.code === 'document-already-sent') sentAlready.tell();
  throw error;
}

/** Returns the sentence to show for a thrown value. */
export function reasonOf(error: unknown): string {
  if (error instanceof RequestError) return error.detail || error.statusText;
  if (error instanceof Unreachable) return t('error.unreachable');
  return error instanceof Error ? error.message : String(error);
}

/**
 * Returns true if it is unknown whether the request took effect. A proxy may give up while the server is
 * still processing the request.
 */
export const isUnanswered = (error: unknown): boolean =>
  !(error instanceof RequestError) || error.status >= 500;

const sessionEnd = newSignal();
let refusal: RequestError | undefined;
const sentAlready = newSignal();

/**
 * Sets the function that is called whenever the server reports that no one is signed in. `sessionRefusal`
 * returns the reason.
 */
export const onSessionEnd = sessionEnd.subscribe;

export const sessionRefusal = (): RequestError | undefined => refusal;

/**
 * Sets the function that is called whenever the server reports that the document was already sent, possibly
 * by this page if the response was lost.
 */
export const onSentAlready = sentAlready.subscribe;

/** Returns true if that is the reason of the error. */
export const isSentAlready = (error: unknown): boolean =>
  error instanceof RequestError && error.code === 'document-already-sent';
