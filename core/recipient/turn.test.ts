import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { recipientRoles, recipientStatuses, type Recipient, type RecipientRole } from './recipient.ts';
import type { RecipientStatus } from './recipient.ts';
import {
  allDone,
  decideOrder,
  dueForInvitation,
  impliedOrder,
  isTheirTurn,
  openTurn,
  type SigningOrder,
} from './turn.ts';

/**
 * One situation per line: `name:role:turn:status`, then the open turn, who may act or read now, and who is
 * due an invitation. Turns count from 1; recipients with the same number act in parallel.
 */
const situations: [string, SigningOrder, string[], number | null, string, string][] = [
  [
    'side by side, everybody may begin',
    'parallel',
    ['grace:signer:1:waiting', 'linus:signer:2:waiting'],
    2,
    'grace linus',
    'grace linus',
  ],
  [
    'side by side, the others do not wait for Grace',
    'parallel',
    ['grace:signer:1:opened', 'linus:signer:2:invited', 'hana:approver:3:waiting'],
    3,
    'grace linus hana',
    'hana',
  ],
  [
    'one after the other, Grace is first',
    'sequential',
    ['grace:signer:1:waiting', 'linus:signer:2:waiting'],
    1,
    'grace',
    'grace',
  ],
  [
    'Linus is next when Grace has signed, wherever he stands in the list',
    'sequential',
    ['linus:signer:2:waiting', 'grace:signer:1:signed'],
    2,
    'linus grace',
    'linus',
  ],
  [
    'a group of two comes before the third',
    'sequential',
    ['grace:signer:1:signed', 'hana:approver:1:invited', 'linus:signer:2:waiting'],
    1,
    'grace hana',
    '',
  ],
  [
    'the group is done, the third is due',
    'sequential',
    ['grace:signer:1:signed', 'hana:approver:1:approved', 'linus:signer:2:waiting'],
    2,
    'grace hana linus',
    'linus',
  ],
  [
    'numbers may have gaps',
    'sequential',
    ['grace:signer:10:signed', 'linus:signer:70:waiting', 'hana:approver:700:waiting'],
    70,
    'grace linus',
    'linus',
  ],
  [
    'a viewer before Grace blocks nobody',
    'sequential',
    ['viewer:viewer:1:invited', 'grace:signer:2:waiting'],
    2,
    'viewer grace',
    'grace',
  ],
  [
    'a viewer behind Grace is told when it is their turn to read',
    'sequential',
    ['grace:signer:1:invited', 'viewer:viewer:2:waiting'],
    1,
    'grace',
    '',
  ],
  [
    'people in copy are invited to nothing',
    'parallel',
    ['copy:cc:1:waiting', 'grace:signer:1:waiting'],
    1,
    'copy grace',
    'grace',
  ],
  [
    'when all have signed no turn is open',
    'sequential',
    ['grace:signer:1:signed', 'hana:approver:2:approved', 'viewer:viewer:3:waiting'],
    null,
    '',
    '',
  ],
];

describe('whose turn it is', () => {
  test.each(situations)('%s', (_, order, people, turn, mayAct, due) => {
    const recipients = people.map(readPerson);
    const ids = (chosen: Recipient[]) => chosen.map(({ id }) => id);
    const words = (text: string) => text.split(' ').filter(Boolean);
    expect(openTurn(order, recipients)).toBe(turn);
    expect(ids(recipients.filter((recipient) => isTheirTurn(order, recipients, recipient)))).toEqual(
      words(mayAct),
    );
    expect(ids(dueForInvitation(order, recipients))).toEqual(words(due));
  });
});

describe('completion', () => {
  test.each([
    ['nobody was there', [], false],
    ['only readers were there', ['viewer:viewer:1:invited', 'copy:cc:1:waiting'], false],
    ['Grace signed, Linus has not', ['grace:signer:1:signed', 'linus:signer:1:opened'], false],
    ['Grace signed, Hana has not approved', ['grace:signer:1:signed', 'hana:approver:1:invited'], false],
    ['Grace signed, Linus declined', ['grace:signer:1:signed', 'linus:signer:1:declined'], false],
    ['both signed', ['grace:signer:1:signed', 'linus:signer:2:signed'], true],
    ['Grace signed, Hana approved', ['grace:signer:1:signed', 'hana:approver:1:approved'], true],
    [
      'Grace signed, nobody has read their copy',
      ['grace:signer:1:signed', 'v:viewer:9:waiting', 'c:cc:9:waiting'],
      true,
    ],
  ])('%s: %s', (_, people, done) => expect(allDone(people.map(readPerson))).toBe(done));
});

describe('any recipients in any order', () => {
  const anybody = fc.record({
    role: fc.constantFrom<RecipientRole>(...recipientRoles),
    turn: fc.integer({ min: 1, max: 4 }),
    status: fc.constantFrom<RecipientStatus>(...recipientStatuses.filter((status) => status !== 'declined')),
  });
  const everybody = fc
    .array(anybody, { minLength: 1, maxLength: 6 })
    .map((people) => people.map((given, at) => ({ ...given, id: String(at), email: '', name: '' })));
  const anyOrder = fc.constantFrom<SigningOrder>('parallel', 'sequential');
  const decides = ({ role }: Recipient) => role === 'signer' || role === 'approver';

  test('at least one recipient can act until all are done, because viewers and copies never block', () => {
    fc.assert(
      fc.property(everybody, anyOrder, (people, order) => {
        const deciding = people.filter(decides);
        const outstanding = deciding.filter(({ status }) => status !== 'signed' && status !== 'approved');
        expect(allDone(people)).toBe(deciding.length > 0 && outstanding.length === 0);
        expect(outstanding.some((person) => isTheirTurn(order, people, person))).toBe(outstanding.length > 0);
      }),
    );
  });

  test('in sequential order, no one acts before a smaller number is done', () => {
    fc.assert(
      fc.property(everybody, (people) => {
        const outstanding = people.filter(
          (person) => decides(person) && !/signed|approved/.test(person.status),
        );
        for (const person of outstanding.filter((one) => isTheirTurn('sequential', people, one))) {
          expect(outstanding.every(({ turn }) => turn >= person.turn)).toBe(true);
        }
      }),
    );
  });

  test('no one is invited twice, and carbon copies are never invited', () => {
    fc.assert(
      fc.property(everybody, anyOrder, (people, order) => {
        for (const { status, role } of dueForInvitation(order, people)) {
          expect(status).toBe('waiting');
          expect(role).not.toBe('cc');
        }
      }),
    );
  });
});

function readPerson(text: string): Recipient {
  const [id = '', role, turn, status] = text.split(':');
  return {
    id,
    email: `${id}@harbour.example`,
    name: id,
    role: role as RecipientRole,
    turn: Number(turn),
    status: status as RecipientStatus,
  };
}

describe('the signing order of a request', () => {
  type Person = [order?: number, turn?: number, role?: RecipientRole];
  const decide = (people: Person[], chosen?: SigningOrder, current: SigningOrder = 'parallel') => {
    const decided = decideOrder(
      people.map(([order, turn, role = 'signer']) => ({ role, order, turn })),
      { chosen, current },
    );
    return 'refused' in decided ? decided.refused : `${decided.signingOrder} ${decided.turns.join(' ')}`;
  };

  test.each<[string, Person[], SigningOrder | undefined, SigningOrder | undefined, string]>([
    ['no numbers: all at the same time', [[], []], undefined, undefined, 'parallel 1 1'],
    ['different numbers: one after another', [[2], [1]], undefined, undefined, 'sequential 2 1'],
    ['equal numbers: the same time', [[4], [4]], undefined, 'sequential', 'parallel 4 4'],
    ['a group and a person after it', [[1], [1], [2]], undefined, undefined, 'sequential 1 1 2'],
    ['people without a number follow', [[], [3], []], undefined, undefined, 'sequential 4 3 4'],
    ['numbers end at the largest', [[1000], []], undefined, undefined, 'parallel 1000 1000'],
    ['one after another without numbers', [[], []], 'sequential', undefined, 'sequential 1 2'],
    ['the document is sequential', [[], []], undefined, 'sequential', 'sequential 1 2'],
    [
      'one after another by equal stored numbers',
      [
        [, 1],
        [, 1],
      ],
      'sequential',
      undefined,
      'sequential 1 2',
    ],
    [
      'stored numbers are kept',
      [
        [, 2],
        [, 1],
        [, 2],
      ],
      undefined,
      'sequential',
      'sequential 2 1 2',
    ],
    [
      'all at once over stored numbers',
      [
        [, 2],
        [, 1],
      ],
      'parallel',
      'sequential',
      'parallel 1 1',
    ],
    ['a new number beside a stored one', [[3], [, 2]], undefined, 'parallel', 'sequential 3 2'],
    ['all at once, with equal numbers', [[5], [5]], 'parallel', undefined, 'parallel 5 5'],
    ['all at once, with different numbers', [[1], [2]], 'parallel', undefined, 'order-contradictory'],
    ['one after another, with equal numbers', [[1], [1]], 'sequential', undefined, 'order-contradictory'],
    ['numbers of copies do not count', [[1], [2, undefined, 'cc']], 'parallel', undefined, 'parallel 1 2'],
    ['one signer is in either order', [[7]], 'sequential', undefined, 'sequential 7'],
    ['nobody', [], undefined, 'sequential', 'sequential '],
  ])('%s', (_, people, chosen, current, expected) => {
    expect(decide(people, chosen, current)).toBe(expected);
  });

  const order = fc.option(fc.constantFrom<SigningOrder>('parallel', 'sequential'), { nil: undefined });
  const number = fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined });
  const person = fc.record({ role: fc.constantFrom<RecipientRole>(...recipientRoles), order: number });

  test('a decided order is accepted when sent back, with the same meaning', () => {
    fc.assert(
      fc.property(fc.array(person, { maxLength: 6 }), order, (people, chosen) => {
        const decided = decideOrder(people, { chosen, current: 'parallel' });
        if ('refused' in decided) return;
        const { signingOrder, turns } = decided;
        const again = people.map(({ role }, at) => ({ role, order: turns[at] }));
        expect(decideOrder(again, { current: signingOrder })).toEqual(decided);
        const stored = people.map(({ role }, at) => ({ role, turn: turns[at]! }));
        const acting = people.filter(({ role }) => role !== 'cc').length;
        if (acting > 1) expect(impliedOrder(stored)).toBe(signingOrder);
      }),
    );
  });
});
