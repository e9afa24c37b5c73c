import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { proposalPaths } from '#contract/paths.ts';
import { strict } from '#contract/strict.ts';
import type { ProposeBody } from '#contract/documents/proposals.ts';
import type { Ask } from './ask.ts';
import { shownProposal } from './shown.ts';
import { answered, looks, prepares } from './answered.ts';

const documentId = z.string().max(100);
/** Last sentences in the description of every tool that proposes. */
export const decides =
  'Nothing happens yet. Give the person the returned `url`, where they review everything and decide.';

/** Adds the tools for actions that send email or end something. They only create proposals. */
export function addProposalTools(server: McpServer, ask: Ask): void {
  const propose = (body: ProposeBody) =>
    answered(async () => shownProposal(await ask(proposalPaths.createProposal, { body })));
  server.registerTool(
    'propose_sending',
    {
      title: 'Propose to send a draft',
      description: `Asks a person to send a draft to its recipients in its \`signingOrder\`, which change_draft can change. ${decides}`,
      inputSchema: strict({
        documentId,
        subject: z.string().max(200).optional(),
        message: z.string().max(5000).optional(),
        expirationDays: z.int().min(1).max(365).optional(),
      }),
      annotations: prepares,
    },
    (body) => propose({ act: 'send', ...body }),
  );
  server.registerTool(
    'propose_reminder',
    {
      title: 'Propose to remind',
      description: `Asks a person to remind all pending recipients, or those named. ${decides}`,
      inputSchema: strict({ documentId, recipientIds: z.array(z.string().max(100)).max(200).optional() }),
      annotations: prepares,
    },
    (body) => propose({ act: 'remind', ...body }),
  );
  server.registerTool(
    'propose_voiding',
    {
      title: 'Propose to void',
      description: `Asks a person to void a sent document. Its recipients will see the reason. ${decides}`,
      inputSchema: strict({ documentId, reason: z.string().min(1).max(1000) }),
      annotations: prepares,
    },
    (body) => propose({ act: 'void', ...body }),
  );
  server.registerTool(
    'read_proposal',
    {
      title: 'Get the status of a proposal',
      description: 'Gets whether the person has confirmed or dismissed a proposal, or has not decided yet.',
      inputSchema: strict({ id: z.string().max(100) }),
      annotations: looks,
    },
    (params) => answered(async () => shownProposal(await ask(proposalPaths.readProposal, { params }))),
  );
}
