import type { Problem } from '#contract/problem.ts';
import { readProblem } from '../../kit/problem.ts';
import type { SenderBrand } from '../frame.tsx';
import type { Answer } from '../../kit/request.ts';
import { problemText, t } from '../words.ts';

/** Why a request failed: the server refused it, or could not be reached. */
export type Failure = { offline: boolean; code: string; detail: string; about?: About };
/** Identifies an ended document and its sender. */
export type About = {
  title: string;
  sender: string;
  senderEmail: string;
  recordUrl: string | null;
  brand: SenderBrand | null;
};
export type Outcome<T> = { ok: true; value: T } | { ok: false; failure: Failure };

const offline = { ok: false, failure: { offline: true, code: 'offline', detail: '' } } as const;

/** Returns the body of a response or its problem, or offline if there was no response. */
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

/** Returns undefined if the text is not JSON, because a captive portal also responds with 200. */
function parse(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function aboutOf(parameters: Problem['parameters']): Pick<Failure, 'about'> {
  const { title, sender, senderEmail, recordUrl, ...branding } = (parameters ?? {}) as Record<string, string>;
  if (!title || !sender || !senderEmail) return {};
  const { brandName: name, brandLogo, brandDay: day, brandNight: night } = branding;
  const color = day && night ? { day, night } : null;
  const brand = name === undefined ? null : { name, color, logoUrl: brandLogo ?? null, address: senderEmail };
  return { about: { title, sender, senderEmail, recordUrl: recordUrl ?? null, brand } };
}

/**
 * Returns the sentence for a response without problem details, such as a proxy's error page. A signer never
 * sees a bare status code. The server's plain text, if any, is appended (specification §8, 'the server
 * message').
 */
function noProblem(status: number, text: string): string {
  const words = text.trim();
  const plain = words !== '' && words.length <= 200 && !/[<{]/.test(words) && !words.includes(`${status}`);
  return plain ? `${t('failed.server')} (${words})` : t('failed.server');
}

/** Returns the text of a failure for the page. */
export function faultOf({ offline, detail }: Failure): string {
  return offline ? t('failed.offline') : detail;
}

/** Returns true if the link itself was refused, and not only one request, for example by an overloaded server. */
export function isRefusal({ offline, code }: Failure): boolean {
  return !offline && code !== '' && code !== 'server-error' && code !== 'too-many-requests';
}
