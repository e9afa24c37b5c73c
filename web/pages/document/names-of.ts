import type { RecipientView } from '#contract/documents.ts';

/** 'Grace Lindqvist and Linus Okafor'; an address where somebody has no name. */
export function namesOf(recipients: readonly RecipientView[]): string {
  const names = recipients.map(({ name, email }) => name || email);
  return new Intl.ListFormat(undefined, { type: 'conjunction' }).format(names);
}
