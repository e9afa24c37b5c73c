import { expect, test } from 'vitest';
import { fillSubject, subjectProblem } from './subject.ts';

const values = { title: 'Lease {{sender}}', sender: 'Ada' };

test('a subject contains the title and the sender once each, unchanged', () => {
  expect(fillSubject('{{ Title }}, from {{sender}}', values)).toBe('Lease {{sender}}, from Ada');
  expect(fillSubject('Your $& lease', { ...values, title: '$1' })).toBe('Your $& lease');
  expect(fillSubject('{{title}}', { ...values, title: '$&' })).toBe('$&');
});

test('refuses an unknown placeholder and names it', () => {
  expect(subjectProblem('Lease: {{titel}}')).toMatchObject({
    refused: 'subject-invalid',
    parameters: { name: '{{titel}}' },
  });
  expect(subjectProblem('Lease: {{title')).toMatchObject({ refused: 'subject-invalid' });
  expect(subjectProblem('Lease: title}}')).toMatchObject({ refused: 'subject-invalid' });
  expect(subjectProblem('{{title}} {one}')).toBeUndefined();
});
