import { FileLock2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Button } from '../parts/button.tsx';
import { EmptyState } from '../parts/states.tsx';
import { useTranslation } from '../words.ts';

type Props = { title: string; text: string; action?: ReactNode };

/** Replaces a page that the member cannot access, with the reason and a link to another page. */
export function LockedPage({ title, text, action }: Props) {
  const { t } = useTranslation();
  const home = (
    <Button asChild look="primary">
      <Link to="/">{t('notFound.back')}</Link>
    </Button>
  );
  return (
    <main className="grid min-h-dvh place-items-center">
      <EmptyState isPage icon={FileLock2} title={title} action={action ?? home}>
        {text}
      </EmptyState>
    </main>
  );
}
