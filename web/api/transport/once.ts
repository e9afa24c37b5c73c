import { newId } from '../../kit/new-id.ts';
import { readProblem } from '../../kit/problem.ts';
import type { Answer } from '../../kit/request.ts';
import { t } from '../../words.ts';
import { RequestError } from './request.ts';

/** Keys of requests whose response never arrived, by content. */
const unanswered = new Map<string, string>();

/**
 * Sends a request that creates something, exactly once: repeating it after a lost response returns what the
 * first one created (S-32). `asked` identifies the content, and `send` sends it with the given headers.
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
  // A proxy may respond for a server that it lost and that may have completed the request.
  if (!running && answer.status < 500) unanswered.delete(content);
  if (repeats) throw new RequestError(answer.status, '', t(running ? 'again.running' : 'again.cutOff'));
  return answer;
}
