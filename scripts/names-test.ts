/** Whether a test, a step or a group of tests has this title: a string that is the first thing in its brackets. */
export function namesTest(source: string, title: string): boolean {
  return [`'${title}'`, `"${title}"`, `\`${title}\``].some((quoted) =>
    source
      .split(quoted)
      .slice(0, -1)
      .some((before) => /\(\s*$/.test(before)),
  );
}
