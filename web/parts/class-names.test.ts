import { expect, test } from 'vitest';
import { classNames } from './class-names.ts';

test.each([
  ['p-4 px-6', 'p-4 px-6'],
  ['px-6 p-4', 'p-4'],
  ['h-9 h-auto min-h-20', 'h-auto min-h-20'],
  ['h-4 w-6 size-8', 'size-8'],
  ['text-sm text-muted text-danger', 'text-sm text-danger'],
  ['leading-5 text-center text-lg', 'text-center text-lg'],
  ['flex flex-1 flex-col items-center hidden', 'flex-1 flex-col items-center hidden'],
  ['border border-line border-b-2 border-danger/40', 'border border-b-2 border-danger/40'],
  [
    'border-b border-2 border-[1.5px] border-[oklch(91%_.006_95)]',
    'border-[1.5px] border-[oklch(91%_.006_95)]',
  ],
  ['outline-2 outline-ink outline-offset-2 outline-warn', 'outline-2 outline-offset-2 outline-warn'],
  ['stroke-[1.75] stroke-ink', 'stroke-[1.75] stroke-ink'],
  ['-mt-2 mt-4', 'mt-4'],
  ['p-2 sm:p-4 sm:hover:p-5 sm:p-6', 'p-2 sm:hover:p-5 sm:p-6'],
  ['pointer-coarse:h-11 h-9 [&>svg]:h-4', 'pointer-coarse:h-11 h-9 [&>svg]:h-4'],
  ['size-4! size-6', 'size-4! size-6'],
  ['font-serif font-medium font-semibold', 'font-serif font-semibold'],
  ['finger enter-fade enter-rise needs-script', 'finger enter-fade enter-rise needs-script'],
  ['max-h-[min(36rem,calc(100dvh-5rem))] max-h-40', 'max-h-40'],
])('keeps the last of conflicting class names, and all names without a conflict: %s', (given, kept) => {
  expect(classNames(given)).toBe(kept);
});

test('conditions and lists are joined', () => {
  expect(classNames('p-2', false, undefined, ['flex', { hidden: true, grid: false }])).toBe('p-2 hidden');
  expect(classNames()).toBe('');
});
