import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { grace } from '#testing/cast.ts';
import { routes, type Route } from './routes.ts';
import { draftByProgram, sendByProgram } from './sent-by-program.ts';

const askedFields = [
  { type: 'initial', required: true },
  { type: 'text', label: 'Name of the boat', required: true },
  { type: 'dropdown', label: 'Pier', properties: { choices: ['North', 'South'] } },
  { type: 'checkbox', label: 'The boat is insured', width: 16, height: 16 },
];

/** A draft and a sent document for tests that visit every page, with all URLs and the signer's link. */
export async function office(page: Page, dataDir: string): Promise<{ link: string; all: Route[] }> {
  // Several tests share a server and its outbox, so an email is identified by the title of its document.
  const title = `Lease of the harbour office, ${randomUUID().slice(0, 8)}`;
  const draft = await draftByProgram(page.request, 'Crane lease', [grace], askedFields);
  const sent = await sendByProgram(page.request, dataDir, {
    title,
    people: [grace],
    fields: askedFields,
    body: { allowDelegation: true, message: 'Please sign before Friday.' },
  });
  const all = [
    ...routes,
    { path: `/document/${draft}`, heading: 'Crane lease' },
    { path: `/document/${sent.id}`, heading: title },
  ];
  return { link: await sent.linkOf(grace.email), all };
}
