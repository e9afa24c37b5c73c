// Compares what the tests promise before a change and after it, by their names and the engines they run on:
//   node scripts/checks/compare-promises.mjs --before LIST… --now LIST… --long LIST…
// A LIST is what `vitest list --no-static-parse --json=LIST`, `playwright test --list --reporter=json` or a run's own
// JSON report holds. Exits with 1 when a promise is held by neither run.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** @param {unknown} list of any of these kinds; returns `file › name` of every test */
export function promisesIn(list) {
  if (Array.isArray(list)) return list.map(({ file, name }) => promise(file, name.split(' > ')));
  if (list.testResults !== undefined)
    return list.testResults.flatMap(({ name: file, assertionResults }) =>
      assertionResults.map(({ ancestorTitles, title }) => promise(file, [...ancestorTitles, title])),
    );
  return list.suites.flatMap((suite) => specsIn(suite, []));
}

function specsIn({ specs = [], suites = [], title, file }, above) {
  // The first suite of Playwright is the file itself.
  const path = title === file ? above : [...above, title];
  return [
    ...specs.map((spec) => promise(`e2e/${spec.file}`, [...path, spec.title])),
    ...suites.flatMap((suite) => specsIn(suite, path)),
  ];
}

/** Seen from the top of the project, wherever it lay. */
function promise(file, names) {
  const inProject = /(?:^|\/)((?:core|pdf|contract|server|web|testing|scripts|bench|e2e)\/.*)$/.exec(
    file,
  )?.[1];
  return [inProject ?? file, ...names].join(' › ');
}

/**
 * Sorts the promises of before by who holds them now; a test whose file was moved holds what it held.
 *
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
