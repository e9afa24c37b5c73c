import type { Language } from '#core/language/language.ts';
import { escape, page } from '../http/plain-page.ts';
import { longestNote, type Choices } from './mail-choices.ts';
import { mailWords, type SayInMail } from './mail-words.ts';

/** Where the reader of a mail blocks its sender or reports it. Plain HTML; only the buttons change anything (S-13). */
export function choicePage(language: Language, choices: Choices): string {
  const plain = mailWords(language);
  const say: SayInMail = (word, ...parts) => escape(plain(word, ...parts));
  const { name, email } = choices.sender;
  const sender = name === '' ? email : `${name} <${email}>`;
  return page(
    { language },
    plain('choice.title'),
    `<h1>${say('choice.title')}</h1>
<p class="lead">${say('choice.lead', { sender, address: choices.address })}</p>
${block(say, choices.blocked)}
${report(say, choices.reported)}`,
  );
}

function block(say: SayInMail, blocked: boolean): string {
  const [state, act, button] = blocked
    ? (['choice.blocked', 'unblock', 'choice.unblock'] as const)
    : (['choice.blockText', 'block', 'choice.block'] as const);
  return `<form method="post">
  <input type="hidden" name="act" value="${act}">
  <p${blocked ? ' role="status"' : ''}>${say(state)}</p>
  <button class="${blocked ? 'second' : 'primary'}" type="submit">${say(button)}</button>
</form>`;
}

function report(say: SayInMail, reported: boolean): string {
  if (reported) return `<p role="status">${say('choice.reported')}</p>`;
  return `<form method="post">
  <input type="hidden" name="act" value="report">
  <p>${say('choice.reportText')}</p>
  <div><label for="note">${say('choice.note')}</label>
  <textarea id="note" name="note" rows="3" maxlength="${longestNote}"></textarea></div>
  <button class="second" type="submit">${say('choice.report')}</button>
</form>`;
}

/** A link that is not from one of our mails, or from one that is no longer kept. */
export function noChoicePage(language: Language): string {
  const say = mailWords(language);
  return page(
    { language },
    say('choice.title'),
    `<h1>${escape(say('choice.title'))}</h1>\n<p class="lead">${escape(say('choice.unknown'))}</p>`,
  );
}
