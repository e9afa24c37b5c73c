import { expect, test } from 'vitest';
import type { DocumentDetail, RecipientView } from '#contract/documents/documents.ts';
import { beginSending, clearTyped, saveSendForm } from './send-draft.ts';

const document = {
  id: 'd',
  subject: '',
  message: '',
  signingOrder: 'parallel',
  reminders: null,
} as unknown as DocumentDetail;
const recipient = (email: string, more: Partial<RecipientView> = {}): RecipientView =>
  ({
    id: email[0],
    email,
    name: 'Grace',
    role: 'signer',
    order: 1,
    language: 'en',
    mailCode: false,
    passkey: 'no',
    message: '',
    files: null,
    ...more,
  }) as unknown as RecipientView;

test('a closed dialog keeps typed text and adopts later corrections from the editor', () => {
  const [before, linus] = [recipient('grace@x.example'), recipient('linus@x.example')];
  const form = beginSending(document, [before, linus]);
  const [grace] = form.recipients;
  const typed = {
    ...form,
    message: 'Please sign',
    recipients: [{ ...grace!, accessCode: 'harbour7' }, form.recipients[1]!],
  };
  saveSendForm('d', typed, [before, linus]);
  const corrected = recipient('grace@right.example', { role: 'approver', order: 2 });
  const again = beginSending(document, [corrected, linus]);
  expect(again.message).toBe('Please sign');
  expect(again.recipients).toMatchObject([
    { email: 'grace@right.example', role: 'approver', order: 2, accessCode: 'harbour7' },
    { email: 'linus@x.example' },
  ]);
  expect(again).not.toHaveProperty('inEditor');
  // The dialog's value wins unless the editor has changed it since.
  saveSendForm('d', { ...typed, recipients: [{ ...grace!, name: 'Grace L.' }] }, [before, linus]);
  expect(beginSending(document, [before, linus]).recipients).toMatchObject([{ name: 'Grace L.' }, {}]);
});

test('no input is kept after sending, even though the dialog closes later', () => {
  const grace = recipient('grace@x.example');
  const sent = { ...document, id: 'sent' };
  const typed = { ...beginSending(sent, [grace]), message: 'Please sign' };
  saveSendForm('sent', typed, [grace]);
  expect(beginSending(sent, [grace]).message).toBe('Please sign');
  clearTyped('sent');
  saveSendForm('sent', typed, [grace]);
  expect(beginSending(sent, [grace]).message).toBe('');
});
