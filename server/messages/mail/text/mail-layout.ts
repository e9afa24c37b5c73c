import type { Language } from '#core/language/language.ts';
import type { MailBrand } from './mail-brand.ts';
import type { MailLook } from './mail-marks.ts';
import type { MailText } from './mail-text.ts';
import { mailMessages } from './mail-words.ts';

/** Returns the HTML and the plain-text part of a message, with equal content. */
export async function renderMailLayout(
  text: MailText,
  link: string | null,
  language: Language,
  look: MailLook,
): Promise<{ html: string; text: string }> {
  // The renderer takes a fifth of startup time and memory, so only processes that send emails load it.
  const { renderMail } = await import('./mail-page.ts');
  return {
    html: renderMail(text, link, language, look),
    text: plain(text, link, language, look),
  };
}

function plain(
  text: MailText,
  link: string | null,
  language: Language,
  { brand, service }: MailLook,
): string {
  const say = mailMessages(language);
  const colon = language === 'fr' ? ' :' : ':';
  const quoted =
    text.quote === ''
      ? []
      : [
          text.quote
            .split('\n')
            .map((line) => `> ${line}`)
            .join('\n'),
        ];
  const card = text.card ? [[text.card.title, ...text.card.lines].join('\n')] : [];
  const people = text.people?.length ? [text.people.join('\n')] : [];
  const action = link && text.action ? [`${text.action}${colon}\n${link}`] : [];
  const choices = text.choices ? [`${text.choices.words}${colon}\n${text.choices.link}`] : [];
  return (
    [
      text.heading,
      ...text.paragraphs,
      ...(text.notes ?? []),
      ...quoted,
      ...card,
      ...people,
      ...action,
      ...text.small,
      ...(text.folded?.lines ?? []),
      ...(brand ? [inTheirWords(brand)].filter((words) => words !== '') : []),
      ...choices,
      `-- \n${brand ? say('sentWith', { service, address: brand.address }) : say('sentBy', { service })}`,
    ].join('\n\n') + '\n'
  );
}

/** Formatted as a quote, because it is the account's claim and not ours. */
function inTheirWords({ name, footer }: MailBrand): string {
  return [name, footer]
    .filter((words) => words !== '')
    .join('\n')
    .replaceAll(/^(?=.)/gm, '> ');
}
