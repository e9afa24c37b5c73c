import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { ownTexts } from './checks/own-texts.ts';

const root = join(import.meta.dirname, '..');
const contents = ownTexts(root);

const filesWith = (pattern: RegExp) =>
  contents.filter(({ text }) => pattern.test(text)).map(({ name }) => name);

test.runIf(contents.length > 0)('no file names a folder of the machine it was written on', () => {
  expect(filesWith(new RegExp(String.raw`(?<![\w.$}-])/(work|root|farm)/[\w.-]`))).toEqual([]);
});

test.runIf(contents.length > 0)('no file names a package registry', () => {
  const hosts = ['registry.npm' + 'js.org', 'registry.yarn' + 'pkg.com', 'npm' + 'mirror.com'];
  expect(filesWith(new RegExp(hosts.join('|').replaceAll('.', String.raw`\.`)))).toEqual([]);
});

const withWhatAsSubject = /^\s*(?:\/\*\*|\*|\/\/)\s+What \w/m;

const ground = /^(core|contract)\//;

test.runIf(contents.length > 0).for([
  ['core and contract', (name: string) => ground.test(name)],
  ['any other folder', (name: string) => !ground.test(name) && name !== 'scripts/house.test.ts'],
] as const)('no comment of %s begins with ‘What’ as its subject', ([, among]) => {
  expect(filesWith(withWhatAsSubject).filter(among)).toEqual([]);
  expect('/** What becomes of it. */').toMatch(withWhatAsSubject);
});

/**
 * APIs missing in Safari 16.4, Chrome 111 or Firefox 115, the oldest browsers in which the pages run. The
 * build translates syntax but adds no APIs.
 */
const tooNew =
  /\b(?:(?:Map|Object)\.groupBy|Promise\.(?:withResolvers|try)|Array\.fromAsync|Iterator\.from|RegExp\.escape|URL\.(?:parse|canParse)|AbortSignal\.any|Uint8Array\.from(?:Hex|Base64)|Intl\.DurationFormat)\(|\.(?:isWellFormed|toWellFormed|symmetricDifference|isSubsetOf|toHex|toBase64)\(\)/;

test.runIf(contents.length > 0)('pages call no function that the oldest supported browsers lack', () => {
  const inPages = (name: string) =>
    /^(core|contract|pdf\/verify|verify|web)\/.*\.tsx?$/.test(name) && !/\.(test|suite)\.ts$/.test(name);
  expect(filesWith(tooNew).filter(inPages)).toEqual([]);
  expect('Map.groupBy(fields, keyOf)').toMatch(tooNew);
});

test('the lock file contains no addresses, because every machine installs from its own registry', () => {
  expect(readFileSync(join(root, 'package-lock.json'), 'utf8')).not.toContain('"resolved"');
});

test('every dependency is pinned to one version', () => {
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  ) as Record<'dependencies' | 'devDependencies', Record<string, string>>;
  const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
    ([, version]) => !/^(npm:.+@)?\d/.test(version),
  );
  expect(loose).toEqual([]);
});

/** Packages that no project file imports by name, and why they are needed. */
const unnamed = new Map([['node', 'runs everything']]);

test.runIf(contents.length > 0)('packages installed to run the product are imported by its code', () => {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const running = contents.filter(
    ({ name }) => /^(core|pdf|contract|server)\/.*\.ts$/.test(name) && !/\.(test|suite)\.ts$/.test(name),
  );
  const idle = Object.keys(dependencies).filter(
    (name) => !unnamed.has(name) && !running.some(({ text }) => new RegExp(`['"/]${name}['"/]`).test(text)),
  );
  expect(idle).toEqual([]);
});

const isGatheredByDesign = /^(?:docs\/decisions|pdf\/fonts|server\/foundation\/db\/migrations)$/;

test.runIf(contents.length > 0)('no folder has more than 40 files', () => {
  const folders = Map.groupBy(contents, ({ name }) => dirname(name));
  const crowded = [...folders].filter(([, files]) => files.length > 40).map(([folder]) => folder);
  expect(crowded.filter((folder) => !isGatheredByDesign.test(folder))).toEqual([]);
  expect(crowded).toContain('server/foundation/db/migrations');
});
