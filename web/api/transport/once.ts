import { newId } from '../../kit/new-id.ts';
import { readProblem } from '../../kit/problem.ts';
import type { Answer } from '../../kit/request.ts';
import { t } from '../../words.ts';
import { RequestError } from './request.ts';

/** The keys of requests without a response, by content. */
const unanswered = new Map<string, string>();

/**
 * Sends a request that creates something, exactly once. Repeating it after a lost response returns what the
 * first one created (S-32). `request` identifies the content, and `send` sends it with the given headers.
 */
export async function once(
  request: readonly unknown[],
  send: (headers: Record<string, string>) => Promise<Answer>,
): Promise<Answer> {
  const content = JSON.stringify(request);
  const key = unanswered.get(content) ?? newId();
  unanswered.set(content, key);
  const answer = await send({ 'Idempotency-Key': key });
  const repeats = readProblem(answer.text)?.code === 'idempotency-key-running';
  const running = repeats && answer.headers.has('retry-after');
  // A proxy may send an error although the server behind it has completed the request.
  if (!running && answer.status < 500) unanswered.delete(content);
  if (repeats) throw new RequestError(answer.status, '', t(running ? 'again.running' : 'again.cutOff'));
  return answer;
}
