import { z } from 'zod';
import { documentPaths, proposalPaths } from '#contract/paths.ts';
import type { Ask } from './ask.ts';
import { shownDocument, shownProposal } from './shown.ts';

/** Properties that a proposal to send adds to the draft. */
export const proposedWords = {
  subject: z.string().max(200).optional(),
  message: z.string().max(5000).optional(),
  expirationDays: z.int().min(1).max(365).optional(),
};
type Words = z.infer<z.ZodObject<typeof proposedWords>>;

/** Permanently deletes a draft that was created in the same call. */
export type Discard = (documentId: string) => Promise<unknown>;

/** Shared steps of the tools that create drafts. */
export type DraftSteps = ReturnType<typeof draftSteps>;

export function draftSteps(ask: Ask, publicUrl: string, discard: Discard) {
  const shown = async (of: string) =>
    shownDocument(await ask(documentPaths.readDocument, { params: { id: of } }), publicUrl);
  // Assistants retry after a refusal, so refused drafts must not accumulate or count toward the plan.
  const discardedIfRefused = async <T>(draft: { id: string }, act: () => Promise<T>): Promise<T> => {
    try {
      return await act();
    } catch (error) {
      await discard(draft.id);
      throw error;
    }
  };
  return {
    shown,
    discardedIfRefused,
    made: (draft: { id: string }, prepare?: () => Promise<void>) =>
      discardedIfRefused(draft, async () => {
        await prepare?.();
        return shown(draft.id);
      }),
    proposed: async (draft: { id: string }, words: Words) =>
      shownProposal(
        await ask(proposalPaths.createProposal, { body: { act: 'send', documentId: draft.id, ...words } }),
      ),
  };
}
