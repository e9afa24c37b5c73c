import type { Page } from '@playwright/test';

/** A list with its page, its requests, and a way to page through it. */
export type Place = {
  what: string;
  path: string;
  api: string;
  /** Opens the list from its page. */
  open?: (page: Page) => Promise<void>;
  /** Opens the next part, and returns false at the end. The default is the next page of the list. */
  further?: (page: Page) => Promise<boolean>;
};

/** `bulk` and `folder` are ids of the account. */
export function places({ bulk, folder }: { bulk: string; folder: string }): Place[] {
  const library = (what: string, query: string, api = `${query}&folder=top`): Place => ({
    what: `library, ${what}`,
    path: `/documents?${query}`,
    api: `/api/documents?limit=50&${api}`,
  });
  return [
    { what: 'dashboard', path: '/', api: '/api/dashboard/stats' },
    { what: 'dashboard, documents', path: '/', api: '/api/documents?limit=10' },
    library('list', ''),
    library('grid', 'layout=grid', 'folder=top'),
    library('by title', 'sort=title'),
    library('by size', 'sort=-size'),
    library('by status', 'sort=status'),
    library('search', 'q=lease', 'q=lease'),
    library('search, by title', 'q=lease&sort=title', 'q=lease&sort=title'),
    library('search, nothing found', 'q=zzzz', 'q=zzzz'),
    library('completed', 'status=completed', 'status=completed'),
    library('one recipient', 'recipient=grace1', 'recipient=grace1'),
    library('a folder', `folder=${folder}`, `folder=${folder}`),
    { what: 'folders', path: '/documents', api: '/api/folders' },
    { what: 'bin', path: '/documents/bin', api: '/api/documents?bin=true&limit=50' },
    { what: 'contacts', path: '/contacts', api: '/api/contacts?limit=50' },
    { what: 'contacts, search', path: '/contacts?q=hana', api: '/api/contacts?limit=50&q=hana' },
    { what: 'templates', path: '/templates', api: '/api/templates?limit=24' },
    { what: 'templates, search', path: '/templates?q=berth', api: '/api/templates?limit=24&q=berth' },
    { what: 'audit trail', path: '/audit', api: '/api/audit?limit=50' },
    {
      what: 'audit, one action',
      path: '/audit?type=document_signed',
      api: '/api/audit?type=document_signed',
    },
    { what: 'audit, a person', path: '/audit?person=grace', api: '/api/audit?person=grace' },
    { what: 'audit, nobody', path: '/audit?person=zzzz', api: '/api/audit?person=zzzz' },
    { what: 'user management', path: '/user-management', api: '/api/user/usage' },
    { what: 'bulk send', path: `/bulk/${bulk}`, api: `/api/bulk/${bulk}` },
    {
      what: 'bell',
      path: '/support',
      api: '/api/notices',
      open: (page) => page.getByRole('button', { name: /^Notifications/ }).click(),
      further: (page) => press(page, 'Show older'),
    },
    {
      what: 'palette',
      path: '/support',
      api: '/api/documents?q=lease&limit=5',
      async open(page) {
        await page.keyboard.press('Control+k');
        await page.getByRole('dialog').getByRole('combobox').fill('lease');
        await page
          .getByRole('option', { name: /Lease renewal/ })
          .first()
          .waitFor();
      },
      further: () => Promise.resolve(false),
    },
  ];
}

/**
 * Returns true if there was such a button. It is located only by its text, because locating by role and name
 * is work in the page itself that would be attributed to the list.
 */
export async function press(page: Page, name: string): Promise<boolean> {
  const button = page.locator(`button:text-is("${name}")`);
  if (!(await button.isVisible()) || (await button.isDisabled())) return false;
  await button.click();
  return true;
}
