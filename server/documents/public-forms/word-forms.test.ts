import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { DocumentSummary } from '#contract/documents/documents.ts';
import type { PublicFormView, PutFormBody } from '#contract/documents/public-forms.ts';
import type { TemplateDetail } from '#contract/documents/templates.ts';
import type { Problem } from '#contract/problem.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import { signerOf, type Desk } from '#testing/desk.ts';
import { makeDocx } from '#testing/docx/make-docx.ts';
import { linesOf, paragraphPrinter } from '#testing/docx/print-docx.ts';
import { inFile } from '#testing/judges/look-at.ts';
import { pdftotext } from '#testing/judges/poppler.ts';
import { multipartForm } from '#testing/multipart.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { entryCode, entryOfVisit } from './form-secrets.ts';
import { inputName } from './question-inputs.ts';

const lease = makeDocx({
  paragraphs: [
    'Lease of berth {{berth}} by {{company}} for {{rent}} from {{start}}',
    '{{#items}}',
    '{{title}}: {{price}}',
    '{{/items}}',
    '{{#if pets}}Pets are allowed{{/if}}',
    '{{#if note}}Note: {{note}}{{/if}}',
    'Tenant {{signature:1}}',
  ],
});
const items = [{ title: 'Rope', price: 12 }];
const questions: NonNullable<PutFormBody['placeholders']> = [
  { name: 'company', question: { label: 'Your company' } },
  { name: 'rent', question: { type: 'number' } },
  { name: 'start', question: { type: 'dateEntry' } },
  { name: 'note', question: { required: false } },
  { name: 'berth', value: '17' },
  { name: 'items', value: items },
  { name: 'pets', value: true },
];
const entered = {
  [inputName('company')]: 'Quay & <b>Sons</b>',
  [inputName('rent')]: '1250.50',
  [inputName('start')]: '2027-01-15',
};
const printed =
  'Lease of berth 17 by Quay & &lt;b&gt;Sons&lt;/b&gt; for 1.250,50 from 15.01.2027|Rope: 12|Pets are allowed|Tenant {{signature:1}}';

describeOnOneDatabase('a public form for a Word file with placeholders', (open) => {
  let office: Office;
  let ada: Desk;
  /** Text of each document that the converter received. */
  let converted: string[] = [];
  let isDown = false;
  beforeAll(async () => {
    const convert = (docx: Uint8Array) => {
      if (isDown) return Promise.resolve({ refused: 'conversion-unavailable', detail: '' } as const);
      converted.push(linesOf(docx).join('|'));
      return paragraphPrinter.convert(docx);
    };
    office = await openOffice(await open(), { ports: { docx: { ...paragraphPrinter, convert } } });
    ada = await office.desk({ plan: 'business' });
    const formats = { timeZone: 'Europe/Berlin', dateFormat: 'dd.MM.yyyy', numberFormat: '1.234,56' };
    await ada.patch('/api/team', { formats });
  }, 60_000);
  beforeEach(() => (converted = []));

  const template = async (docx = lease) => {
    const form = multipartForm([{ name: 'lease.docx', bytes: docx }], {
      name: 'Lease',
      description: 'Berths',
    });
    const { body } = await ada.ask<TemplateDetail>('/api/templates/upload', { method: 'POST', ...form });
    return (await ada.ask<TemplateDetail>(`/api/templates/${body.id}`)).body;
  };
  const put = ({ id, roles }: TemplateDetail, placeholders: PutFormBody['placeholders'], more: object = {}) =>
    ada.put<PublicFormView & Problem>(`/api/templates/${id}/form`, {
      ...{ visitorRole: roles[0]!.id, on: true, ...(placeholders && { placeholders }) },
      ...more,
    });
  const openForm = async () => {
    const made = await template();
    const { status, body } = await put(made, questions);
    expect([status, body.detail]).toEqual([200, undefined]);
    converted = [];
    return { template: made, path: new URL(body.url).pathname };
  };

  let visitors = 0;
  const post = (url: string, fields: Record<string, string>) =>
    office.product.app.inject({
      ...{ method: 'POST', url, payload: new URLSearchParams(fields).toString() },
      remoteAddress: `10.9.${++visitors % 250}.1`,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: office.product.services.publicUrl,
      },
    });
  const show = async (path: string) => (await office.product.app.inject(path)).body;
  const shownOn = (html: string) => /name="shown" value="(\w+)"/.exec(html)![1]!;
  const hana = () => ({ name: 'Hana Sato', email: `hana${++visitors}@sato.example` });
  const submit = async (path: string, fields: Record<string, string>) => {
    const answer = await post(path, fields);
    await office.settled();
    return answer;
  };
  const codePage = (answer: { headers: Record<string, unknown> }) => String(answer.headers['location']);
  const codeFor = (page: string) => {
    const { formKey } = office.product.services;
    return entryCode(formKey, entryOfVisit(formKey, page.split('/').at(-1)!)!);
  };
  const newest = async () =>
    ada.read((await ada.ask<DocumentSummary[]>('/api/documents?limit=1')).body[0]!.id);

  test('the form asks for values, fills them in once the mailbox is proved, and records who entered them', async () => {
    const { path } = await openForm();
    const page = await show(path);
    expect(page).toContain('Your company');
    const [start] = /<input[^>]*name="answer start"[^>]*>/.exec(page)!;
    expect(start).toContain('type="date"');
    expect(page).not.toContain('<script');
    const visitor = hana();
    const asked = await submit(path, { ...visitor, ...entered, shown: shownOn(page) });
    expect([asked.statusCode, converted]).toEqual([303, []]);
    const passed = await post(codePage(asked), { code: codeFor(codePage(asked)) });
    expect([passed.statusCode, converted]).toEqual([303, [printed]]);
    const link = String(passed.headers.location);
    const signer = signerOf(office.product.app, link.slice('/sign/'.length));
    expect(await inFile((await signer.file()).bytes, pdftotext)).toContain('Quay');
    const document = await newest();
    expect(document.signatureFields).toMatchObject([{ type: 'signature', page: document.pageCount }]);
    await office.settled();
    expect((await signer.sign({ fields: [] })).status).toBe(200);
    await office.settled();

    const { body: trail } = await ada.ask<{ events: { type: string; data: object }[] }>(
      `/api/documents/${document.id}/trail`,
    );
    expect(trail.events.find(({ type }) => type === 'form_answered')?.data).toMatchObject({
      entered: 'company, rent, start',
    });
    const { bytes } = await ada.ask(`/api/documents/${document.id}/download`);
    const text = (await inFile(bytes, pdftotext)).replaceAll(/\s+/g, ' ');
    expect(text).toMatch(/company Quay & <b>Sons<\/b> \[1\] Hana Sato, in the public form/);
    expect(text).toMatch(/rent 1\.250,50 \[1\] Hana Sato, in the public form/);
    const kept = await office.product.services.db
      .selectFrom('form_entries')
      .select(['answers', 'template_version'])
      .where('document_id', '=', document.id)
      .execute();
    expect(kept).toEqual([{ answers: null, template_version: document.templateVersion }]);
  });

  test('the form asks again for wrong and missing values and keeps the others, without an email or a conversion', async () => {
    const { path } = await openForm();
    const visitor = hana();
    const wrong = await submit(path, {
      ...{ ...visitor, ...entered },
      ...{
        [inputName('company')]: '{{signature:2}}',
        [inputName('rent')]: '1.250',
        [inputName('start')]: '',
      },
    });
    expect(wrong.statusCode).toBe(422);
    expect(wrong.body).toContain('value="{{signature:2}}"');
    expect(wrong.body).toContain(`value="${visitor.email}"`);
    for (const sentence of ['Leave out { and }.', 'This could be 1250 or 1.2500.', 'Fill this in.'])
      expect(wrong.body).toContain(sentence.slice(0, 15));
    expect([office.post.to(visitor.email), converted]).toEqual([[], []]);
  });

  test('a page of an earlier version is shown again, and an entry keeps the version that was shown', async () => {
    const { template: made, path } = await openForm();
    const shown = shownOn(await show(path));
    const visitor = hana();
    const asked = await submit(path, { ...visitor, ...entered, shown });
    const replaced = makeDocx({
      paragraphs: ['New lease by {{company}}: {{rent}} {{start}} {{signature:1}}'],
    });
    const { revision } = (await ada.ask<TemplateDetail>(`/api/templates/${made.id}`)).body;
    const change = await ada.ask<Problem>(`/api/templates/${made.id}/file`, {
      method: 'PUT',
      ...multipartForm([{ name: 'new.docx', bytes: replaced }], {
        revision: String(revision),
        confirm: 'true',
      }),
    });
    expect([change.status, change.body.detail]).toEqual([200, undefined]);
    converted = [];
    const outdated = await submit(path, { ...hana(), ...entered, shown });
    expect([outdated.statusCode, outdated.body]).toEqual([
      422,
      expect.stringMatching(/were changed\. Read it again.*value="1250\.50"/s),
    ]);
    const again = await submit(path, { ...hana(), ...entered, shown: shownOn(outdated.body) });
    expect(again.statusCode).toBe(303);
    for (const page of [asked, again].map(codePage))
      expect((await post(page, { code: codeFor(page) })).statusCode).toBe(303);
    expect(converted).toEqual([
      printed,
      'New lease by Quay & &lt;b&gt;Sons&lt;/b&gt;: 1.250,50 15.01.2027 {{signature:1}}',
    ]);
  });

  test('answers to questions that have changed since are not used', async () => {
    const { template: made, path } = await openForm();
    const asked = await submit(path, { ...hana(), ...entered });
    const renamed = questions.map((one) =>
      one.name === 'rent'
        ? { name: 'rent', question: { type: 'number' as const, label: 'Rent per year' } }
        : one,
    );
    expect((await put(made, renamed)).status).toBe(200);
    const page = codePage(asked);
    const passed = await post(page, { code: codeFor(page) });
    expect([passed.statusCode, passed.body]).toEqual([409, expect.stringContaining('This form was changed')]);
    expect(passed.body).toContain(`href="${path}"`);
    expect(converted).toEqual([]);
  });

  test('visitors without a proved mailbox start no conversion, and a repeated code starts only one', async () => {
    const { path } = await openForm();
    const people = Array.from({ length: 6 }, hana);
    const entries = [];
    for (const person of people) entries.push(await submit(path, { ...person, ...entered }));
    for (const entry of entries) await post(codePage(entry), { code: '000000' });
    expect(converted).toEqual([]);
    const page = codePage(entries[0]!);
    const answers = await Promise.all(Array.from({ length: 6 }, () => post(page, { code: codeFor(page) })));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([303]));
    expect(converted).toEqual([printed]);
  });

  test('an entry can be confirmed again after a converter outage, but only a few times', async () => {
    const { path } = await openForm();
    const visitor = hana();
    const asked = await submit(path, { ...visitor, ...entered });
    const page = codePage(asked);
    isDown = true;
    const down = await post(page, { code: codeFor(page) });
    expect([down.statusCode, down.body]).toEqual([429, expect.stringContaining('Try again in a minute')]);
    isDown = false;
    const link = /\/form\/confirm\/[\w-]+/.exec(office.post.to(visitor.email).at(-1)!.text)![0];
    expect((await post(link, {})).statusCode).toBe(200);
    expect((await post(link, {})).statusCode).toBe(200);
    await office.settled();
    expect(converted).toEqual([printed]);
    expect((await newest()).recipients).toMatchObject([{ email: visitor.email }]);

    const other = codePage(await submit(path, { ...hana(), ...entered }));
    isDown = true;
    const statuses = [];
    for (let tries = 0; tries < 7; tries += 1)
      statuses.push((await post(other, { code: codeFor(other) })).statusCode);
    isDown = false;
    expect(statuses).toEqual([429, 429, 429, 429, 429, 409, 409]);
  });

  test('settings that leave a placeholder without a value are refused, and a later file closes the form', async () => {
    const made = await template();
    expect((await put(made, undefined)).body).toMatchObject({
      code: 'template-values-missing',
      detail: expect.stringMatching(/‘berth’, ‘company’/) as string,
    });
    const ofList = questions.map((one) => (one.name === 'items' ? { name: 'items', question: {} } : one));
    expect((await put(made, ofList)).body).toMatchObject({ code: 'form-question-invalid' });
    const { body: form } = await put(made, questions);
    expect(form.placeholders).toContainEqual({ name: 'berth', value: '17' });
    const path = new URL(form.url).pathname;
    const { revision } = (await ada.ask<TemplateDetail>(`/api/templates/${made.id}`)).body;
    const other = makeDocx({ paragraphs: ['{{company}} {{deposit}} {{signature:1}}'] });
    await ada.ask(`/api/templates/${made.id}/file`, {
      method: 'PUT',
      ...multipartForm([{ name: 'new.docx', bytes: other }], { revision: String(revision), confirm: 'true' }),
    });
    expect((await office.product.app.inject(path)).statusCode).toBe(409);
    expect((await ada.ask<{ form: PublicFormView }>(`/api/templates/${made.id}/form`)).body.form.state).toBe(
      'closed',
    );
  });

  test('a field with the name of a placeholder gets the visitor’s value', async () => {
    const made = await template();
    const field = {
      ...made.signatureFields[0]!,
      id: undefined,
      page: 1,
      y: 300,
      type: 'text',
      label: 'Company',
    };
    const fields = [...made.signatureFields, { ...field, width: 190, height: 26, required: false }];
    expect((await ada.put(`/api/templates/${made.id}/fields`, { fields })).status).toBe(200);
    const { body: form } = await put(made, questions);
    const path = new URL(form.url).pathname;
    const page = codePage(await submit(path, { ...hana(), ...entered, [inputName('company')]: 'Quay' }));
    expect((await post(page, { code: codeFor(page) })).statusCode).toBe(303);
    const { signatureFields } = await newest();
    expect(signatureFields.find(({ label }) => label === 'Company')?.properties?.value).toBe('Quay');
  });

  test('a form can be sent back as it was read, and a file without placeholders accepts no values', async () => {
    const made = await template();
    await put(made, questions);
    const { body } = await ada.ask<{ form: PublicFormView }>(`/api/templates/${made.id}/form`);
    const saved = await ada.put<PublicFormView>(`/api/templates/${made.id}/form`, body.form);
    expect([saved.status, saved.body]).toEqual([200, body.form]);
    const plain = await template(makeDocx({ paragraphs: ['Lease {{signature:1}}'] }));
    expect((await put(plain, questions)).body.code).toBe('field-name-unknown');
    expect((await put(plain, undefined)).status).toBe(200);
  });
});
