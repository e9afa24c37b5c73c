import { beforeAll, expect, test, vi } from 'vitest';
import type { CeremonyAnswer } from '#contract/signing/ceremony.ts';
import { languages } from '#core/language/language.ts';
import { grace } from '#testing/cast.ts';
import { nextStepText } from './what-happens-next.ts';
import { speak } from '../words.ts';

beforeAll(() => vi.stubGlobal('document', { documentElement: {} }));

const standings = {
  waiting: { status: 'sent', sealing: false },
  sealing: { status: 'sealing', sealing: true },
  completed: { status: 'completed', sealing: false },
};

function nextStep(standing: keyof typeof standings, consentWithdrawn: boolean): string {
  return nextStepText({
    document: { ...standings[standing], sender: { name: 'Ada Moreau', email: 'ada@harbour.example' } },
    recipient: { email: grace.email, consentWithdrawn },
  } as unknown as CeremonyAnswer);
}

test.each(languages)('promises paper and no email after a withdrawal of consent, in %s', async (language) => {
  await speak(language);
  for (const standing of ['waiting', 'sealing', 'completed'] as const) {
    expect(nextStep(standing, false)).toContain(grace.email);
    expect(nextStep(standing, true)).not.toContain(grace.email);
    expect(nextStep(standing, true)).toContain('Ada Moreau');
  }
});
