import type { FastifyReply } from 'fastify';
import type { Language } from '#core/language/language.ts';
import { shortInitials } from '#core/person/initials.ts';
import type { PageBrand } from '../../foundation/http/pages/page-brand.ts';
import { sendPage, type PlainPage } from '../../foundation/http/pages/plain-page.ts';
import { mailMessages } from '../../messages/mail/text/mail-words.ts';
import { brandBeside } from '../../records/brand-store.ts';
import { findSender } from '../../records/sender-store.ts';
import type { PublicFormsDeps } from './deps.ts';
import type { PublicForm } from './form-store.ts';

/** Sends a page of a form with the brand of its account, if it has one. */
export async function sendFormPage(
  services: PublicFormsDeps,
  reply: FastifyReply,
  page: PlainPage,
  { form, language }: { form: PublicForm; language: Language },
): Promise<FastifyReply> {
  return sendPage(reply, page, await brandOf(services, form, language));
}

async function brandOf(
  services: PublicFormsDeps,
  form: PublicForm,
  language: Language,
): Promise<PageBrand | undefined> {
  const sender = await findSender(services.db, form);
  const brand = await brandBeside(services, form, sender);
  if (!brand) return undefined;
  const name = brand.name || sender.name || sender.email;
  const note = { address: sender.email, service: services.from.name };
  return {
    ...{ name, initials: shortInitials(name, sender.email), logoUrl: brand.logoUrl, color: brand.color },
    note: mailMessages(language)('sentWith', note),
  };
}
