/** Returns the report of the unit tests. If a file ran twice, it contains the second result. */
export function mergeReports(first, second) {
  const again = new Set((second?.testResults ?? []).map(({ name }) => name));
  const kept = (first?.testResults ?? []).filter(({ name }) => !again.has(name));
  return { testResults: [...kept, ...(second?.testResults ?? [])] };
}
