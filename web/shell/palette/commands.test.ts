import { expect, test } from 'vitest';
import { matching, type CommandGroup } from './commands.ts';

const run = () => undefined;
const icon = (() => null) as unknown as CommandGroup['commands'][number]['icon'];
const groups: CommandGroup[] = [
  { title: 'Pages', commands: ['Audit Trail', 'Réglages'].map((text) => ({ key: text, icon, text, run })) },
];
const found = (typed: string) =>
  matching(groups, typed).flatMap(({ commands }) => commands.map(({ text }) => text));

test.each([
  ['', ['Audit Trail', 'Réglages']],
  ['aud tr', ['Audit Trail']],
  ['REGLAGES', ['Réglages']],
  ['trail of tears', []],
])('the input %j finds %j', (typed, texts) => expect(found(typed)).toEqual(texts));
