import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folders } from './checks/server-folders.cjs';

const root = join(import.meta.dirname, '..');
const read = (name: string) => readFileSync(join(root, name), 'utf8');
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...markdownIn('docs'),
  ...markdownIn('docs/decisions'),
];

function markdownIn(folder: string): string[] {
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`);
}

describe('the map', () => {
  const list = read('docs/architecture.md').split('## Where is…?')[1] ?? '';
  const [, recipes = ''] = read('CONTRIBUTING.md').split('## Recipes');
  const paths = Array.from(`${list} ${recipes}`.matchAll(/`([^` ]+)`/g), ([, path = '']) => path).filter(
    (path) => path.includes('/') && !path.includes('*'),
  );

  test('the map answers a newcomer’s questions', () => {
    expect(paths.length).toBeGreaterThan(15);
  });

  test.each(paths)('%s exists', (path) => {
    expect(existsSync(join(root, path))).toBe(true);
  });
});

test.each(pages)('%s contains no duplicate rows, which merging tables can cause', (page) => {
  const lines = read(page)
    .replaceAll(/^```[^]*?^```$/gm, '')
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' '))
    .filter((line) => line.length > 40 && !/^[| :-]+$/.test(line));
  expect(lines.filter((line, at) => lines.indexOf(line) !== at)).toEqual([]);
});

describe('the index', () => {
  const index = read('docs/README.md');
  const listed = Array.from(index.matchAll(/^- \[[^\]]+\]\((\S+)\): (.+\?)$/gm));

  test('the index lists every page of docs/ once', () => {
    const wanted = [...markdownIn('docs'), 'docs/decisions/README.md'].filter(
      (page) => page !== 'docs/README.md',
    );
    expect(listed.map(([, page]) => `docs/${page}`).toSorted()).toEqual(wanted.toSorted());
  });

  test.each(listed.map(([, page = '', question = '']) => ({ page, question })))(
    '$page begins with its question: $question',
    ({ page, question }) => {
      expect(read(`docs/${page}`)).toMatch(/^# .+\n\n/);
      expect(read(`docs/${page}`).split('\n\n')[1]?.startsWith(question)).toBe(true);
    },
  );

  test('the index of the decisions lists every record with its title', () => {
    const records = markdownIn('docs/decisions').filter((page) => /\/(?!0000)\d{4}-/.test(page));
    const wanted = records.map((page) => {
      const [number, ...title] = (/^# (.+)$/m.exec(read(page))?.[1] ?? '').split(' ');
      return `- [${number}](${page.replace('docs/decisions/', '')}) ${title.join(' ')}`;
    });
    const lines = read('docs/decisions/README.md').match(/^- .+$/gm) ?? [];
    expect(lines.toSorted()).toEqual(wanted.toSorted());
  });
});

test.each([
  ['README.md', ['README.md'], 700],
  // The generated report grows with its standard, so it is not counted.
  [
    'docs/',
    [...markdownIn('docs'), ...markdownIn('docs/decisions')].filter(
      (name) => name !== 'docs/accessibility.md',
    ),
    45_000,
  ],
] as const)('%s does not exceed its word limit', (_, files, most) => {
  const words = files.flatMap((file) => read(file).split(/\s+/).filter(Boolean));
  expect(words.length).toBeLessThanOrEqual(most);
});

test('no task in docs/api-calls.md needs more calls here than with other products', () => {
  const rows = Array.from(read('docs/api-calls.md').matchAll(/^- (.+): (\d|–)\/(\d|–)\/(\d)$/gm));
  expect(rows).toHaveLength(40);
  const more = rows.filter(([, , docuseal, documenso, ownCount]) =>
    [docuseal, documenso].some((otherCount) => Number(ownCount) > Number(otherCount)),
  );
  expect(more.map(([row]) => row)).toEqual([]);
});

test('the map lists all folders of the server in their layers', () => {
  const listed = Array.from(
    read('docs/architecture.md').matchAll(/^- `server\/([a-z/-]+)\/`/gm),
    ([, folder]) => folder,
  );
  expect(listed).toEqual(folders);
  expect(
    folders.filter(
      (folder) => !statSync(join(root, 'server', folder), { throwIfNoEntry: false })?.isDirectory(),
    ),
  ).toEqual([]);
});

test.each(pages)('every link of %s works', (page) => {
  const links = Array.from(read(page).matchAll(/\]\(([^)\s]+)\)/g), ([, target = '']) => target);
  const local = links.filter((target) => !/^(https?:|#|mailto:)/.test(target));
  const dead = local.filter((target) => !existsSync(join(root, dirname(page), target.split('#')[0] ?? '')));
  expect(dead).toEqual([]);
});

test.each(['CONTRIBUTING.md', 'SECURITY.md', 'docs/glossary.md'])('the paths that %s names exist', (page) => {
  const named = Array.from(
    read(page).matchAll(/`((?:core|pdf|contract|server|web|testing)\/[^`…*]*)`/g),
    ([, path = '']) => path,
  );
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('every command that CONTRIBUTING.md names exists', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const named = Array.from(
    read('CONTRIBUTING.md').matchAll(/`?npm run ([a-z:-]+)/g),
    ([, name = '']) => name,
  );
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

test('the README links to CONTRIBUTING.md and SECURITY.md', () => {
  for (const page of ['CONTRIBUTING.md', 'SECURITY.md']) expect(read('README.md')).toContain(`(${page})`);
});

test('docs/settings.md lists every setting, and no other', () => {
  const schema =
    read('server/foundation/config/config.ts').split('const settings = z.object({')[1]?.split('\n});')[0] ??
    '';
  const others = ['payment', 'store', 'telemetry', 'sign-up', 'smtp', 'sign-in-with']
    .map((of) => read(`server/foundation/config/${of}-settings.ts`))
    .join('\n');
  const beside = (name: string) => others.split(`export const ${name} = {`)[1]?.split('\n};')[0] ?? '';
  const settings = Array.from(
    schema
      .replace(/^ {2}\.\.\.(\w+),$/gm, (_, name: string) => beside(name))
      .matchAll(/^ {2}([A-Z][A-Z0-9_]*):/gm),
    ([, name]) => name,
  );
  const listed = Array.from(read('docs/settings.md').matchAll(/^- `([A-Z0-9_]+)`/gm), ([, name]) => name);
  expect(settings.length).toBeGreaterThan(10);
  expect(listed).toEqual(settings);
});
