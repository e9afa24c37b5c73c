/** Returns true if a test, a step or a group has this title, as a string that is its first argument. */
export function namesTest(source: string, title: string): boolean {
  return [`'${title}'`, `"${title}"`, `\`${title}\``].some((quoted) =>
    source
      .split(quoted)
      .slice(0, -1)
      .some((before) => /\(\s*$/.test(before)),
  );
}
