import { readAttachedFile } from '#core/field/attached-file.ts';
import type { Field } from '#core/field/field.ts';
import { isolate } from '#core/language/isolate.ts';
import type { AppendixBlock } from '#pdf/stamp/appendix/blocks.ts';
import type { CertificateWord, Wording } from './certificate-words.ts';
import { referenceOf } from './reference-of.ts';
import type { SigningRecord } from './signing-record.ts';

/** All that was asked besides signatures and initials, and who answered what; files by their hash (G-3). */
export function answerBlocks(record: SigningRecord, words: Wording): AppendixBlock[] {
  const { say, language } = words;
  const asked = record.fields.filter(({ type, recipientId }) => {
    const hasActed = record.signatures.some(({ recipient }) => recipient.id === recipientId);
    return hasActed && type !== 'signature' && type !== 'initial';
  });
  if (asked.length === 0) return [];
  const rows = asked.map((field) => [
    String(field.page),
    isolate(askedFor(field) || say(kindOf(field)), language),
    answer(field, record, words),
    byWhom(field, record, words),
  ]);
  const columns = [
    { title: say('table.page'), share: 0.09 },
    { title: say('table.asked'), share: 0.25 },
    { title: say('table.answered'), share: 0.36 },
    { title: say('table.by'), share: 0.3 },
  ];
  const isHandedIn = asked.some(({ type, id }) => type === 'attachment' && record.values.get(id));
  return [
    { kind: 'heading', text: say('heading.fields') },
    { kind: 'table', columns, rows },
    ...(isHandedIn ? [{ kind: 'paragraph', text: say('files.kept'), tone: 'small' } as const] : []),
  ];
}

/** Buttons are named by what they stand for. */
function askedFor({ label, properties = {} }: Field): string {
  return [properties.group, properties.choice || label].filter(Boolean).join(': ');
}

const kinds: Readonly<Record<string, CertificateWord>> = {
  text: 'field.text',
  date: 'field.date',
  checkbox: 'field.checkbox',
  radio: 'field.radio',
  attachment: 'field.attachment',
};
const kindOf = ({ type }: Field): CertificateWord => kinds[type] ?? 'field.other';

function answer({ id, type }: Field, { values }: SigningRecord, { say, language }: Wording): string {
  const value = values.get(id) ?? '';
  if (type === 'checkbox' || type === 'radio')
    return say(value === 'true' ? 'answer.ticked' : 'answer.notTicked');
  if (value === '') return say('answer.none');
  const file = type === 'attachment' ? readAttachedFile(value) : undefined;
  if (!file) return isolate(value, language);
  return say('answer.file', { name: file.name, size: String(file.size), sha256: file.sha256 });
}

function byWhom({ recipientId }: Field, { recipients }: SigningRecord, { language }: Wording): string {
  const owner = recipients.find(({ id }) => id === recipientId);
  if (!owner) return '–';
  return `[${referenceOf(recipients, owner.id)}] ${isolate(owner.name || owner.email, language)}`;
}
