import { signInAgain } from '../api/transport/go-to-login.ts';
import { useWords } from '../words.ts';
import { Button } from '../parts/button.tsx';
import { LockedPage } from './locked-page.tsx';

/** Replaces a page that requires signing in. */
export function SignInFirst() {
  const { t } = useWords();
  const signIn = (
    <Button look="primary" onClick={signInAgain}>
      {t('landing.signIn')}
    </Button>
  );
  return <LockedPage title={t('signInFirst.title')} text={t('signInFirst.text')} action={signIn} />;
}
