import { openMail, mailsTo } from '../support/outbox.ts';
import { expect, test } from '../support/fixtures.ts';
import { draftByProgram } from '../support/sent-by-program.ts';
import { inTheLongRun } from '../support/sweep.ts';
import type { PublicFormView } from '#contract/documents/public-forms.ts';
import type { TemplateDetail } from '#contract/documents/templates.ts';
import { grace } from '#testing/cast.ts';

test.use({ settings: { PLANS: 'off' } });

const names = ['Hana Sato', 'Noor', 'Linus', 'Imre', 'Femi', 'Greta', 'Iris', 'Juno', 'Kofi', 'Lena'];
const crowd = names.map((name, at) => ({ name, email: `guest${at}@quay.example` }));
const [hana, ...others] = crowd as [(typeof crowd)[0], ...typeof crowd];
const late = { name: 'Mallory', email: 'mallory@elsewhere.example' };
const turnedAway = { name: 'Ben', email: 'ben@elsewhere.example' };

test(
  'ten people submit a public form at the same moment: each gets one document, the eleventh gets none, and the CSV has ten rows',
  inTheLongRun,
  async ({ ada: { page }, newPhone, server }) => {
    const draft = await draftByProgram(page.request, 'Berth lease', [grace], [{ type: 'signature' }]);
    const words = { name: 'Berth for a year', description: 'For guests', category: 'Legal' };
    const created = await page.request.post('/api/templates', { data: { ...words, documentId: draft } });
    const { id } = (await created.json()) as { id: string };
    const template = (await (await page.request.get(`/api/templates/${id}`)).json()) as TemplateDetail;
    const opened = await page.request.put(`/api/templates/${id}/form`, {
      data: { on: true, visitorRole: template.roles[0]!.id, maxTotal: 10, maxPerHour: 11 },
    });
    const { url } = (await opened.json()) as PublicFormView;
    /** Posts the form as its page does, from a browser without a session. */
    const post = (address: string, fields: Record<string, string>) =>
      fetch(new URL(new URL(address).pathname, server.baseUrl), {
        method: 'POST',
        headers: { origin: server.baseUrl },
        body: new URLSearchParams(fields),
      });
    const linkOf = async (email: string) =>
      (await openMail(server.dataDir, email, 'Did you request')).text.match(
        /https?:\S+\/form\/confirm\/\S+/,
      )![0];

    const phone = await newPhone();
    await phone.goto(new URL(url).pathname);
    await phone.getByLabel('Your name').fill(hana.name);
    await phone.getByLabel('Your email address').fill(hana.email);
    const [, ...requests] = await Promise.all([
      phone.getByRole('button', { name: 'Email me the link' }).tap(),
      ...[...others, late].map((person) => post(url, person)),
    ]);
    expect(requests.map(({ status }) => status)).toEqual(Array<number>(10).fill(200));
    await expect(phone.getByRole('heading', { name: 'Check your email' })).toBeVisible();
    expect((await post(url, turnedAway)).status).toBe(429);

    const links = await Promise.all(others.map(({ email }) => linkOf(email)));
    await phone.goto(new URL(await linkOf(hana.email)).pathname);
    // Everyone clicks twice, as people do.
    const [, ...confirmed] = await Promise.all([
      phone.getByRole('button', { name: 'Yes, email me the document' }).tap(),
      ...[...links, ...links].map((link) => post(link, {})),
    ]);
    expect(confirmed.map(({ status }) => status)).toEqual(Array<number>(18).fill(200));
    await expect(phone.getByRole('heading', { name: 'The document is on its way' })).toBeVisible();
    expect((await post(await linkOf(late.email), {})).status).toBe(409);

    for (const { email } of crowd) await openMail(server.dataDir, email, 'asks you to sign');
    for (const { email } of [late, turnedAway])
      expect(await mailsTo(server.dataDir, email, 'asks you to sign')).toEqual([]);
    const listed = await page.request.get('/api/documents?status=sent&limit=50');
    expect((await listed.json()) as unknown[]).toHaveLength(10);
    const csv = await (await page.request.get(`/api/templates/${id}/form/answers?format=csv`)).text();
    const rows = csv.trim().split(/\r?\n/).slice(1);
    expect(rows).toHaveLength(10);
    for (const { name, email } of crowd)
      expect(
        rows.filter((row) => row.includes(`,${name},${email},`)),
        email,
      ).toHaveLength(1);
    expect(new Set(rows.map((row) => row.split(',')[2])).size).toBe(10);
  },
);
