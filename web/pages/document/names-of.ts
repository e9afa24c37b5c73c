import type { RecipientView } from '#contract/documents/documents.ts';

/** Returns names such as 'Grace Lindqvist and Linus Okafor', with the address of a person without a name. */
export function namesOf(recipients: readonly Pick<RecipientView, 'name' | 'email'>[]): string {
  const names = recipients.map(({ name, email }) => name || email);
  return new Intl.ListFormat(undefined, { type: 'conjunction' }).format(names);
}
