import { stated } from '../../kit/stated.ts';
import { SignUpButton, type SignUpButtonProps } from './sign-up-button.tsx';
import { useQuery } from '@tanstack/react-query';
import { useDeferredTexts } from '../../api/later-words.ts';
import { installationQuery } from '../../api/support.ts';
import { useTranslation } from '../../words.ts';

/** The server states in the page that SIGN_UP limits who may have an account. */
const isLimited = () => stated('sign-up') !== undefined;

/**
 * The button for a new account, where visitors may have one. `sentence` adds who may have an account, if not
 * everyone may.
 */
export function SignUp({ sentence = false, ...button }: SignUpButtonProps & { sentence?: boolean }) {
  return isLimited() ? <WhoCanJoin sentence={sentence} {...button} /> : <SignUpButton {...button} />;
}

/**
 * If the settings limit sign-up: the button for visitors who may use it, and a sentence on who may have an
 * account.
 */
function WhoCanJoin({ sentence, ...button }: SignUpButtonProps & { sentence: boolean }) {
  const { language } = useTranslation();
  const say = useDeferredTexts('sign-up');
  const { data } = useQuery(installationQuery);
  if (!data || !say) return null;
  const { rule, domains, offered } = data.signUp;
  const list = new Intl.ListFormat(language, { type: 'disjunction' });
  return (
    <>
      {offered ? <SignUpButton {...button} /> : null}
      {sentence && rule !== 'open' ? (
        <p className="order-last w-full text-muted">
          {rule === 'domain' ? say('domain', { domains: list.format(domains) }) : say(rule)}
        </p>
      ) : null}
    </>
  );
}
