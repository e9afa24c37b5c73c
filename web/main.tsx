import './parts/theme.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { currentUserQuery } from './api/account.ts';
import { queryClient } from './api/transport/query-client.ts';
import { App } from './app.tsx';
import { documentActs } from './documents/document-menu.tsx';
import { ChooseTrackedChanges } from './documents/upload/ask-tracked-changes.tsx';
import { isEditorFrame } from './kit/frame.ts';
import { onFirstAct } from './kit/on-first-act.ts';
import { menuPanel } from './parts/dialogs/menu.tsx';
import { tooltipPanel } from './parts/dialogs/tooltip.tsx';
import { selectPanel } from './parts/forms/select.tsx';
import { ToastRegion } from './parts/dialogs/toast-region.tsx';
import { loadDialog } from './parts/lazy-part.tsx';
import { PageWaiting } from './parts/page-waiting.tsx';
import { ReadingDirection } from './parts/reading-direction.tsx';
import { speakFully, startWords } from './words.ts';

const EditorFrame = lazy(async () => {
  const [frame] = await Promise.all([import('./frame/editor-frame.tsx'), speakFully()]);
  return frame;
});

onFirstAct(() => {
  void loadDialog().catch(() => undefined);
  for (const panel of [menuPanel, documentActs, selectPanel, tooltipPanel]) panel.preload();
});

// Loaded together with the texts, because the page needs both.
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
        <ToastRegion />
      </ReadingDirection>
    </QueryClientProvider>
  </StrictMode>,
);
