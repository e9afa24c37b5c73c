import { Body, Button, Container, Head, Heading, Hr, Html, Preview, Text } from '@react-email/components';
import { render } from '@react-email/render';
import { createElement as h, type ReactElement } from 'react';
import type { MailText } from './mail-text.ts';

/** Both parts of a message, equal in content. React escapes whatever people typed (S-17). */
export async function layMail(text: MailText, link: string | null): Promise<{ html: string; text: string }> {
  return { html: await render(page(text, link)), text: plain(text, link) };
}

const colour = {
  paper: '#fbfaf8',
  surface: '#ffffff',
  line: '#e4e2de',
  text: '#1c2130',
  muted: '#5b6070',
  ink: '#23449b',
};
const font = "Inter, 'Segoe UI', Helvetica, Arial, sans-serif";

function page(text: MailText, link: string | null): ReactElement {
  return h(
    Html,
    { lang: 'en' },
    h(Head),
    h(Preview, null, text.paragraphs.at(-1) ?? text.heading),
    h(
      Body,
      {
        style: {
          background: colour.paper,
          color: colour.text,
          fontFamily: font,
          margin: 0,
          padding: '32px 0',
        },
      },
      card(text, link),
    ),
  );
}

function card(text: MailText, link: string | null): ReactElement {
  const frame = {
    background: colour.surface,
    border: `1px solid ${colour.line}`,
    borderRadius: 12,
    maxWidth: 560,
    padding: 32,
  };
  return h(
    Container,
    { style: frame },
    h(Heading, { as: 'h1', style: { fontSize: 20, lineHeight: '28px', margin: '0 0 16px' } }, text.heading),
    ...text.paragraphs.map((words, key) =>
      h(Text, { key, style: { fontSize: 16, lineHeight: '24px', margin: '0 0 16px' } }, words),
    ),
    text.quote === '' ? null : quote(text.quote),
    link && text.action ? button(text.action, link) : null,
    link && text.action ? h(Text, { style: small }, 'Or open this address: ', link) : null,
    text.small.length > 0 ? h(Hr, { style: { borderColor: colour.line, margin: '24px 0 16px' } }) : null,
    ...text.small.map((words, key) => h(Text, { key: `small-${key}`, style: small }, words)),
    h(Text, { style: small }, 'Sent by Countersign'),
  );
}

const small = {
  color: colour.muted,
  fontSize: 13,
  lineHeight: '20px',
  margin: '0 0 8px',
  wordBreak: 'break-word' as const,
};

/** The sender's own words stand apart from ours, so that nobody takes the one for the other. */
function quote(words: string): ReactElement {
  const style = {
    borderLeft: `3px solid ${colour.line}`,
    fontSize: 16,
    lineHeight: '24px',
    margin: '0 0 16px',
    paddingLeft: 16,
    whiteSpace: 'pre-wrap' as const,
  };
  return h(Text, { style }, words);
}

function button(label: string, href: string): ReactElement {
  const style = {
    background: colour.ink,
    borderRadius: 8,
    color: '#ffffff',
    fontSize: 16,
    fontWeight: 600,
    margin: '8px 0 20px',
    padding: '12px 22px',
  };
  return h(Button, { href, style }, label);
}

function plain(text: MailText, link: string | null): string {
  const quoted =
    text.quote === ''
      ? []
      : [
          text.quote
            .split('\n')
            .map((line) => `> ${line}`)
            .join('\n'),
        ];
  const action = link && text.action ? [`${text.action}:\n${link}`] : [];
  return (
    [text.heading, ...text.paragraphs, ...quoted, ...action, ...text.small, '-- \nSent by Countersign'].join(
      '\n\n',
    ) + '\n'
  );
}
