import type { Problem } from '#contract/problem.ts';
import { readProblem } from '../kit/problem.ts';
import type { Answer } from '../kit/request.ts';
import { problemText, t } from './words.ts';

/** Why a call did not succeed: the server said no, or could not be reached at all. */
export type Failure = { offline: boolean; code: string; detail: string; about?: About };
/** Of a document that ended: which one it was, and whom to ask about it. */
export type About = { title: string; sender: string; senderEmail: string; recordUrl: string | null };
export type Outcome<T> = { ok: true; value: T } | { ok: false; failure: Failure };

const offline = { ok: false, failure: { offline: true, code: 'offline', detail: '' } } as const;

/** The outcome of an answer: its body, or the problem in it. Offline, where none came. */
export async function outcomeOf<T>(
  answering: Promise<Pick<Answer, 'ok' | 'status' | 'text'>>,
): Promise<Outcome<T>> {
  let answer;
  try {
    answer = await answering;
  } catch {
    return offline;
  }
  const { ok, status, text } = answer;
  const value = ok ? parse(text) : undefined;
  if (value !== undefined) return { ok: true, value: value as T };
  const problem = readProblem(text);
  const detail = problem ? await problemText(problem) : noProblem(status, text);
  const failure = { offline: false, code: problem?.code ?? '', detail, ...aboutOf(problem?.parameters) };
  return { ok: false, failure };
}

/** Undefined for what is none of ours: the page of a hotel's network says 200 as well. */
function parse(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function aboutOf(parameters: Problem['parameters']): Pick<Failure, 'about'> {
  const { title, sender, senderEmail, recordUrl } = parameters ?? {};
  if (typeof title !== 'string' || typeof sender !== 'string' || typeof senderEmail !== 'string') return {};
  return {
    about: { title, sender, senderEmail, recordUrl: typeof recordUrl === 'string' ? recordUrl : null },
  };
}

/**
 * The sentence for an answer that is none of ours, such as a proxy's page: a signer is never shown a number. What a
 * server wrote in plain words stands behind it (specification §8, 'the server message').
 */
function noProblem(status: number, text: string): string {
  const words = text.trim();
  const plain = words !== '' && words.length <= 200 && !/[<{]/.test(words) && !words.includes(`${status}`);
  return plain ? `${t('failed.server')} (${words})` : t('failed.server');
}

/** The words of a failure, for the page. */
export function faultOf({ offline, detail }: Failure): string {
  return offline ? t('failed.offline') : detail;
}

/** Whether the link itself was refused, rather than this one question: a server that rests has ended nothing. */
export function isRefusal({ offline, code }: Failure): boolean {
  return !offline && code !== '' && code !== 'server-error' && code !== 'too-many-requests';
}
