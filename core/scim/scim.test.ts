import { describe, expect, test } from 'vitest';
import { readFilter } from './filter.ts';
import { readGroupPatch } from './group.ts';
import { readPerson, readPersonPatch } from './person.ts';

const known = ['username', 'emails.value', 'externalid', 'active'];

describe('filters', () => {
  test.each([
    ['userName eq "Grace@Harbour.example"', [{ attribute: 'username', value: 'Grace@Harbour.example' }]],
    ['USERNAME EQ "a\\"b"', [{ attribute: 'username', value: 'a"b' }]],
    ['urn:ietf:params:scim:schemas:core:2.0:User:userName eq "g"', [{ attribute: 'username', value: 'g' }]],
    ['emails[type eq "work"].value eq "g@h.example"', [{ attribute: 'emails.value', value: 'g@h.example' }]],
    [
      'externalId eq "1" and active eq true',
      [
        { attribute: 'externalid', value: '1' },
        { attribute: 'active', value: true },
      ],
    ],
  ])('%s is read', (filter, conditions) => {
    expect(readFilter(filter, known)).toEqual(conditions);
  });

  test.each([
    '',
    'userName',
    'userName sw "g"',
    'userName eq g',
    'title eq "g"',
    'userName eq "g" or active eq true',
    'userName eq "g" and',
    'not (userName eq "g")',
    'userName eq "g\\"',
  ])('%s is refused', (filter) => {
    expect(readFilter(filter, known)).toMatchObject({ fault: 'invalidFilter' });
  });
});

describe('a person', () => {
  test('a person is read with the work address and without ignored attributes', () => {
    const person = {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      userName: 'grace',
      externalId: '00u1',
      displayName: 'Ignored Name',
      name: { givenName: 'Grace', familyName: 'Lindqvist' },
      emails: [
        { value: 'home@elsewhere.example', type: 'home' },
        { value: 'grace@harbour.example', type: 'work' },
      ],
      phoneNumbers: [{ value: '1' }],
      'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Sales' },
    };
    expect(readPerson(person)).toEqual({
      userName: 'grace',
      externalId: '00u1',
      givenName: 'Grace',
      familyName: 'Lindqvist',
      email: 'grace@harbour.example',
    });
  });

  test('a person without any address is refused', () => {
    expect(readPerson({ userName: 'grace' })).toMatchObject({ fault: 'invalidValue' });
  });

  test.each([
    ['Okta', { op: 'replace', value: { active: false } }, { active: false }],
    ['Microsoft Entra', { op: 'Replace', path: 'active', value: 'False' }, { active: false }],
    [
      'Microsoft Entra with names in one value',
      { op: 'Add', value: { 'name.givenName': 'Grace', 'emails[type eq "work"].value': 'g@h.example' } },
      { givenName: 'Grace', email: 'g@h.example' },
    ],
    [
      'a schema before the name',
      { op: 'add', path: 'urn:ietf:params:scim:schemas:core:2.0:User:externalId', value: '7' },
      { externalId: '7' },
    ],
    ['an address at home', { op: 'replace', path: 'emails[type eq "home"].value', value: 'x@h.example' }, {}],
    ['an attribute that is not kept', { op: 'replace', path: 'title', value: 'CEO' }, {}],
    ['a removed id', { op: 'remove', path: 'externalId' }, { externalId: null }],
  ])('a PATCH changes a person: %s', (_, operation, change) => {
    expect(readPersonPatch({ Operations: [operation] })).toEqual(change);
  });

  test.each([
    ['an unknown path', { op: 'replace', path: 'shoeSize', value: 43 }, 'invalidPath'],
    ['no path to remove', { op: 'remove' }, 'noTarget'],
    ['another operation', { op: 'move', path: 'active' }, 'invalidSyntax'],
    ['active as a number', { op: 'replace', path: 'active', value: 0 }, 'invalidValue'],
    ['the user name removed', { op: 'remove', path: 'userName' }, 'invalidValue'],
    ['active removed', { op: 'remove', path: 'active' }, 'invalidValue'],
  ])('a PATCH with a fault does not change a person: %s', (_, operation, fault) => {
    expect(readPersonPatch({ Operations: [operation] })).toMatchObject({ fault });
  });
});

describe('a group', () => {
  const id = '0197a1de-0000-7000-8000-000000000001';
  test.each([
    ['Okta', { op: 'remove', path: `members[value eq "${id}"]` }, { op: 'remove', ids: [id] }],
    [
      'Microsoft Entra',
      { op: 'Remove', path: 'members', value: [{ value: id }] },
      { op: 'remove', ids: [id] },
    ],
    [
      'an addition',
      { op: 'add', path: 'members', value: [{ value: id.toUpperCase() }] },
      { op: 'add', ids: [id] },
    ],
    ['a removal of all', { op: 'remove', path: 'members' }, { op: 'replace', ids: [] }],
  ])('a PATCH changes the members of a group: %s', (_, operation, step) => {
    expect(readGroupPatch({ Operations: [operation] })).toEqual({ members: [step] });
  });

  test('a group needs a visible name', () => {
    const operation = { op: 'replace', path: 'displayName', value: '\u200b' };
    expect(readGroupPatch({ Operations: [operation] })).toMatchObject({ fault: 'invalidValue' });
  });
});
