import type { EmbeddedEditor } from '#contract/signing/embedding.ts';
import { advance } from '#core/document/lifecycle.ts';
import { mustBeInScope, type Scope } from '#core/permission/scope.ts';
import { isRefusal, type Refusal } from '#core/refusal.ts';
import { inTransaction } from '../../foundation/db/transaction.ts';
import { notFound } from '../../documents/draft/edit-draft.ts';
import type { SignedInUser, UsedKey } from '../../foundation/http/session.ts';
import { lockDocument } from '../../records/document-store.ts';
import { byOwner, ownerOf } from '../../records/owner.ts';
import type { EmbeddingDeps } from './deps.ts';
import { appendEvents } from '../../records/trail/append-event.ts';
import { requestEmbeddedSigning, over, isFrameRequestActive, type Frame } from './embed-signing.ts';
import { insertEditorFrame, lockEditorFrame, openEditorFrame } from './editor-store.ts';

/**
 * Creates a one-time URL with which a program shows the editor of one draft in a frame on its website. The
 * user of the frame acts with the permissions of the key's member, only on this draft, and can send it only
 * if the program allowed that.
 */
export async function embedEditor(
  services: EmbeddingDeps,
  user: SignedInUser,
  { id }: { id: string },
  wanted: { origin: string; send: boolean },
): Promise<Frame | Refusal> {
  const { db, clock, publicUrl } = services;
  return inTransaction(db, async (tx) => {
    const granted = await requestEmbeddedSigning(tx, services, user, wanted.origin);
    if (isRefusal(granted)) return granted;
    const refused = mustHave(granted.key, wanted.send);
    if (refused) return refused;
    const { accountId } = user;
    const whole = await lockDocument(tx, accountId, id);
    const open = whole ? advance(whole.document.status, 'edit') : notFound;
    if (isRefusal(open)) return open;
    const { origin, key } = granted;
    const askedFrom = { ip: user.ip, userAgent: user.userAgent };
    const frame = { accountId, documentId: id, origin, keyId: key.id, send: wanted.send, askedFrom };
    const { code, endsAt } = await insertEditorFrame(tx, frame, clock());
    return { url: `${publicUrl}/embed/edit/${code}`, origin, expiresAt: endsAt.toISOString() };
  });
}

/** Opens the URL once. All conditions for creating it must still be met. */
export function openEditor(services: EmbeddingDeps, code: string): Promise<EmbeddedEditor | Refusal> {
  return inTransaction(services.db, async (tx) => {
    const now = services.clock();
    const frame = await lockEditorFrame(tx, code, now);
    if (!frame) return over;
    const { accountId, documentId, id, origin, send } = frame;
    const whole = await lockDocument(tx, accountId, documentId);
    if (!whole || isRefusal(advance(whole.document.status, 'edit'))) return over;
    const user = await isFrameRequestActive(tx, services, frame);
    if (!user || mustHave(user.key, send)) return over;
    const { token, endsAt } = await openEditorFrame(tx, frame, now);
    const { actor, personal } = byOwner(ownerOf({ ...user, ...frame.askedFrom }));
    const data = { origin, requestedAt: frame.requestedAt.toISOString(), maySend: send };
    await appendEvents(tx, { accountId, documentId }, now, [
      { type: 'editor_embedded', actor, data, personal },
    ]);
    return { origin, id, documentId, send, token, endsAt: endsAt.toISOString() };
  });
}

/** The page in the frame acts with this key, so the key needs these scopes for saving and sending. */
function mustHave(key: UsedKey, send: boolean): Refusal | undefined {
  const scopes: Scope[] = ['documents:read', 'documents:write', ...(send ? ['documents:send' as const] : [])];
  for (const scope of scopes) {
    const refused = mustBeInScope(key, { scope, test: true });
    if (refused) return refused;
  }
  return undefined;
}
