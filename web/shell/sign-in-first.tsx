import { FileLock2 } from 'lucide-react';
import { signInAgain } from '../api/go-to-login.ts';
import { useWords } from '../words.ts';
import { Button } from '../parts/button.tsx';
import { EmptyState } from '../parts/states.tsx';

/** In the place of a page that somebody was sent to, and that is for whoever is signed in. */
export function SignInFirst() {
  const { t } = useWords();
  return (
    <main className="grid min-h-dvh place-items-center">
      <EmptyState
        isPage
        icon={FileLock2}
        title={t('signInFirst.title')}
        action={
          <Button look="primary" onClick={signInAgain}>
            {t('landing.signIn')}
          </Button>
        }
      >
        {t('signInFirst.text')}
      </EmptyState>
    </main>
  );
}
