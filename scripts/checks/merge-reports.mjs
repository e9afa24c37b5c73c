/** Returns the report of the unit tests, with the second result of each file that ran twice. */
export function mergeReports(first, second) {
  const again = new Set((second?.testResults ?? []).map(({ name }) => name));
  const kept = (first?.testResults ?? []).filter(({ name }) => !again.has(name));
  return { testResults: [...kept, ...(second?.testResults ?? [])] };
}
