// `npm run boundaries`: checks every import against .dependency-cruiser.cjs.
import { cruise } from 'dependency-cruiser';
import type { ICruiseResult } from 'dependency-cruiser';
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findFolderPairs, type Import } from './checks/folder-pairs.ts';
import { longestChain } from './checks/longest-chain.ts';

const root = join(import.meta.dirname, '..');
const rules = join(root, '.dependency-cruiser.cjs');
const folders = [
  'core',
  'pdf',
  'verify',
  'contract',
  'server',
  'web',
  'testing',
  'scripts',
  'bench',
  'e2e',
  'clients',
];
/** With an unsupported compiler, the cruiser silently checks nothing and reports success. */
const minModules = 200;

export type Violation = { rule: string; from: string; to: string; comment: string };

/** Checks the tree in `folder` against the rules. Paths of violations are relative to it. */
export async function checkBoundaries(folder = root): Promise<{ cruised: number; violations: Violation[] }> {
  const options = await extractOptions(rules);
  const present = folders.filter((name) => existsSync(join(folder, name)));
  const { output } = await cruise(present, { ...options, baseDir: folder, outputType: undefined });
  const { summary, modules } = output as ICruiseResult;
  const violations = summary.violations.map(({ rule, from, to }) => ({
    rule: rule.name,
    from,
    to,
    comment: ruleComment(summary, rule.name),
  }));
  const imports = importsOf(modules);
  return {
    cruised: summary.totalCruised,
    violations: [...violations, ...pairs(imports), ...tooLong(imports)],
  };
}

const isTest = /\.(test|suite)\.tsx?$/;

/** All imports, including type imports. Tests may import anything. */
function importsOf(modules: ICruiseResult['modules']): (Import & { dynamic: boolean })[] {
  return modules
    .filter(({ source }) => !isTest.test(source))
    .flatMap(({ source, dependencies }) =>
      dependencies
        .filter(({ resolved, coreModule }) => !coreModule && folders.includes(resolved.split('/')[0]!))
        .map(({ resolved, dynamic }) => ({ from: source, to: resolved, dynamic })),
    );
}

/** Imports between two sibling folders must all have the same direction. */
function pairs(imports: readonly Import[]): Violation[] {
  return findFolderPairs(imports).map(({ one, other }) => ({
    rule: 'folders-one-way',
    ...one,
    comment: `Folders must not import each other, but ${other.from} imports ${other.to}. Move what both need to a lower folder.`,
  }));
}

/**
 * Maximum number of files in a chain of static imports, including type imports. In a long chain, a change of
 * one type affects many files.
 */
const maxChain = 26;
const isProduct = /^(core|pdf|verify|contract|server|web)\/.*\.tsx?$/;

function tooLong(imports: ReturnType<typeof importsOf>): Violation[] {
  const chain = longestChain(
    imports.filter(({ from, to, dynamic }) => !dynamic && isProduct.test(from) && isProduct.test(to)),
  );
  if (chain.length <= maxChain) return [];
  const comment = `A chain of ${chain.length} imports; at most ${maxChain} are allowed. Move types and constants to the lowest folder that uses them: ${chain.join(' > ')}`;
  return [{ rule: 'short-chains', from: chain[0]!, to: chain[1]!, comment }];
}

function ruleComment(summary: ICruiseResult['summary'], name: string): string {
  return summary.ruleSetUsed?.forbidden?.find((rule) => rule.name === name)?.comment ?? '';
}

if (import.meta.main) {
  const { cruised, violations } = await checkBoundaries();
  for (const { rule, from, to, comment } of violations) {
    console.error(`${from} imports ${to}\n  ${rule}: ${comment}`);
  }
  if (cruised < minModules)
    console.error(`Only ${cruised} modules were checked, which is too few to prove anything.`);
  console.log(`${cruised} modules checked, ${violations.length} forbidden imports`);
  process.exitCode = violations.length === 0 && cruised >= minModules ? 0 : 1;
}
