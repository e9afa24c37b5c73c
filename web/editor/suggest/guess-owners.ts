type Person = { id: string; name: string };

/**
 * Returns the recipient for each party that the file names: the one with that name, as in templates, or by order
 * if there are as many recipients as parties. Null where that is unclear, so that the sender decides.
 */
export function guessOwners(
  roles: readonly string[],
  people: readonly Person[],
): Record<string, string | null> {
  const named = roles.filter((role) => role !== '');
  const byName = (role: string): Person | undefined =>
    people.find(({ name }) => name.trim().toLowerCase() === role.toLowerCase());
  const isOrdered = named.length === people.length && !named.some(byName);
  const only = people.length === 1 && named.length < 2 ? people[0] : undefined;
  return Object.fromEntries(
    roles.map((role) => {
      const owner = only ?? byName(role) ?? (isOrdered ? people[named.indexOf(role)] : undefined);
      return [role, owner?.id ?? null];
    }),
  );
}
