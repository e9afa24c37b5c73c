import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TemplateView } from '#contract/documents/templates.ts';
import { offers, planNames, type PlanContent, type PlanName } from '#core/plan/plans.ts';
import { grace, linus } from '#testing/cast.ts';
import { openOneDatabase } from '#testing/databases.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { openOffice, type Office } from '#testing/open-office.ts';

/** Tests the benefits on the price cards. `docs/traceability.md` maps each benefit to one of these tests. */
describe('benefits of each plan', () => {
  let office: Office;
  let withoutPlans: Office;
  beforeAll(async () => {
    office = await openOffice(await openOneDatabase());
    withoutPlans = await openOffice(await openOneDatabase(), { settings: { PLANS: 'off' } });
  }, 60_000);
  afterAll(() => Promise.all([office.close(), withoutPlans.close()]));

  const pdf = sampleLease();
  const ada = { firstName: 'Ada', lastName: 'Moreau', email: 'ada@harbour.example' };
  const deskOn = (plan: PlanName) => office.desk({ ...ada, plan });

  test('documents per month: three on Free, unlimited on Pro and Business', async () => {
    for (const plan of planNames) {
      const desk = await deskOn(plan);
      for (let count = 1; count <= 3; count += 1) expect((await desk.upload(pdf)).status, plan).toBe(201);
      const fourth = await desk.upload(pdf);
      if (plan === 'free') expect(fourth.body).toMatchObject({ code: 'plan-limit-documents' });
      else expect(fourth.status, plan).toBe(201);
    }
  });

  test('templates: five on Free, fifty on Pro, unlimited on Business', async () => {
    for (const [plan, most] of [
      ['free', 5],
      ['pro', 50],
      ['business', null],
    ] as const) {
      const desk = await deskOn(plan);
      const make = () =>
        desk.post('/api/templates', { name: 'Berth lease', description: 'One berth for one year' });
      for (let count = 1; count <= (most ?? 50); count += 1) expect((await make()).status, plan).toBe(201);
      const oneMore = await make();
      if (most === null) expect(oneMore.status).toBe(201);
      else expect(oneMore.body, plan).toMatchObject({ code: 'plan-limit-templates' });
    }
  });

  test('on every plan documents are signed, sealed and mailed', async () => {
    for (const plan of planNames) {
      const desk = await deskOn(plan);
      const { email } = grace;
      const mailsBefore = office.post.to(email).length;
      const { id } = await desk.prepare(pdf, [grace]);
      expect((await desk.send(id)).status, plan).toBe(200);
      await office.settled();
      const signer = desk.signer(email);
      await signer.view();
      await signer.ask('/file');
      await signer.opened();
      expect((await signer.sign()).status, plan).toBe(200);
      await office.settled();
      expect((await desk.read(id)).status, plan).toBe('completed');
      expect((await desk.ask(`/api/documents/${id}/download`)).bytes.subarray(0, 5).toString()).toBe('%PDF-');
      // The invitation and the email with the sealed file.
      expect(office.post.to(email).length - mailsBefore, plan).toBeGreaterThanOrEqual(2);
    }
  });

  test('on every plan a template can be made from a document, and a new document from that template', async () => {
    for (const plan of planNames) {
      const desk = await deskOn(plan);
      const document = await desk.prepare(pdf, [grace]);
      const words = { name: 'Berth lease', description: 'One berth for one year' };
      const { body: template } = await desk.post<TemplateView>('/api/templates', {
        ...words,
        documentId: document.id,
      });
      const made = await desk.post<{ id: string }>(`/api/templates/${template.id}/use`, {
        recipients: [{ roleId: template.roles[0]!.id, ...linus }],
      });
      expect(made.status, plan).toBe(201);
      const draft = await desk.read(made.body.id);
      expect(draft.signatureFields, plan).toHaveLength(document.signatureFields.length);
      expect(
        draft.recipients.map(({ email }) => email),
        plan,
      ).toEqual([linus.email]);
    }
  });

  test.each([
    ...planNames.map((plan) => [plan, 'on'] as const),
    ...planNames.map((plan) => [plan, 'off'] as const),
  ])('on %s with PLANS=%s each benefit is available exactly where it is sold', async (plan, setting) => {
    const at = setting === 'on' ? office : withoutPlans;
    const desk = await at.desk({ ...ada, plan });
    const template = { name: 'Berth lease', description: 'One berth for one year' };
    const { body } = await desk.post<TemplateView>('/api/templates', template);
    const had: [string, string, boolean][] = [];
    const sold: typeof had = [];
    for (const [benefit, method, path, sent] of acts(body.id)) {
      const answer = await desk.ask(path, { method, ...(sent && { body: sent }) });
      const isPlanRefusal = answer.status === 403 && planRefusals.test(String(answer.body['code']));
      // Only the plan check matters here, and it runs first. Other errors of the request are ignored.
      if (!isPlanRefusal)
        expect([path, answer.status < 500], JSON.stringify(answer.body)).toEqual([path, true]);
      had.push([benefit, path, !isPlanRefusal]);
      sold.push([benefit, path, setting === 'off' || offers(plan, benefit)]);
    }
    expect(had).toEqual(sold);
  });
});

/** Refusals that ask for another plan. */
const planRefusals = /^plan-(?:without-|limit-team)/;

/**
 * Requests that use each benefit that not all plans include. The last one blocks further requests of the
 * account.
 */
const acts = (templateId: string): [PlanContent, 'GET' | 'POST' | 'PUT' | 'PATCH', string, object?][] => [
  ['branding', 'PUT', '/api/brand', { name: 'Moreau & Sons', color: '#7a1f5c', footer: '' }],
  ['branding', 'POST', '/api/brand/reply-to', { address: 'office@harbour.example' }],
  ['branding', 'PUT', '/api/brand/sender-domain', { domain: 'harbour.example', local: 'documents' }],
  ['documentTemplates', 'PUT', `/api/templates/${templateId}/form`, { on: false, visitorRole: templateId }],
  ['reports', 'GET', '/api/reports/audit?format=json&from=2026-01-01&to=2026-01-02'],
  ['reports', 'PUT', '/api/reports/schedule', { every: 'week' }],
  ['api', 'POST', '/api/keys', { name: 'CRM', mode: 'live', scopes: ['documents:read'] }],
  ['api', 'POST', '/api/webhooks', { url: 'https://93.184.216.34/hook', kinds: ['document.created'] }],
  ['api', 'POST', '/api/apps', { name: 'CRM', redirectUris: ['https://m.example/'], confidential: true }],
  ['api', 'POST', '/api/embedding/origins', { origin: 'https://app.example.com' }],
  ['team', 'POST', '/api/team/invitations', { email: linus.email, role: 'member' }],
  [
    ...(['team', 'PUT', '/api/team/sign-on'] as const),
    {
      issuer: 'https://login.m.example',
      clientId: 'm',
      clientSecret: 'm',
      domain: 'm.example',
      role: 'member',
      password: 'ada@harbour.example',
    },
  ],
  ['team', 'PATCH', '/api/team', { twoFactorRequired: true }],
];
