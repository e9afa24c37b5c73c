import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { expectNothingFound } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { inTheLongRun } from '../support/sweep.ts';

test.use({ settings: { PLANS: 'off' } });

test(
  'an assistant prepares a document over MCP, Ada reviews and confirms it, and it is sent',
  inTheLongRun,
  async ({ ada: { page }, baseURL, openMail }) => {
    const created = await page.request.post('/api/keys', {
      data: { name: 'Claudia', mode: 'live', scopes: ['documents:read', 'documents:write'] },
    });
    const { secret } = (await created.json()) as { secret: string };
    const client = new Client({ name: 'assistant', version: '1' });
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${baseURL}/mcp`), {
        requestInit: { headers: { authorization: `Bearer ${secret}` } },
      }),
    );
    const call = async <Body>(name: string, args: Record<string, unknown>): Promise<Body> => {
      const { content } = await client.callTool({ name, arguments: args });
      return JSON.parse((content as { text: string }[])[0]!.text) as Body;
    };
    const grace = { name: 'Grace Lindqvist', email: 'grace@lindqvist.example' };
    const place = { page: 1, x: 80, y: 160, width: 200, height: 50 };
    const draft = await call<{ id: string }>('draft_from_file', {
      fileName: 'lease.pdf',
      title: 'Lease of the quay',
      recipients: [grace],
      base64: Buffer.from(sampleLease(1)).toString('base64'),
      fields: [{ type: 'signature', ...place, email: grace.email }],
    });
    const message = 'Dear Grace, here is the lease.';
    const proposal = await call<{ id: string; url: string }>('propose_sending', {
      documentId: draft.id,
      message,
    });

    await page.goto(proposal.url);
    await expect(page.getByRole('heading', { name: 'Send this document?' })).toBeVisible();
    await expect(page.getByText('‘Claudia’ prepared this')).toBeVisible();
    await expect(page.getByText(message)).toBeVisible();
    await expectNothingFound(page, 'proposal');
    // The assistant changes the recipients after Ada has reviewed them.
    const mallory = { name: 'Grace Lindqvist', email: 'mallory@elsewhere.example' };
    await call('change_draft', { id: draft.id, recipients: [mallory] });
    await page.getByRole('button', { name: 'Send document' }).click();
    await expect(page.getByText('The document changed after you reviewed')).toBeVisible();
    await expect(page.getByText(mallory.email)).toBeVisible();
    const field = { type: 'signature', ...place, email: grace.email };
    await call('change_draft', { id: draft.id, recipients: [grace], fields: [field] });
    await page.reload();
    await expect(page.getByText(grace.email)).toBeVisible();
    await page.getByRole('button', { name: 'Send document' }).click();
    await expect(page.getByText('Confirmed and done.')).toBeVisible({ timeout: 60_000 });
    await openMail(grace.email, 'Lease of the quay');
    expect(await call('read_proposal', { id: proposal.id })).toMatchObject({ state: 'confirmed' });
    await client.close();
  },
);
