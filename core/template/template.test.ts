import { describe, expect, test } from 'vitest';
import { copyName, describeTemplate, templateCategories } from './template.ts';

describe('template names', () => {
  test('a name has one line, a description can have several, and the default category is General', () => {
    expect(describeTemplate({ name: ' Harbour\nlease ', description: ' For berths.\r\nOne year. ' })).toEqual(
      {
        name: 'Harbour lease',
        description: 'For berths.\nOne year.',
        category: 'General',
      },
    );
  });

  test('removes invisible characters and direction controls (S-17)', () => {
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
  ])('refuses %j and %j: both are required (§5)', (name, description) => {
    expect(describeTemplate({ name, description })).toEqual({
      refused: 'template-incomplete',
      detail: 'Please fill in all required fields',
    });
  });

  test('the name of a copy ends with ‘(copy)’, however long it is', () => {
    expect(copyName('Lease')).toBe('Lease (copy)');
    expect(copyName('a'.repeat(200))).toBe(`${'a'.repeat(193)} (copy)`);
  });
});

test('the categories match the specification (§9)', () => {
  expect(templateCategories).toEqual(['General', 'Legal', 'HR', 'Business', 'Finance']);
});
