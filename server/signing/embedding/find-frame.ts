import type { Kysely } from 'kysely';
import { refuse } from '#core/refusal.ts';
import { findKeyUser } from '../../accounts/api-keys/find-key.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import type { FindFrame } from '../../foundation/http/api-key.ts';
import type { Clock } from '../../ports/clock.ts';
import type { PlanSetting } from '../../records/plan-store.ts';
import { findEditorFrame } from './editor-store.ts';

/**
 * Authenticates the token of an open editor frame. Returns the member of its key with their current
 * permissions. After the draft was sent, the token authenticates no one. But a frame that was allowed to send
 * may have missed the response, so it gets a refusal that says that the document was sent.
 */
export function findsFrame(db: Kysely<Schema>, now: Clock, setting: PlanSetting): FindFrame {
  return async (token) => {
    const at = now();
    const frame = await findEditorFrame(db, token, at);
    const key = frame && { accountId: frame.accountId, id: frame.keyId };
    const user = key && (await findKeyUser(db, key, at, setting));
    if (!frame || !user) return undefined;
    const { id, documentId, send, status } = frame;
    if (status !== 'draft') return send ? alreadySent : undefined;
    return { ...user, key: { ...user.key, frame: { id, documentId, send } } };
  };
}

const alreadySent = refuse('document-already-sent', 'This document has already been sent.');
