import { IdentityHints as KitHints, type IdentityHintsProps } from '../kit/identity-hints.tsx';
import { useTranslation } from '../words.ts';

/** The hints of the kit in the language of the application. `live` announces them while names are typed. */
export function IdentityHints({ live = false, ...hints }: Omit<IdentityHintsProps, 'language'>) {
  return <KitHints language={useTranslation().language} live={live} {...hints} />;
}
