import type { Problem } from '#contract/problem.ts';
import { problemText } from './problem-text.ts';
import { pageLanguage } from './words.ts';

/** Why a call did not succeed: the server said no, or could not be reached at all. */
export type Failure = { offline: boolean; code: string; detail: string };
export type Outcome<T> = { ok: true; value: T } | { ok: false; failure: Failure };

export const offline = { ok: false, failure: { offline: true, code: 'offline', detail: '' } } as const;

/** What an answer says: its body, or the problem in it (RFC 9457). */
export async function read<T>(status: number, text: string): Promise<Outcome<T>> {
  const parsed = parse(text);
  if (status >= 200 && status < 300) return { ok: true, value: parsed as T };
  const problem = (parsed ?? {}) as Partial<Problem>;
  const { code = '', detail = `${status}`, parameters } = problem;
  return {
    ok: false,
    failure: {
      offline: false,
      code,
      detail: await problemText({ code, detail, parameters }, pageLanguage()),
    },
  };
}

function parse(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
