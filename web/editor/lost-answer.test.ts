import { expect, test } from 'vitest';
import type { DocumentDetail } from '#contract/documents.ts';
import { RequestError } from '../api/request.ts';
import { Unreachable } from '../kit/request.ts';
import { noteIfLost, sentAfterAll } from './lost-answer.ts';

const refusal = (status: number, code: string) =>
  new RequestError(status, '', JSON.stringify({ status, code, title: code, detail: code }));
const answers = (status: string) => async (id: string) => ({ id, status }) as DocumentDetail;
const fails = (error: Error) => () => Promise.reject(error);

test('Ada loses the answer to sending: whenever she asks again, the document is found to be out', async () => {
  await expect(noteIfLost('lease', fails(new Unreachable()))).rejects.toThrow(Unreachable);
  expect(await sentAfterAll('lease', fails(new Unreachable()))).toBeNull();
  // The second try is refused before anything is sent, since a document that is out cannot be changed.
  expect(await sentAfterAll('lease', answers('sent'))).toMatchObject({ id: 'lease', status: 'sent' });
});

test('a proxy that gave up says nothing of the server behind it', async () => {
  await expect(noteIfLost('berth', fails(refusal(504, 'timeout')))).rejects.toThrow(RequestError);
  expect(await sentAfterAll('berth', answers('draft'))).toBeNull();
  expect(await sentAfterAll('berth', answers('completed'))).toMatchObject({ status: 'completed' });
});

test('what a colleague has sent meanwhile, with other words, is not said to be sent from here', async () => {
  expect(await sentAfterAll('crane', answers('sent'))).toBeNull();
  await expect(noteIfLost('crane', fails(refusal(409, 'document-already-sent')))).rejects.toThrow();
  expect(await sentAfterAll('crane', answers('sent'))).toBeNull();
});

test('a frame that is let in no more since its document was sent hears so', async () => {
  await expect(noteIfLost('framed', fails(new Unreachable()))).rejects.toThrow(Unreachable);
  const told = sentAfterAll('framed', fails(refusal(409, 'document-already-sent')));
  await expect(told).rejects.toThrow('document-already-sent');
});

test('an answer that comes is passed on', async () => {
  expect(await noteIfLost('answered', async () => 'sent')).toBe('sent');
  expect(await sentAfterAll('answered', answers('sent'))).toBeNull();
});
