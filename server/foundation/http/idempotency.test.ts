import { expect, test } from 'vitest';
import { refuse } from '#core/refusal.ts';
import { describeOnEveryDatabase } from '#testing/databases.ts';
import { inTransaction } from '../db/transaction.ts';
import { deleteOldResponses } from './delete-old-responses.ts';
import { answerOnce } from './idempotency.ts';

const request = { scope: 'the account of Ada', key: 'send-1', requestHash: 'a' };

describeOnEveryDatabase('Idempotency-Key', (open) => {
  test('a repeated request gets the first response and does nothing', async () => {
    const { db } = await open();
    let sent = 0;
    const send = () =>
      inTransaction(db, (tx) =>
        answerOnce(tx, request, async () => ({ status: 201, body: { sent: ++sent } })),
      );
    expect(await send()).toEqual({ status: 201, body: { sent: 1 } });
    expect(await send()).toEqual({ status: 201, body: { sent: 1 } });
    expect(sent).toBe(1);
  });

  test('one of several concurrent requests is executed, and all get its response', async () => {
    const { db } = await open();
    let sent = 0;
    const send = () =>
      inTransaction(db, (tx) =>
        answerOnce(tx, request, async () => ({ status: 201, body: { sent: ++sent } })),
      );
    const answers = await Promise.all([send(), send(), send(), send()]);
    expect(sent).toBe(1);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  });

  test('the same key with a different request is rejected', async () => {
    const { db } = await open();
    const act = async () => ({ status: 200, body: null });
    await inTransaction(db, (tx) => answerOnce(tx, request, act));
    const other = await inTransaction(db, (tx) => answerOnce(tx, { ...request, requestHash: 'b' }, act));
    expect(other).toMatchObject({ refused: 'idempotency-key-reused' });
  });

  test('another account may use the same key', async () => {
    const { db } = await open();
    await inTransaction(db, (tx) => answerOnce(tx, request, async () => ({ status: 200, body: 'Ada' })));
    const other = { ...request, scope: 'the account of Mallory', requestHash: 'm' };
    const answer = await inTransaction(db, (tx) =>
      answerOnce(tx, other, async () => ({ status: 200, body: 'Mallory' })),
    );
    expect(answer).toEqual({ status: 200, body: 'Mallory' });
  });

  test('a refused request can be sent again with the same key', async () => {
    const { db } = await open();
    const refusal = refuse('consent-missing', 'Please consent to electronic signature');
    expect(await inTransaction(db, (tx) => answerOnce(tx, request, async () => refusal))).toEqual(refusal);
    const again = await inTransaction(db, (tx) =>
      answerOnce(tx, request, async () => ({ status: 200, body: 'signed' })),
    );
    expect(again).toEqual({ status: 200, body: 'signed' });
  });

  test('responses are replayed for seven days and then deleted', async () => {
    const { db } = await open();
    let sent = 0;
    const send = () =>
      inTransaction(db, (tx) =>
        answerOnce(tx, request, async () => ({ status: 201, body: { sent: ++sent } })),
      );
    await send();
    const day = 86_400_000;
    expect(await deleteOldResponses(db, Date.now() + 6 * day)).toBe(0);
    expect(await send()).toEqual({ status: 201, body: { sent: 1 } });
    expect(await deleteOldResponses(db, Date.now() + 8 * day)).toBe(1);
    expect(await deleteOldResponses(db, Date.now() + 8 * day)).toBe(0);
    expect(await send()).toEqual({ status: 201, body: { sent: 2 } });
  });

  test('no response is stored for a failed request', async () => {
    const { db } = await open();
    const failing = inTransaction(db, (tx) =>
      answerOnce(tx, request, async () => {
        throw new Error('the disk is full');
      }),
    );
    await expect(failing).rejects.toThrow('the disk is full');
    expect(await db.selectFrom('idempotent_responses').selectAll().execute()).toEqual([]);
  });
});
