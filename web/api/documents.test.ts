import { describe, expect, test } from 'vitest';
import { avatarInitials, displayName } from './account.ts';
import { nextCursor } from './transport/call.ts';
import { reasonOf, RequestError } from './transport/request.ts';

describe('the next page', () => {
  test('the next page has the cursor in the link with rel next', () => {
    expect(nextCursor('</api/documents?limit=10&cursor=abc%3D>; rel="next"')).toBe('abc=');
    expect(nextCursor('</a?cursor=x>; rel="prev", </api/documents?cursor=y>; rel="next"')).toBe('y');
  });
  test('there is no next page after the last one', () => {
    expect(nextCursor(null)).toBeNull();
    expect(nextCursor('</a?cursor=x>; rel="prev"')).toBeNull();
  });
});

describe('a failed request', () => {
  test("an error has the message 'status: text' and the detail of the problem response", () => {
    const body = JSON.stringify({ detail: 'Send it first.', code: 'document-not-sent', status: 409 });
    const error = new RequestError(409, 'Conflict', body);
    expect(error.message).toBe(`409: ${body}`);
    expect(error.detail).toBe('Send it first.');
    expect(error.code).toBe('document-not-sent');
  });
  test('an error uses the status text if the body is empty', () => {
    const error = new RequestError(502, 'Bad Gateway', '');
    expect(error.message).toBe('502: Bad Gateway');
    expect(reasonOf(error)).toBe('Bad Gateway');
  });
});

describe('the name of the signed-in person', () => {
  test('the name is the first and last name, else the email, else User', () => {
    expect(displayName({ firstName: 'Ada', lastName: 'Moreau', email: 'ada@harbour.example' })).toBe(
      'Ada Moreau',
    );
    expect(displayName({ firstName: 'Ada', lastName: '', email: 'ada@harbour.example' })).toBe(
      'ada@harbour.example',
    );
    expect(displayName({ firstName: '', lastName: '', email: '' })).toBe('User');
  });
  test('the initials match the name', () => {
    expect(avatarInitials({ firstName: 'Ada', lastName: 'Moreau', email: '' })).toBe('AM');
    expect(avatarInitials({ firstName: '', lastName: '', email: 'grace@harbour.example' })).toBe('G');
    expect(avatarInitials({ firstName: '', lastName: '', email: '' })).toBe('U');
  });
});
