import { expect, test } from 'vitest';
import type { DocumentDetail } from '#contract/documents/documents.ts';
import { RequestError } from '../../api/transport/request.ts';
import { Unreachable } from '../../kit/request.ts';
import type { Field } from '#core/field/field.ts';
import { rememberLostRequest, checkLostRequest, type Asked } from './lost-answer.ts';
import type { SendForm, SendRow } from './send-values.ts';

const signature: Field = {
  id: 'a',
  type: 'signature',
  page: 1,
  x: 72,
  y: 450,
  width: 190,
  height: 48,
  recipientId: 'r1',
  required: true,
  label: '',
  properties: {},
};
const grace = { recipientId: '', email: 'grace@harbour.example', name: 'Grace' } as SendRow;
const values = {
  subject: 'Lease',
  days: Number.NaN,
  message: 'Please sign',
  recipients: [grace],
} as SendForm;
const request: Asked = { values, fields: [signature] };
const refusal = (status: number, code: string) =>
  new RequestError(status, '', JSON.stringify({ status, code, title: code, detail: code }));
const answers = (status: string) => async (id: string) =>
  ({ id, status, signatureFields: [signature] }) as DocumentDetail;
const fails = (error: Error) => () => Promise.reject(error);

test("after a lost response to sending, Ada's next request reports that the document was sent", async () => {
  await expect(rememberLostRequest('lease', request, fails(new Unreachable()))).rejects.toThrow(Unreachable);
  expect(await checkLostRequest('lease', request, fails(new Unreachable()))).toBeNull();
  // The second attempt is refused before anything is sent, because a sent document cannot be changed.
  expect(await checkLostRequest('lease', request, answers('sent'))).toMatchObject({
    document: { id: 'lease', status: 'sent' },
    asAsked: true,
  });
});

test('after a proxy timeout, it is unknown whether the server sent the document', async () => {
  await expect(rememberLostRequest('berth', request, fails(refusal(504, 'timeout')))).rejects.toThrow(
    RequestError,
  );
  expect(await checkLostRequest('berth', request, answers('draft'))).toBeNull();
  expect(await checkLostRequest('berth', request, answers('completed'))).toMatchObject({
    document: { status: 'completed' },
  });
});

test('a document that a colleague sent in the meantime with another text is not attributed to this request', async () => {
  expect(await checkLostRequest('crane', request, answers('sent'))).toBeNull();
  await expect(
    rememberLostRequest('crane', request, fails(refusal(409, 'document-already-sent'))),
  ).rejects.toThrow();
  expect(await checkLostRequest('crane', request, answers('sent'))).toBeNull();
});

test('a frame that lost access when its document was sent reports that it was sent', async () => {
  await expect(rememberLostRequest('framed', request, fails(new Unreachable()))).rejects.toThrow(Unreachable);
  const checked = checkLostRequest('framed', request, fails(refusal(409, 'document-already-sent')));
  await expect(checked).rejects.toThrow('document-already-sent');
});

test('passes on a response that arrived', async () => {
  expect(await rememberLostRequest('answered', request, async () => 'sent')).toBe('sent');
  expect(await checkLostRequest('answered', request, answers('sent'))).toBeNull();
});

test('corrections that Ada made before retrying are not reported as sent', async () => {
  await expect(rememberLostRequest('quay', request, fails(new Unreachable()))).rejects.toThrow(Unreachable);
  const isOut = async (again: Asked) => (await checkLostRequest('quay', again, answers('sent')))?.asAsked;
  expect(await isOut({ ...request, values: { ...values, message: 'Please sign by Friday' } })).toBe(false);
  const linus = { ...grace, email: 'linus@harbour.example' };
  expect(await isOut({ ...request, values: { ...values, recipients: [linus] } })).toBe(false);
  expect(await isOut({ ...request, fields: [{ ...signature, x: 100 }] })).toBe(false);
  expect(await isOut({ ...request, fields: [{ ...signature, recipientId: 'r2' }] })).toBe(false);
});

test('values set by the server do not count as corrections: ids of people, and the assignment to the only signer', async () => {
  await expect(rememberLostRequest('pier', request, fails(new Unreachable()))).rejects.toThrow(Unreachable);
  const again = {
    values: { ...values, recipients: [{ ...grace, recipientId: 'r1' }] },
    fields: [{ ...signature, recipientId: null }],
  };
  expect(await checkLostRequest('pier', again, answers('sent'))).toMatchObject({ asAsked: true });
});
