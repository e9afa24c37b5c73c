import { isRefusal, type Refusal } from '#core/refusal.ts';
import type { SendableDraft } from '../../evidence/preflight/sealable.ts';
import { rehearse, unlessRefused } from '../../foundation/db/rehearse.ts';
import type { Tx } from '../../foundation/db/transaction.ts';
import { answerOnce, type Answer, type KeyedRequest } from '../../foundation/http/idempotency.ts';
import type { SendingDeps } from './deps.ts';

/** `check` only checks the request and returns what would be sent. */
export type Asked = { keyed: KeyedRequest; check: boolean };

/** Prepares and sends a document within the transaction, and returns the response. */
type Act<Body> = (tx: Tx, sealable: SendingDeps['sealable']) => Promise<Body | Refusal>;

/**
 * Prepares and sends a document in one transaction, so that a refusal leaves nothing behind. The action first
 * runs as a rehearsal that is rolled back. The rehearsal finds refusals early, and produces the draft for the
 * seal preflight, which takes seconds and would otherwise hold locks. When the action runs again, the result
 * of the preflight is cached.
 */
export async function sendAtOnce<Body>(
  { db, sealable }: Pick<SendingDeps, 'db' | 'sealable'>,
  { keyed, check }: Asked,
  act: Act<Body>,
): Promise<Answer<Body> | Refusal> {
  const status = check ? 200 : 201;
  const answered = (tx: Tx, by: SendingDeps['sealable']) => {
    // A check stores nothing, not even its response.
    const request = check ? { ...keyed, key: undefined } : keyed;
    return answerOnce(tx, request, async () => {
      const body = await act(tx, by);
      return isRefusal(body) ? body : { status, body };
    });
  };
  const { answer, draft } = await rehearse(db, async (tx) => {
    const seen: { draft?: SendableDraft } = {};
    const deferred = {
      ...sealable,
      check: async (draft: SendableDraft) => {
        seen.draft = draft;
        return undefined;
      },
    };
    return { answer: await answered(tx, deferred), draft: seen.draft };
  });
  // Without a draft, the response is a replay, because the same request was processed before.
  if (isRefusal(answer) || !draft) return answer;
  const unsealable = await sealable.check(draft);
  if (unsealable || check) return unsealable ?? answer;
  return unlessRefused(db, (tx) => answered(tx, sealable));
}
