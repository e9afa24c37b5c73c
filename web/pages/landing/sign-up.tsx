import { lazy, Suspense } from 'react';
import { SignUpButton, type SignUpButtonProps } from './sign-up-button.tsx';

const WhoCanJoin = lazy(() => import('./who-can-join.tsx'));

/** The server states in the page that SIGN_UP limits who may have an account. */
const isLimited = () => document.querySelector('meta[name=sign-up]') !== null;

/**
 * The button for a new account, where visitors may have one. `sentence` adds who may have an account, if not
 * everyone may.
 */
export function SignUp({ sentence = false, ...button }: SignUpButtonProps & { sentence?: boolean }) {
  return isLimited() ? (
    <Suspense>
      <WhoCanJoin sentence={sentence} {...button} />
    </Suspense>
  ) : (
    <SignUpButton {...button} />
  );
}
