/** Returns the report of the unit tests in which files that ran twice have their second result. */
export function mergeReports(first, second) {
  const again = new Set((second?.testResults ?? []).map(({ name }) => name));
  const kept = (first?.testResults ?? []).filter(({ name }) => !again.has(name));
  return { testResults: [...kept, ...(second?.testResults ?? [])] };
}
