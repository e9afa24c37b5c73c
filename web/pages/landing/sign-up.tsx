import { stated } from '../../kit/stated.ts';
import { SignUpButton, type SignUpButtonProps } from './sign-up-button.tsx';
import { WhoCanJoin } from './who-can-join.tsx';

/** The server states in the page that SIGN_UP limits who may have an account. */
const isLimited = () => stated('sign-up') !== undefined;

/**
 * The button for a new account, where visitors may have one. `sentence` adds who may have an account, if not
 * everyone may.
 */
export function SignUp({ sentence = false, ...button }: SignUpButtonProps & { sentence?: boolean }) {
  return isLimited() ? <WhoCanJoin sentence={sentence} {...button} /> : <SignUpButton {...button} />;
}
