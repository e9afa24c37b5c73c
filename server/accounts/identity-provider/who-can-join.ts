import type { SignUpRule } from '#core/account/sign-up.ts';
import type { RefusalCode } from '#core/refusal.ts';
import type { SignInMessages } from './pages/sign-in-words.ts';

/** Returns a sentence that states who may have an account here; undefined if everyone may. */
export function whoCanJoin({ say, language }: SignInMessages, rule: SignUpRule): string | undefined {
  if (rule.kind === 'open') return undefined;
  if (rule.kind !== 'domain') return say(`join.${rule.kind}`);
  const list = new Intl.ListFormat(language, { type: 'disjunction' });
  return say('join.domain', { domains: list.format(rule.domains) });
}

/**
 * Returns the reason why a person who has signed in gets no account. `provider`: they used an external
 * provider.
 */
export function admissionRefusedText(
  words: SignInMessages,
  refused: RefusalCode,
  { rule, provider }: { rule: SignUpRule; provider: boolean },
): { title: string; text: string } {
  const { say } = words;
  if (refused === 'address-not-confirmed')
    return provider
      ? { title: say('join.title'), text: say('join.unverified') }
      : { title: say('forgot.sent'), text: say('join.confirmFirst') };
  if (refused === 'account-suspended') return { title: say('suspended.title'), text: say('suspended.text') };
  if (refused === 'address-disposable') return { title: say('join.title'), text: say('join.disposable') };
  return { title: say('join.title'), text: whoCanJoin(words, rule) ?? say('join.closed') };
}
