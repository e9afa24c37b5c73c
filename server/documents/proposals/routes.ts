import { type ProposalView, proposalRows } from '#contract/documents/proposals.ts';
import { isRefusal, type Refusal } from '#core/refusal.ts';
import { notFound } from '../draft/edit-draft.ts';
import type { Routes } from '../../foundation/http/fastify-app.ts';
import { serve } from '../../foundation/http/serve.ts';
import type { SignedInUser } from '../../foundation/http/session.ts';
import { repeat } from '../../foundation/jobs/repeat.ts';
import { findDocument } from '../../records/document-store.ts';
import { ownerOf } from '../../records/owner.ts';
import { accessOf } from '../../records/visibility-store.ts';
import type { ProposalsDeps } from './deps.ts';
import { confirmProposal, dismissProposal } from './decide.ts';
import { createProposal } from './propose-act.ts';
import { proposalView, selectProposal } from './proposal-store.ts';

/**
 * Routes with which programs propose and people decide. No key can call the two routes that decide (see their
 * rows in contract/).
 */
export function proposalRoutes(services: ProposalsDeps): Routes {
  const { db, clock, publicUrl } = services;
  const letsIn = async (user: SignedInUser, documentId: string, needed: readonly string[]) =>
    needed.includes((await accessOf(db, user, 'documents', documentId)) ?? 'none');
  const use = ['use'];
  const look = ['use', 'view'];
  /** A private document is not revealed to other members, even if one of them proposed the action. */
  const mayDecide = async (user: SignedInUser, id: string) => {
    const row = await selectProposal(db, user.accountId, id).executeTakeFirst();
    return row !== undefined && letsIn(user, row.document_id, use);
  };
  const read = async (user: SignedInUser, id: string): Promise<ProposalView | Refusal> => {
    const row = await selectProposal(db, user.accountId, id).executeTakeFirst();
    if (!row || !(await letsIn(user, row.document_id, look))) return notFound;
    const whole = await findDocument(db, user.accountId, row.document_id);
    if (!whole || (user.key && whole.document.test !== (user.key.mode === 'test'))) return notFound;
    return proposalView(db, row, whole, { publicUrl, now: clock() });
  };
  return (app) => {
    serve(app, proposalRows.createProposal, async ({ user, body }) => {
      if (!(await letsIn(user, body.documentId, use))) return notFound;
      const made = await createProposal(services, user, body);
      return isRefusal(made) ? made : read(user, made.id);
    });
    serve(app, proposalRows.readProposal, async ({ user, params: { id } }) => read(user, id));
    serve(app, proposalRows.confirmProposal, async ({ user, params: { id }, body }) => {
      if (!(await mayDecide(user, id))) return notFound;
      return (await confirmProposal(services, ownerOf(user), id, body.fingerprint)) ?? read(user, id);
    });
    serve(app, proposalRows.dismissProposal, async ({ user, params: { id } }) => {
      if (!(await mayDecide(user, id))) return notFound;
      return (await dismissProposal(services, ownerOf(user), id)) ?? read(user, id);
    });
  };
}

/** Milliseconds for which a proposal and its text are kept. */
const kept = 30 * 86_400_000;

/** Deletes old proposals every hour. */
export function watchProposals({ db, clock }: ProposalsDeps): { stop(): Promise<void> } {
  return repeat({
    name: 'proposals',
    everyMs: 60 * 60_000,
    act: async () => {
      await db
        .deleteFrom('proposals')
        .where('created_at', '<', new Date(clock() - kept))
        .execute();
    },
  });
}
