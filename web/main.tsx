import './parts/theme.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { currentUserQuery } from './api/account.ts';
import { queryClient } from './api/transport/query-client.ts';
import { App } from './app.tsx';
import { ChooseTrackedChanges } from './documents/upload/ask-tracked-changes.tsx';
import { isEditorFrame } from './kit/frame.ts';
import { onFirstAct } from './kit/on-first-act.ts';
import { useToasts } from './kit/toast-store.ts';
import { menuPanel } from './parts/dialogs/menu.tsx';
import { tooltipPanel } from './parts/dialogs/tooltip.tsx';
import { selectPanel } from './parts/forms/select.tsx';
import { lazyPart, loadDialog } from './parts/lazy-part.tsx';
import { PageWaiting } from './parts/page-waiting.tsx';
import { ReadingDirection } from './parts/reading-direction.tsx';
import { useWasTrue } from './parts/use-ever-true.ts';
import { speakFully, startWords } from './words.ts';

const EditorFrame = lazy(async () => {
  const [frame] = await Promise.all([import('./frame/editor-frame.tsx'), speakFully()]);
  return frame;
});

const loadToaster = async () => (await import('./parts/dialogs/toaster.tsx')).Toaster;
const Toaster = lazyPart(loadToaster, { Failed: () => null });
onFirstAct(() => {
  void Promise.all([loadToaster(), loadDialog()]).catch(() => undefined);
  for (const panel of [menuPanel, selectPanel, tooltipPanel]) panel.preload();
});

// Together with the texts, since the page needs both.
if (!isEditorFrame()) void queryClient.prefetchQuery(currentUserQuery);
await startWords();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <ReadingDirection>
        {isEditorFrame() ? (
          <Suspense fallback={<PageWaiting />}>
            <EditorFrame />
          </Suspense>
        ) : (
          <App />
        )}
        <ChooseTrackedChanges />
        <Toasts />
      </ReadingDirection>
    </QueryClientProvider>
  </StrictMode>,
);

/** Loads with the first message, or once the person acts, so that even a lost network can be reported. */
function Toasts() {
  const any = useWasTrue(useToasts().length > 0);
  return any ? <Toaster /> : null;
}
