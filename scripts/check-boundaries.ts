// `npm run boundaries`: checks every import against .dependency-cruiser.cjs.
import { cruise } from 'dependency-cruiser';
import type { ICruiseResult } from 'dependency-cruiser';
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findFolderPairs } from './checks/folder-pairs.ts';

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
  return { cruised: summary.totalCruised, violations: [...violations, ...pairs(modules)] };
}

const isTest = /\.(test|suite)\.tsx?$/;

/** Imports between two sibling folders must go one way; tests may import anything. */
function pairs(modules: ICruiseResult['modules']): Violation[] {
  const imports = modules
    .filter(({ source }) => !isTest.test(source))
    .flatMap(({ source, dependencies }) =>
      dependencies
        .filter(({ resolved, coreModule }) => !coreModule && folders.includes(resolved.split('/')[0]!))
        .map(({ resolved }) => ({ from: source, to: resolved })),
    );
  return findFolderPairs(imports).map(({ one, other }) => ({
    rule: 'folders-one-way',
    ...one,
    comment: `Folders must not import each other, but ${other.from} imports ${other.to}. Move what both need to a lower folder.`,
  }));
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
