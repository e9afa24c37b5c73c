// Compares the tests before and after a change by their names and database engines:
//   node scripts/checks/compare-promises.mjs --before LIST… --now LIST… --long LIST…
// A LIST is the output of `vitest list --no-static-parse --json=LIST` or `playwright test --list --reporter=json`,
// or the JSON report of a run. Exits with 1 if a test is in neither run.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/**
 * Returns `file › name` of every test.
 * @param {unknown} list of any of these kinds
 */
export function promisesIn(list) {
  if (Array.isArray(list)) return list.map(({ file, name }) => promise(file, name.split(' > ')));
  if (list.testResults !== undefined)
    return list.testResults.flatMap(({ name: file, assertionResults }) =>
      assertionResults.map(({ ancestorTitles, title }) => promise(file, [...ancestorTitles, title])),
    );
  return list.suites.flatMap((suite) => specsIn(suite, []));
}

function specsIn({ specs = [], suites = [], title, file }, above) {
  // Playwright's first suite is the file itself.
  const path = title === file ? above : [...above, title];
  return [
    ...specs.map((spec) => promise(`e2e/${spec.file}`, [...path, spec.title])),
    ...suites.flatMap((suite) => specsIn(suite, path)),
  ];
}

/** Relative to the project root, wherever the checkout is. */
function promise(file, names) {
  const inProject = /(?:^|\/)((?:core|pdf|contract|server|web|testing|scripts|bench|e2e)\/.*)$/.exec(
    file,
  )?.[1];
  return [inProject ?? file, ...names].join(' › ');
}

/**
 * Groups the earlier tests by the run that contains them now. A test whose file was moved counts as the same.
 * @param {{ before: string[], now: string[], long: string[] }} promises
 */
export function comparePromises({ before, now, long }) {
  const withoutFile = (name) => name.slice(name.indexOf(' › '));
  const holds = (list) => {
    const [names, moved] = [new Set(list), new Set(list.map(withoutFile))];
    return (name) => names.has(name) || moved.has(withoutFile(name));
  };
  const [inNow, inLong, inBefore] = [holds(now), holds(long), holds(before)];
  const unique = [...new Set(before)];
  return {
    kept: unique.filter(inNow),
    moved: unique.filter((name) => !inNow(name) && inLong(name)),
    lost: unique.filter((name) => !inNow(name) && !inLong(name)),
    added: [...new Set([...now, ...long])].filter((name) => !inBefore(name)),
  };
}

function main(args) {
  const lists = { before: [], now: [], long: [] };
  let which = 'before';
  for (const arg of args) {
    if (arg.startsWith('--')) which = arg.slice(2);
    else lists[which].push(...promisesIn(JSON.parse(readFileSync(arg, 'utf8'))));
  }
  const { kept, moved, lost, added } = comparePromises(lists);
  for (const [what, names] of Object.entries({ moved, lost, added }))
    for (const name of names) console.log(`${what}: ${name}`);
  console.log(
    `${kept.length} held by npm test as before, ${moved.length} moved to the long run, ` +
      `${added.length} added, ${lost.length} lost`,
  );
  return lost.length === 0 ? 0 : 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.exit(main(process.argv.slice(2)));
