import { describe, expect, test } from 'vitest';
import { copyName, describeTemplate, templateCategories } from './template.ts';

describe('what a template is called', () => {
  test('a name is one line, a description may have several; General is meant when nothing is said', () => {
    expect(describeTemplate({ name: ' Harbour\nlease ', description: ' For berths.\r\nOne year. ' })).toEqual(
      {
        name: 'Harbour lease',
        description: 'For berths.\nOne year.',
        category: 'General',
      },
    );
  });

  test('what cannot be seen or turns text around is taken out (S-17)', () => {
    const words = describeTemplate({
      name: 'Lease \u202efdp.exe',
      description: 'a\u0000b\u2066c',
      category: 'HR',
    });
    expect(words).toEqual({ name: 'Lease fdp.exe', description: 'a b c', category: 'HR' });
  });

  test.each([
    ['', 'For berths'],
    ['Lease', ''],
    [' \t', 'For berths'],
    ['Lease', '\n \u202e'],
  ])('%j and %j: both are needed (§5)', (name, description) => {
    expect(describeTemplate({ name, description })).toEqual({
      refused: 'template-incomplete',
      detail: 'Please fill in all required fields',
    });
  });

  test('a copy says so, however long the name is', () => {
    expect(copyName('Lease')).toBe('Lease (copy)');
    expect(copyName('a'.repeat(200))).toBe(`${'a'.repeat(193)} (copy)`);
  });
});

test('the categories are those of the specification (§9)', () => {
  expect(templateCategories).toEqual(['General', 'Legal', 'HR', 'Business', 'Finance']);
});
