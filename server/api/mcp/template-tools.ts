import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { useTemplateBody } from '#contract/documents/templates.ts';
import { templatePaths } from '#contract/paths.ts';
import { strict } from '#contract/strict.ts';
import { answered, prepares } from './answered.ts';
import type { Ask } from './ask.ts';
import type { DraftSteps } from './draft-steps.ts';
import { decides } from './proposal-tools.ts';

const { recipients: people, folderId: _folder, ...use } = useTemplateBody.shape;
/** An assistant cannot set access codes, because people agree on them. */
const { accessCode: _code, ...taker } = people.unwrap().element.shape;

/** Properties that a draft from a template needs. */
const templateUse = {
  templateId: z.string().max(100),
  ...use,
  recipients: z
    .array(strict(taker))
    .max(50)
    .default([])
    .describe(
      'A person for each role, by its name (`role`) or its id (`roleId`). Roles with a fixed person need none.',
    ),
  values: use.values.describe(
    'Initial values by the label of a field. Numbers as JSON numbers, days as 2026-11-27, checkboxes as true or false.',
  ),
};

/** Adds the tools that prepare drafts from templates. They notify no one. */
export function addTemplateTools(server: McpServer, ask: Ask, steps: DraftSteps): void {
  server.registerTool(
    'draft_from_template',
    {
      title: 'Prepare a draft from a template',
      description:
        'Creates a draft from a template, with a person for each role and initial values by the label of a field. Nothing is sent.',
      inputSchema: strict(templateUse),
      annotations: prepares,
    },
    ({ templateId, ...body }) =>
      answered(async () =>
        steps.made(await ask(templatePaths.useTemplate, { params: { id: templateId }, body })),
      ),
  );
  server.registerTool(
    'propose_from_template',
    {
      title: 'Propose to send a template',
      description: `Does what draft_from_template and propose_sending do, in one step. ${decides}`,
      inputSchema: strict(templateUse),
      annotations: prepares,
    },
    ({ templateId, ...body }) =>
      answered(async () => {
        const draft = await ask(templatePaths.useTemplate, { params: { id: templateId }, body });
        return steps.discardedIfRefused(draft, () => steps.proposed(draft, {}));
      }),
  );
}
