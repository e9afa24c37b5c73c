import { beforeAll, describe, expect, test } from 'vitest';
import { grace, linus } from '../cast.ts';
import { openOneDatabase } from '../databases.ts';
import type { Desk } from '../desk.ts';
import { openOffice, type Office } from '../open-office.ts';
import { situations, waysToSend, type First } from './ways-to-send.ts';

const invited: Record<First, string[]> = {
  both: [grace.name, linus.name],
  second: [linus.name],
  refused: ['signing-order-invalid'],
};

let office: Office;
let desk: Desk;
beforeAll(async () => {
  office = await openOffice(await openOneDatabase());
  desk = await office.desk();
}, 60_000);

describe.each(Object.entries(waysToSend))('a document sent by %s', (_, { expected, send }) => {
  test.each(Object.entries(situations).map(([name, of], at) => ({ name, of, first: expected[at]! })))(
    '$name',
    async ({ of, first }) => {
      const before = office.post.mails.length;
      const code = await send({ office, desk, people: [grace, linus] }, of);
      await office.settled();
      const mails = office.post.mails.slice(before).filter(({ text }) => text.includes('/sign/'));
      const asked = [grace.name, linus.name].filter((name) => mails.some(({ to }) => to.name === name));
      expect(code === undefined ? asked : [code]).toEqual(invited[first]);
    },
  );
});
