import { signInAgain } from '../api/go-to-login.ts';
import { useWords } from '../words.ts';
import { Button } from '../parts/button.tsx';
import { LockedPage } from './locked-page.tsx';

/** In the place of a page that somebody was sent to, and that is for whoever is signed in. */
export function SignInFirst() {
  const { t } = useWords();
  const signIn = (
    <Button look="primary" onClick={signInAgain}>
      {t('landing.signIn')}
    </Button>
  );
  return <LockedPage title={t('signInFirst.title')} text={t('signInFirst.text')} action={signIn} />;
}
