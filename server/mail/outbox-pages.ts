import { intlLocale, type Language } from '#core/language/language.ts';
import { addressOf } from '#contract/address.ts';
import { mailPaths } from '#contract/paths.ts';
import { escape, page } from '../http/plain-page.ts';
import { mailWords } from './mail-words.ts';
import type { OutboxEntry, OutboxMail, OutboxPage } from './read-outbox.ts';

/** The mails, the newest first. */
export function outboxPage(
  language: Language,
  { entries, page: here, pages }: OutboxPage,
  isMailKept: boolean,
): string {
  const say = mailWords(language);
  const list = entries.map((entry) => `<li>${row(language, entry)}</li>`).join('\n');
  const step = (to: number, word: string): string =>
    to < 1 || to > pages
      ? '<span></span>'
      : `<a href="${addressOf(mailPaths.showOutbox, { query: { page: String(to) } })}">${escape(word)}</a>`;
  return page(
    { language },
    say('outbox.title'),
    `<h1>${escape(say('outbox.title'))}</h1>
<p class="lead">${escape(say(isMailKept ? 'outbox.lead' : 'outbox.leadSupport'))}</p>
${entries.length === 0 ? `<p>${escape(say('outbox.empty'))}</p>` : `<ul class="mails">${list}</ul>`}
${pages > 1 ? `<p class="steps">${step(here - 1, say('outbox.newer'))}<span>${here} / ${pages}</span>${step(here + 1, say('outbox.older'))}</p>` : ''}`,
  );
}

function row(language: Language, { name, to, subject, date }: OutboxEntry): string {
  return `<a href="${addressOf(mailPaths.showOutboxMail, { params: { name } })}"><bdi>${escape(subject || name)}</bdi></a>
<span><bdi>${escape(to)}</bdi> · <time>${escape(time(language, date))}</time></span>`;
}

/** One mail: its plain part, in which only addresses of this very server are links. */
export function outboxMailPage(language: Language, mail: OutboxMail, publicUrl: string): string {
  const say = mailWords(language);
  const fact = (word: string, value: string): string =>
    `<dt>${escape(word)}</dt><dd><bdi>${escape(value)}</bdi></dd>`;
  const files = mail.attachments.map(
    ({ filename }, index) =>
      `<a href="${addressOf(mailPaths.readOutboxFile, { params: { name: mail.name, index: String(index) } })}"><bdi>${escape(filename)}</bdi></a>`,
  );
  return page(
    { language },
    mail.subject,
    `<p class="back"><a href="${addressOf(mailPaths.showOutbox)}">${escape(say('outbox.back'))}</a></p>
<h1><bdi>${escape(mail.subject)}</bdi></h1>
<dl class="facts">${fact(say('outbox.from'), mail.from)}${fact(say('outbox.to'), mail.to)}${fact(say('outbox.date'), time(language, mail.date))}
${files.length > 0 ? `<dt>${escape(say('outbox.files'))}</dt><dd>${files.join('<br>')}</dd>` : ''}</dl>
<pre dir="auto">${withLinks(mail.text, publicUrl)}</pre>`,
  );
}

/** Our own links are what the mail is read for. Whatever else stands there somebody typed. */
function withLinks(text: string, publicUrl: string): string {
  const own = new RegExp(`${publicUrl.replace(/[.*+?^$()[\]{}|\\]/g, '\\$&')}/[\\w/?=&.%#-]+`, 'g');
  let shown = '';
  let at = 0;
  for (const found of text.matchAll(own)) {
    const link = escape(found[0]);
    shown += `${escape(text.slice(at, found.index))}<a href="${link}">${link}</a>`;
    at = found.index + found[0].length;
  }
  return shown + escape(text.slice(at));
}

/** For whoever comes without the key: where it is found, and nothing else. */
export function outboxLockedPage(language: Language): string {
  const say = mailWords(language);
  return page(
    { language },
    say('outbox.title'),
    `<h1>${escape(say('outbox.title'))}</h1>
<p class="lead">${escape(say('outbox.locked'))}</p>
<p>${escape(say('outbox.how'))}</p>`,
  );
}

export function outboxGonePage(language: Language): string {
  const say = mailWords(language);
  return page(
    { language },
    say('outbox.title'),
    `<h1>${escape(say('outbox.gone'))}</h1>\n<p><a href="${addressOf(mailPaths.showOutbox)}">${escape(say('outbox.back'))}</a></p>`,
  );
}

function time(language: Language, at: Date | null): string {
  if (!at) return '';
  const format = new Intl.DateTimeFormat(intlLocale(language), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return `${format.format(at)} UTC`;
}
