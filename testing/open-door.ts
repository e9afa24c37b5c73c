/** Settings of an installation on which everyone may sign up, for tests that sign people in themselves. */
export const openDoor = {
  settings: { signUp: { kind: 'open' }, disposableDomains: new Set<string>() },
} as const;
