import { signInAgain } from '../api/transport/go-to-login.ts';
import { useTranslation } from '../words.ts';
import { Button } from '../parts/button.tsx';
import { LockedPage } from './locked-page.tsx';

/** Replaces a page that requires signing in. */
export function SignInFirst() {
  const { t } = useTranslation();
  const signIn = (
    <Button look="primary" onClick={signInAgain}>
      {t('landing.signIn')}
    </Button>
  );
  return <LockedPage title={t('signInFirst.title')} text={t('signInFirst.text')} action={signIn} />;
}
