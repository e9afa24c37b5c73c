import { stated } from '../../kit/stated.ts';
import { SignUpButton, type SignUpButtonProps } from './sign-up-button.tsx';
import { useQuery } from '@tanstack/react-query';
import { useDeferredTexts } from '../../api/later-words.ts';
import { installationQuery } from '../../api/support.ts';
import { useTranslation } from '../../words.ts';

/** The server writes into the page whether SIGN_UP limits who can create an account. */
const isLimited = () => stated('sign-up') !== undefined;

/** The button for a new account, if visitors can create one. `sentence` says who can, if not everyone can. */
export function SignUp({ sentence = false, ...button }: SignUpButtonProps & { sentence?: boolean }) {
  return isLimited() ? <WhoCanJoin sentence={sentence} {...button} /> : <SignUpButton {...button} />;
}

/**
 * If the settings limit sign-up, shows the button to visitors who can use it, and a sentence about who can
 * create an account.
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
