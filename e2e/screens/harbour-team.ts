import { expect, type APIRequestContext } from '@playwright/test';
import type { NewKeyAnswer } from '#contract/accounts/api-keys.ts';
import type { NewApp } from '#contract/accounts/apps.ts';
import type { ProposalView } from '#contract/documents/proposals.ts';
import { openBrowser } from '#testing/browser.ts';
import { outboxOf } from '#testing/confirm-address.ts';
import { signUp } from '#testing/sign-up.ts';
import { openMail } from '../support/outbox.ts';
import { answered } from './harbour-cabinets.ts';
import { agreement } from './harbour-office.ts';

/** The colleagues in the harbour office, what they share, and their programs. */

const grace = {
  email: 'grace.lindqvist@quay.example',
  firstName: 'Grace',
  lastName: 'Lindqvist',
  password: 'a long way to the quay',
};
export const payrollAnswersAt = 'https://payroll.harbour.example/answer';

export type Team = {
  /** The part after # in the link of an open invitation. */
  invitation: string;
  app: string;
  proposal: string;
  /**
   * Cookie header of Grace, who is another admin, because only another admin may lift a hold that Ada set.
   */
  colleague: string;
};

/** `request` is signed in, on a plan with a team and API access. */
export async function furnishTeam(
  request: APIRequestContext,
  baseUrl: string,
  dataDir: string,
): Promise<Team> {
  const post = (path: string, data: object) => request.post(path, { data }).then(answered);
  await answered(await request.patch('/api/team', { data: { name: 'Harbour Office North' } }));
  const invite = async (email: string, role: string): Promise<string> => {
    await post('/api/team/invitations', { email, role });
    const mail = await openMail(dataDir, email, 'You’re invited to join an account');
    return /\/invitation#([\w-]+)/.exec(mail.text)![1]!;
  };
  const colleague = await join(baseUrl, dataDir, await invite(grace.email, 'admin'));
  const invitation = await invite('yusuf@cranes.example', 'member');
  const members = (await (await request.get('/api/team/members')).json()) as { id: string }[];
  const memberIds = members.map(({ id }) => id);
  for (const name of ['Quay and cranes', 'People and pay'])
    await post('/api/team/groups', { name, memberIds: name.startsWith('Quay') ? memberIds : [] });

  const scopes = ['documents:read', 'documents:write'];
  const { secret } = (await post('/api/keys', {
    name: 'Assistant of the office',
    mode: 'live',
    scopes,
  })) as NewKeyAnswer;
  await post('/api/embedding/origins', { origin: 'https://portal.harbour.example' });
  const { app } = (await post('/api/apps', {
    name: 'Payroll',
    redirectUris: [payrollAnswersAt],
    confidential: false,
  })) as NewApp;
  const found = await request.get('/api/documents', { params: { q: agreement } });
  const [draft] = (await found.json()) as { id: string }[];
  const proposed = await fetch(`${baseUrl}/api/proposals`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ act: 'send', documentId: draft?.id, message: 'As agreed on the quay.' }),
  });
  expect(proposed.status).toBe(201);
  return { invitation, app: app.id, proposal: ((await proposed.json()) as ProposalView).id, colleague };
}

async function join(baseUrl: string, dataDir: string, link: string): Promise<string> {
  const browser = openBrowser(baseUrl);
  await signUp(baseUrl, grace, { browser, mailbox: outboxOf(dataDir) });
  const accepted = await browser.go('/api/invitations/accept', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ link }),
  });
  expect(accepted.status, accepted.body).toBe(200);
  return browser.cookieHeader();
}
