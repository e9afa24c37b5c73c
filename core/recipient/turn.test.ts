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
 * One situation per line: `name:role:turn:status`, then the current turn, who can act or read now, and who has
 * to be invited. Turns count from 1, and recipients with the same number act in parallel.
 */
const situations: [string, SigningOrder, string[], number | null, string, string][] = [
  [
    'in parallel, everyone can begin',
    'parallel',
    ['grace:signer:1:waiting', 'linus:signer:2:waiting'],
    2,
    'grace linus',
    'grace linus',
  ],
  [
    'in parallel, the others do not wait for Grace',
    'parallel',
    ['grace:signer:1:opened', 'linus:signer:2:invited', 'hana:approver:3:waiting'],
    3,
    'grace linus hana',
    'hana',
  ],
  [
    'in sequence, Grace is first',
    'sequential',
    ['grace:signer:1:waiting', 'linus:signer:2:waiting'],
    1,
    'grace',
    'grace',
  ],
  [
    'Linus is next after Grace, wherever he is in the list',
    'sequential',
    ['linus:signer:2:waiting', 'grace:signer:1:signed'],
    2,
    'linus grace',
    'linus',
  ],
  [
    'a group of two comes before the third person',
    'sequential',
    ['grace:signer:1:signed', 'hana:approver:1:invited', 'linus:signer:2:waiting'],
    1,
    'grace hana',
    '',
  ],
  [
    'after the group, it is the third person’s turn',
    'sequential',
    ['grace:signer:1:signed', 'hana:approver:1:approved', 'linus:signer:2:waiting'],
    2,
    'grace hana linus',
    'linus',
  ],
  [
    'order numbers may have gaps',
    'sequential',
    ['grace:signer:10:signed', 'linus:signer:70:waiting', 'hana:approver:700:waiting'],
    70,
    'grace linus',
    'linus',
  ],
  [
    'a viewer before Grace does not block',
    'sequential',
    ['viewer:viewer:1:invited', 'grace:signer:2:waiting'],
    2,
    'viewer grace',
    'grace',
  ],
  [
    'a viewer after Grace is invited when their turn comes',
    'sequential',
    ['grace:signer:1:invited', 'viewer:viewer:2:waiting'],
    1,
    'grace',
    '',
  ],
  [
    'carbon copies are never invited',
    'parallel',
    ['copy:cc:1:waiting', 'grace:signer:1:waiting'],
    1,
    'copy grace',
    'grace',
  ],
  [
    'after everyone has signed, it is no one’s turn',
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

describe('completion of a document', () => {
  test.each([
    ['without recipients', [], false],
    ['with viewers only', ['viewer:viewer:1:invited', 'copy:cc:1:waiting'], false],
    ['Grace signed, Linus has not', ['grace:signer:1:signed', 'linus:signer:1:opened'], false],
    ['Grace signed, Hana has not approved', ['grace:signer:1:signed', 'hana:approver:1:invited'], false],
    ['Grace signed, Linus declined', ['grace:signer:1:signed', 'linus:signer:1:declined'], false],
    ['both signed', ['grace:signer:1:signed', 'linus:signer:2:signed'], true],
    ['Grace signed, Hana approved', ['grace:signer:1:signed', 'hana:approver:1:approved'], true],
    [
      'Grace signed, no copy has been read',
      ['grace:signer:1:signed', 'v:viewer:9:waiting', 'c:cc:9:waiting'],
      true,
    ],
  ])('%s: %s', (_, people, done) => expect(allDone(people.map(readPerson))).toBe(done));
});

describe('any recipients in any signing order', () => {
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

  test('at least one recipient can act until everyone is done, because viewers and copies never block', () => {
    fc.assert(
      fc.property(everybody, anyOrder, (people, order) => {
        const deciding = people.filter(decides);
        const outstanding = deciding.filter(({ status }) => status !== 'signed' && status !== 'approved');
        expect(allDone(people)).toBe(deciding.length > 0 && outstanding.length === 0);
        expect(outstanding.some((person) => isTheirTurn(order, people, person))).toBe(outstanding.length > 0);
      }),
    );
  });

  test('in sequential order, no one acts before recipients with smaller numbers are done', () => {
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

describe('the signing order in a request', () => {
  type Person = [order?: number, turn?: number, role?: RecipientRole];
  const decide = (people: Person[], chosen?: SigningOrder, current: SigningOrder = 'parallel') => {
    const decided = decideOrder(
      people.map(([order, turn, role = 'signer']) => ({ role, order, turn })),
      { chosen, current },
    );
    return 'refused' in decided ? decided.refused : `${decided.signingOrder} ${decided.turns.join(' ')}`;
  };

  test.each<[string, Person[], SigningOrder | undefined, SigningOrder | undefined, string]>([
    ['no numbers mean parallel order', [[], []], undefined, undefined, 'parallel 1 1'],
    ['different numbers mean sequential order', [[2], [1]], undefined, undefined, 'sequential 2 1'],
    ['equal numbers mean parallel order', [[4], [4]], undefined, 'sequential', 'parallel 4 4'],
    ['a group followed by one person', [[1], [1], [2]], undefined, undefined, 'sequential 1 1 2'],
    ['people without a number come last', [[], [3], []], undefined, undefined, 'sequential 4 3 4'],
    ['the largest number is the maximum', [[1000], []], undefined, undefined, 'parallel 1000 1000'],
    ['sequential order without numbers', [[], []], 'sequential', undefined, 'sequential 1 2'],
    ['the document is sequential', [[], []], undefined, 'sequential', 'sequential 1 2'],
    [
      'sequential order over equal stored numbers',
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
      'parallel order over stored numbers',
      [
        [, 2],
        [, 1],
      ],
      'parallel',
      'sequential',
      'parallel 1 1',
    ],
    ['a new number next to a stored one', [[3], [, 2]], undefined, 'parallel', 'sequential 3 2'],
    ['parallel order with equal numbers', [[5], [5]], 'parallel', undefined, 'parallel 5 5'],
    ['parallel order with different numbers', [[1], [2]], 'parallel', undefined, 'signing-order-invalid'],
    ['sequential order with equal numbers', [[1], [1]], 'sequential', undefined, 'signing-order-invalid'],
    [
      'numbers of carbon copies do not count',
      [[1], [2, undefined, 'cc']],
      'parallel',
      undefined,
      'parallel 1 2',
    ],
    ['with one signer, either order is possible', [[7]], 'sequential', undefined, 'sequential 7'],
    ['nobody', [], undefined, 'sequential', 'sequential '],
  ])('%s', (_, people, chosen, current, expected) => {
    expect(decide(people, chosen, current)).toBe(expected);
  });

  const order = fc.option(fc.constantFrom<SigningOrder>('parallel', 'sequential'), { nil: undefined });
  const number = fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined });
  const person = fc.record({ role: fc.constantFrom<RecipientRole>(...recipientRoles), order: number });

  test('a stored order can be sent back and keeps its meaning', () => {
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
