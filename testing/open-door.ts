/** The settings of an installation on which everyone may have an account, for tests that sign people in themselves. */
export const openDoor = {
  settings: { signUp: { kind: 'open' }, disposableDomains: new Set<string>() },
} as const;
