import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#testing/temporary-folder.ts';

const root = join(import.meta.dirname, '..');

/** Returns the linter's findings in a small product with these files, as file:rule. */
function lint(files: Record<string, string>): string[] {
  const folder = temporaryFolder();
  for (const name of [
    'oxlint.config.ts',
    'tsconfig.base.json',
    'package.json',
    'scripts/checks/pure-core.mjs',
  ])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const project = { extends: './tsconfig.base.json', compilerOptions: { jsx: 'react-jsx', types: ['node'] } };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(project));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const oxlint = join(root, 'node_modules/oxlint/bin/oxlint');
  try {
    execFileSync(process.execPath, [oxlint, '--deny-warnings', '--type-check', '-f', 'unix', '.'], {
      cwd: folder,
    });
    return [];
  } catch (error) {
    const output = String((error as { stdout: Buffer }).stdout);
    return [...output.matchAll(/^(\S+?):\d+:\d+: .*\/(\S+)\]$/gm)].map(([, file, rule]) => `${file} ${rule}`);
  }
}

test('the linter accepts a correct product', () => {
  const sound = `export const later = async (now: number): Promise<number> => now;\n`;
  expect(lint({ 'core/turn.ts': sound, 'server/turn.ts': `${sound}await later(Date.now());\n` })).toEqual([]);
});

test('the linter finds a planted fault of each kind', () => {
  const lostPromise = `const later = async (): Promise<void> => {};\nexport const go = (): void => {\n  later();\n};\n`;
  expect(
    lint({
      'core/clock.ts': `export const now = (): number => Date.now();\n`,
      'core/today.ts': `export const today = (): Date => new Date();\n`,
      'core/salt.ts': `export const salt = (): number => Math.random();\n`,
      'core/clock.test.ts': `export const now = (): number => Date.now();\n`,
      'server/lost.ts': lostPromise,
      'server/any.ts': `export const loose = (value: any): string => String(value);\n`,
      'server/kinds.ts': `export function name(kind: 'a' | 'b'): string {\n  switch (kind) {\n    case 'a':\n      return 'A';\n  }\n  return '';\n}\n`,
      'server/wrong.ts': `export const days: number = 'ten';\n`,
      'server/loud.ts': `console.log('here');\n`,
      'web/hook.tsx': `import { useState } from 'react';\nexport function Field({ on }: { on: boolean }) {\n  if (on) useState(0);\n  return null;\n}\n`,
    }).toSorted(),
  ).toEqual([
    'core/clock.ts pure-core(no-clock-no-chance)',
    'core/salt.ts pure-core(no-clock-no-chance)',
    'core/today.ts pure-core(no-clock-no-chance)',
    'server/any.ts typescript(no-explicit-any)',
    'server/kinds.ts typescript(switch-exhaustiveness-check)',
    'server/lost.ts typescript(no-floating-promises)',
    'server/loud.ts eslint(no-console)',
    'server/wrong.ts typescript(TS2322)',
    'web/hook.tsx react-hooks(rules-of-hooks)',
  ]);
});
