import { describe, expect, test } from 'vitest';
import { readServerAddress } from './server-address.ts';

const mail = { protocols: ['smtp', 'smtps'], example: 'smtps://user:password@mail.example.org' };
const database = {
  protocols: ['postgres', 'postgresql'],
  example: 'postgres://user:password@host/database',
};
const read = (text: string, kind = mail) => readServerAddress(text, kind);

describe('server URLs with a user and a password', () => {
  test.each([
    ['smtp://mail.example.org', 'smtp://mail.example.org'],
    ['smtp://mail.example.org:587/', 'smtp://mail.example.org:587/'],
    ['smtps://[::1]:465', 'smtps://[::1]:465'],
    ['SMTPS://u:p@h', 'smtps://u:p@h'],
    ['smtps://ada%40example.org:p%40ss@h', 'smtps://ada%40example.org:p%40ss@h'],
    ['smtps://ada@example.org:secret@h', 'smtps://ada%40example.org:secret@h'],
    ['smtps://u:p@ss@h', 'smtps://u:p%40ss@h'],
    ['smtps://u:p#w@h', 'smtps://u:p%23w@h'],
    ['smtps://u:p/w?x@h:465', 'smtps://u:p%2Fw%3Fx@h:465'],
    ['smtps://u:a:b@h', 'smtps://u:a%3Ab@h'],
    ['smtps://u:p^%@h', 'smtps://u:p%5E%25@h'],
    ['smtps://u:100%zz@h', 'smtps://u:100%25zz@h'],
    ['smtp://u:2525#2/x@h', 'smtp://u:2525%232%2Fx@h'],
    ['smtp://h?pool=true', 'smtp://h?pool=true'],
    ['smtp://u@h', 'smtp://u@h'],
  ])('reads %s', (text, url) => {
    expect(read(text)).toEqual({ url });
  });

  test.each([
    ['mail.example.org', /^must be an address such as smtps:/],
    ['smtps:u:p@h', /^must be an address/],
    ['https://h', /^must be an address/],
    ['smtp://', /^must be an address/],
    ['smtp://h:99999', /^must be an address/],
    ['smtp://h:0', /^must be an address/],
    ['smtp://h h', /^must be an address/],
    ['smtps://u:@h', /^has an empty user or password/],
    ['smtps://:p@h', /^has an empty user or password/],
    // Either the host is followed by an option, or the password looks like one.
    ['smtp://u:25/?name=a@h', /^can be read in two ways: percent-encode/],
    ['smtps://u:a%40b%@h', /^has both plain percent signs and escapes.*%25/],
    ['smtps://u:%ff@h', /^has both plain percent signs/],
  ])('%s is rejected with advice on how to write it', (text, fault) => {
    const answer = read(text);
    expect('fault' in answer ? answer.fault : answer).toMatch(fault);
  });

  test('no error message contains a password', () => {
    for (const text of ['smtps://u:hunter2%40%@h', 'smtps://u:hunter2@h:x', 'smtp://hunter2:25/?hunter2=a@h'])
      expect(JSON.stringify(read(text))).not.toContain('hunter2');
  });

  test.each([
    ['postgres://a:b@127.0.0.1:5432/c', 'postgres://a:b@127.0.0.1:5432/c'],
    ['postgresql://a:b#c@db/c?sslmode=require', 'postgresql://a:b%23c@db/c?sslmode=require'],
    ['postgres://postgres@%2Ftmp%2Fx/name', 'postgres://postgres@%2Ftmp%2Fx/name'],
    ['postgres:///name?host=/run/postgresql', 'postgres:///name?host=/run/postgresql'],
    ['postgres://a@db/name?options=-c%20x=1', 'postgres://a@db/name?options=-c%20x=1'],
  ])('reads the database URL %s', (text, url) => {
    expect(read(text, database)).toEqual({ url });
  });
});
