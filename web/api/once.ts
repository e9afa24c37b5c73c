import { newId } from '../kit/new-id.ts';
import { readProblem } from '../kit/problem.ts';
import type { Answer } from '../kit/request.ts';
import { t } from '../words.ts';
import { RequestError } from './request.ts';

/** The keys of acts whose answer never came, by what was asked. */
const unanswered = new Map<string, string>();

/**
 * Asks for an act that makes something new, and once only: whoever asks for the same again because the answer was
 * lost gets what the first asking made (S-32). `asked` says what is asked for, and `send` sends it with the headers
 * it is given.
 */
export async function once(
  asked: readonly unknown[],
  send: (headers: Record<string, string>) => Promise<Answer>,
): Promise<Answer> {
  const content = JSON.stringify(asked);
  const key = unanswered.get(content) ?? newId();
  unanswered.set(content, key);
  const answer = await send({ 'Idempotency-Key': key });
  const repeats = readProblem(answer.text)?.code === 'idempotency-key-running';
  const running = repeats && answer.headers.has('retry-after');
  // A proxy answers for a server that it lost, and that may have done it.
  if (!running && answer.status < 500) unanswered.delete(content);
  if (repeats) throw new RequestError(answer.status, '', t(running ? 'again.running' : 'again.cutOff'));
  return answer;
}
