import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { grace } from '#testing/cast.ts';
import { lease } from './corpus.ts';
import { expect } from './fixtures.ts';
import { showMoreProperties, untilPainted } from './prepare.ts';
import { draftByProgram, sendByProgram } from './sent-by-program.ts';

/** The account used by the forms, and its content. */
export type Made = { draft: string; sent: string; template: string; contact: string };

export async function createSamples(request: APIRequestContext, dataDir: string): Promise<Made> {
  const draft = await draftByProgram(request, 'Crane lease', [grace], [{ type: 'text' }]);
  const { id: sent } = await sendByProgram(request, dataDir, { title: 'Quay lease', people: [grace] });
  const post = async (path: string, data: object) =>
    ((await (await request.post(path, { data })).json()) as { id: string }).id;
  const words = { name: 'Berth', description: 'For a year', category: 'Legal', documentId: draft };
  return {
    draft,
    sent,
    template: await post('/api/templates', words),
    contact: await post('/api/contacts', { email: 'hana@sato.example', name: 'Hana Sato' }),
  };
}

/** A form with text inputs. */
export type Form = {
  what: string;
  path: (samples: Made) => string;
  /** Opens the form from the page at the path, if the form has no URL. */
  open?: (page: Page) => Promise<void>;
  /** The element that contains the inputs; the dialog by default. */
  within?: (page: Page) => Locator;
  file?: { label: string; file: { name: string; mimeType: string; buffer: Buffer } };
  typed: [label: string, text: string][];
  /**
   * Labels of inputs that are never stored in the browser and must be typed again after the session ended.
   */
  secret?: string[];
  /** True if signed-out visitors can send it too. */
  forAnybody?: true;
  /** The button that sends the form */
  send: string | RegExp;
};

const menu =
  (actions: string, item: string, exact = true) =>
  async (page: Page) => {
    await page.getByRole('button', { name: actions }).first().click();
    await page.getByRole('menuitem', { name: item, exact }).click();
  };
const press = (name: string) => (page: Page) => page.getByRole('button', { name }).first().click();
const main = (page: Page) => page.getByRole('main');
const csv = (text: string) => ({
  label: 'CSV file',
  file: { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(text) },
});

export const forms: Form[] = [
  {
    what: 'a new contact',
    path: () => '/contacts?dialog=add',
    typed: [
      ['Email', 'linus@okafor.example'],
      ['Name', 'Linus Okafor'],
      ['Company', 'Okafor & Daughters'],
      ['Note', 'Calls before nine'],
    ],
    send: 'Add Contact',
  },
  {
    what: 'a contact',
    path: () => '/contacts',
    open: menu('Actions for Hana Sato', 'Edit contact'),
    typed: [['Company', 'Sato Pilots']],
    send: 'Save',
  },
  {
    what: 'a file of contacts',
    path: () => '/contacts?dialog=import',
    file: csv('email,name\nlinus@okafor.example,Linus Okafor'),
    typed: [],
    send: 'Import 1 contact',
  },
  {
    what: 'a new template',
    path: () => '/templates?dialog=create',
    typed: [
      ['Name', 'Lease'],
      ['Description', 'For berths 11 to 14'],
    ],
    send: 'Create Template',
  },
  {
    what: 'a template',
    path: () => '/templates',
    open: menu('Actions for Berth', 'Edit details'),
    typed: [['Description', 'For two years']],
    send: 'Save',
  },
  {
    what: 'a document of a template',
    path: () => '/templates',
    open: press('Use template Berth'),
    typed: [
      ['Document Title', 'Berth 14'],
      ['Email', 'linus@okafor.example'],
      ['Name (optional)', 'Linus Okafor'],
    ],
    send: 'Create document',
  },
  {
    what: 'a bulk send',
    path: ({ template }) => `/templates/${template}/bulk`,
    within: main,
    file: csv('Email,Name\nlinus@okafor.example,Linus Okafor'),
    typed: [['Expiration in days', '45']],
    send: 'Send 1 Document',
  },
  {
    what: 'a new folder',
    path: () => '/documents',
    open: press('New folder'),
    typed: [['Folder name', 'Quays']],
    send: 'Create folder',
  },
  {
    what: 'the title of a draft in the list',
    path: () => '/documents',
    open: menu('Actions for Crane lease', 'Rename'),
    typed: [['Title', 'Crane lease of the west quay']],
    send: 'Rename',
  },
  {
    what: 'an upload on its page',
    path: () => '/upload',
    within: main,
    file: { label: 'File', file: lease(1) },
    typed: [['Document Title', 'Lease of the lock']],
    send: 'Upload Document',
  },
  {
    what: 'an upload in its dialog',
    path: () => '/?dialog=upload',
    file: { label: 'File', file: lease(1) },
    typed: [['Title', 'Lease of the lock']],
    send: 'Upload Document',
  },
  {
    what: 'why a document is void',
    path: ({ sent }) => `/document/${sent}?dialog=void`,
    typed: [['Reason', 'The berth is let to somebody else.']],
    send: 'Void document',
  },
  {
    what: 'more time',
    path: ({ sent }) => `/document/${sent}?dialog=extend`,
    typed: [['Days from today', '77']],
    send: 'Extend expiry',
  },
  {
    what: 'a corrected recipient',
    path: ({ sent }) => `/document/${sent}`,
    open: menu(`Actions for ${grace.name}`, 'Correct recipient'),
    typed: [
      ['Email', 'grace@lindqvist.example'],
      ['Name', 'Grace M. Lindqvist'],
    ],
    send: 'Save',
  },
  {
    what: 'an access code',
    path: ({ sent }) => `/document/${sent}`,
    open: menu(`Actions for ${grace.name}`, 'Access code'),
    typed: [['New code', 'Quay 14']],
    secret: ['New code'],
    send: 'Set code',
  },
  {
    what: 'a new recipient',
    path: ({ draft }) => `/document/${draft}`,
    open: press('Add recipient'),
    typed: [
      ['Email', 'linus@okafor.example'],
      ['Name', 'Linus Okafor'],
    ],
    send: 'Add recipient',
  },
  {
    what: 'a recipient',
    path: ({ draft }) => `/document/${draft}`,
    open: press(`Edit ${grace.name}`),
    typed: [['Name', 'Grace M. Lindqvist']],
    send: 'Save',
  },
  {
    what: 'a role of a template',
    path: ({ template }) => `/templates/${template}/edit`,
    open: press('Edit Signer 1'),
    typed: [['Role name', 'Tenant']],
    send: 'Save',
  },
  {
    what: 'what a document is sent with',
    path: ({ draft }) => `/document/${draft}?dialog=send`,
    open: press('Edit recipient 1'),
    typed: [
      ['Name (optional)', 'Grace of the west quay'],
      ['Subject', 'Your crane'],
      ['Message', 'Please sign before the tide.'],
      ['Expiration in days', '12'],
    ],
    send: 'Send Document',
  },
  {
    what: 'a name',
    path: () => '/settings',
    within: main,
    typed: [
      ['First name', 'Ada Louise'],
      ['Last name', 'Moreau-Byron'],
    ],
    send: 'Save name',
  },
  {
    what: 'a new address',
    path: () => '/settings',
    open: press('Change email'),
    typed: [
      ['New email', 'ada@moreau.example'],
      ['Your password', 'four quays and a crane'],
    ],
    secret: ['Your password'],
    send: 'Send the email',
  },
  {
    what: 'a new password',
    path: () => '/settings/security',
    open: press('Change password'),
    typed: [
      ['Current password', 'four quays and a crane'],
      ['New password', 'five quays and no crane'],
    ],
    secret: ['Current password', 'New password'],
    send: 'Save password',
  },
  {
    what: 'a message to support',
    path: () => '/support?topic=problem',
    within: main,
    typed: [
      ['Name', 'Ada'],
      ['Message', 'The crane does not fit the page.'],
    ],
    forAnybody: true,
    send: 'Send message',
  },
];

/** Text in the editor has no button. It is saved when the input loses the focus, or after a pause. */
export const inEditor: { what: string; type: (page: Page, text: string) => Promise<void>; box: string }[] = [
  {
    what: 'the title of a draft in the editor',
    box: 'Document Title',
    async type(page, text) {
      const box = page.getByLabel('Document Title');
      if (!(await box.isVisible())) await page.getByRole('button', { name: /lease/ }).first().click();
      await box.fill(text);
      await box.press('Enter');
    },
  },
  ...['Label', 'Help text'].map((label) => ({
    what: `the ${label.toLowerCase()} of a field`,
    box: label,
    async type(page: Page, text: string) {
      await page.getByRole('complementary').getByLabel(label).fill(text);
    },
  })),
];

/** Selects the draft's text field. */
export async function selectField(page: Page): Promise<void> {
  await untilPainted(page, 1);
  await page.getByRole('button', { name: /Text for Grace/ }).focus();
  await expect(page.getByRole('complementary').getByLabel('Label')).toBeVisible();
  await showMoreProperties(page);
}
