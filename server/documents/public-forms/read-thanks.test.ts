import { expect, test } from 'vitest';
import { readThanks } from './read-thanks.ts';

test('the link shown after signing must be an https URL without a user name', () => {
  expect(readThanks({ text: ' See you! ', link: '' })).toEqual({ text: 'See you!', link: '' });
  expect(readThanks({ text: ' ', link: ' ' })).toBeNull();
  const link = 'https://harbour.example';
  expect(readThanks({ text: '', link })).toEqual({ text: '', link: `${link}/` });
  for (const wrong of [
    'javascript:alert(1)',
    'http://harbour.example',
    'https://bank@mallory.example',
    'harbour',
  ])
    expect(readThanks({ text: '', link: wrong })).toMatchObject({ refused: 'return-url-invalid' });
});
