import type { Locator, Page } from '@playwright/test';
import { expectNothingFound } from '../support/axe.ts';
import { lease, type UploadFile } from '../support/corpus.ts';
import { expect, test } from '../support/fixtures.ts';
import { inTheLongRun } from '../support/sweep.ts';

/** Saves screenshots for review after a change: `IMPORT_PICTURES=folder`. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['IMPORT_PICTURES'];
  if (folder === undefined) return;
  const before = page.viewportSize()!;
  for (const width of [375, 1440])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png` });
    }
  await page.emulateMedia({ colorScheme: null });
  await page.setViewportSize(before);
}

const json = (name: string, content: unknown): UploadFile => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)),
});

/** The response of Documenso's GET /api/v2/template/{id}, as in its documentation. */
const documenso = {
  id: 41,
  type: 'PRIVATE',
  title: 'Berth lease',
  visibility: 'MANAGER_AND_ABOVE',
  userId: 7,
  teamId: 3,
  createdAt: '2026-03-02T09:14:11.000Z',
  updatedAt: '2026-10-19T07:40:52.000Z',
  publicTitle: '',
  authOptions: { globalAccessAuth: [], globalActionAuth: ['TWO_FACTOR_AUTH'] },
  templateDocumentData: { id: 'cm1', type: 'S3_PATH', data: 'berth-lease.pdf' },
  templateMeta: {
    id: 'meta-1',
    subject: 'Your berth',
    message: 'Dear {signer.name}, please sign.',
    timezone: 'Europe/Berlin',
    dateFormat: 'dd.MM.yyyy',
    language: 'sv',
    signingOrder: 'SEQUENTIAL',
    redirectUrl: 'https://harbour.example/thanks',
    distributionMethod: 'EMAIL',
    typedSignatureEnabled: false,
    drawSignatureEnabled: true,
    uploadSignatureEnabled: true,
    allowDictateNextSigner: false,
  },
  directLink: { id: 9, token: 'abc', enabled: true },
  recipients: [
    { id: 1, role: 'SIGNER', name: 'Tenant', email: 'recipient.1@documenso.com', signingOrder: 1 },
    { id: 2, role: 'ASSISTANT', name: 'Clerk', email: 'recipient.2@documenso.com', signingOrder: 2 },
    { id: 3, role: 'SIGNER', name: 'Olga Berg', email: 'olga@harbour.example', signingOrder: 3 },
  ],
  fields: [
    { id: 1, type: 'SIGNATURE', page: 1, positionX: 12, positionY: 40, width: 30, height: 6, recipientId: 1 },
    { id: 2, type: 'SIGNATURE', page: 3, positionX: 12, positionY: 40, width: 30, height: 6, recipientId: 3 },
    {
      id: 3,
      type: 'NUMBER',
      page: 1,
      positionX: 12,
      positionY: 55,
      width: 20,
      height: 4,
      recipientId: 1,
      fieldMeta: { type: 'number', label: 'Monthly rent', numberFormat: '1,234.50', required: true },
    },
    { id: 4, type: 'STAMP', page: 2, positionX: 12, positionY: 55, width: 20, height: 8, recipientId: 1 },
    { id: 5, type: 'DATE', page: 9, positionX: 12, positionY: 55, width: 20, height: 4, recipientId: 1 },
  ],
};

/** All settings of `documenso` that the new template could not adopt unchanged, by their Documenso names. */
const notImported = [
  'Visibility: limited to some members; here only you and the admins can see the template',
  'Message: has placeholders, which aren’t filled in here; left out',
  'Swedish: a language that isn’t available here; left out',
  'Redirect url: a setting that isn’t available here; left out',
  'Direct link: a setting that isn’t available here; left out',
  'Clerk: a role that isn’t supported here; left out with its fields',
  'Tenant: required an identity check that isn’t available here; replaced by a one-time code by email',
  'Olga Berg: required an identity check that isn’t available here; replaced by a one-time code by email',
  'Monthly rent (page 1): a rule or formula for the input',
  'STAMP (page 2): a field type that isn’t supported here; left out',
  'date (page 9): is outside the pages of this file; left out',
];

/** The response of DocuSeal's GET /templates/{id}. */
const docuseal = {
  id: 3,
  slug: 'iRgjDX7WDK6BRo',
  name: 'Mooring',
  source: 'native',
  archived_at: null,
  shared_link: false,
  preferences: { bcc_completed: 'legal@harbour.example', request_email_subject: 'Your mooring' },
  schema: [{ attachment_uuid: 'file-1', name: 'lease' }],
  submitters: [{ name: 'Tenant', uuid: 'tenant' }],
  fields: [
    {
      uuid: 'field-1',
      submitter_uuid: 'tenant',
      name: 'Signature',
      type: 'signature',
      required: true,
      preferences: {},
      areas: [{ x: 0.2, y: 0.4, w: 0.3, h: 0.06, page: 0, attachment_uuid: 'file-1' }],
    },
  ],
};

async function openImport(page: Page): Promise<Locator> {
  await page.goto('/templates');
  await page.getByRole('button', { name: 'Import a template' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Import a template' });
  await expect(dialog.getByLabel('File', { exact: true })).toBeAttached();
  return dialog;
}
const exportBox = (dialog: Locator) =>
  dialog.getByRole('group', { name: 'Documenso or DocuSeal export (JSON)' }).locator('input');

test(
  'Ada imports a Documenso template, sees what was not imported, and opens it',
  inTheLongRun,
  async ({ ada: { page } }) => {
    const dialog = await openImport(page);
    await expect(dialog.getByRole('button', { name: 'Import' })).toBeDisabled();
    await expectNothingFound(page, 'import dialog');
    await picture(page, 'empty');
    await dialog.getByLabel('File', { exact: true }).setInputFiles(lease(3));
    await exportBox(dialog).setInputFiles(json('berth-lease.json', documenso));
    await picture(page, 'chosen');
    await dialog.getByRole('button', { name: 'Import' }).click();

    const result = page.getByRole('dialog', { name: 'Imported: Berth lease' });
    await expect(result).toContainText('3 fields are in place.');
    await expect(result.getByText('11 parts were changed or left out:')).toBeVisible();
    const listed = await result.getByRole('listitem').allInnerTexts();
    expect(listed.toSorted()).toEqual(notImported.toSorted());
    await expectNothingFound(page, 'result of an import');
    await picture(page, 'result');
    await result.getByRole('link', { name: 'Open in the editor' }).click();

    await expect(page).toHaveURL(/\/templates\/[0-9a-f-]+\/edit$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Berth lease' })).toBeVisible();
    const [, id] = /templates\/([0-9a-f-]+)/.exec(page.url()) ?? [];
    expect(await (await page.request.get(`/api/templates/${id}`)).json()).toMatchObject({
      name: 'Berth lease',
      private: true,
      formats: { timeZone: 'Europe/Berlin', dateFormat: 'dd.MM.yyyy' },
      roles: [
        { order: 1, mailCode: true },
        { order: 3, mailCode: true },
      ],
      sending: { subject: 'Your berth', message: '' },
    });
  },
);

test(
  'an invalid export is refused with a message that says what to do, and the chosen files are not lost',
  inTheLongRun,
  async ({ ada: { page } }) => {
    const dialog = await openImport(page);
    await dialog.getByLabel('File', { exact: true }).setInputFiles(lease(3));
    const refused = async (file: UploadFile, sentence: RegExp) => {
      await exportBox(dialog).setInputFiles(file);
      await dialog.getByRole('button', { name: 'Import' }).click();
      await expect(dialog.getByRole('alert')).toContainText(sentence);
    };
    await refused(json('package.json', { name: 'berths', version: '1.0.0' }), /Choose the JSON response/);
    await picture(page, 'refused');
    await refused(json('half.json', JSON.stringify(documenso).slice(0, 300)), /Choose the JSON response/);
    await expect(dialog).toContainText('lease.pdf');
    await expectNothingFound(page, 'refused import');
    await dialog.getByRole('button', { name: 'Remove half.json' }).click();
    await expect(dialog.getByRole('alert')).toBeHidden();
    await exportBox(dialog).setInputFiles(json('docuseal.json', docuseal));
    await dialog.getByRole('button', { name: 'Import' }).click();
    const result = page.getByRole('dialog', { name: 'Imported: Mooring' });
    await expect(result).toContainText('1 field is in place.');
    await expect(result.getByRole('listitem')).toHaveText([
      'Bcc completed: a setting that isn’t available here; left out',
    ]);
  },
);
