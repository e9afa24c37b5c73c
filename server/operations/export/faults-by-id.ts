/** Fault messages by the id of a document or template. */
export type FaultsById = Map<string, string[]>;

export function addFault(faults: FaultsById, id: string, ...sentences: string[]): void {
  faults.set(id, [...new Set([...(faults.get(id) ?? []), ...sentences])]);
}
