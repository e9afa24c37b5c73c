import './parts/theme.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/transport/query-client.ts';
import { App } from './app.tsx';
import { ChooseTrackedChanges } from './documents/upload/ask-tracked-changes.tsx';
import { isEditorFrame } from './kit/frame.ts';
import { PageWaiting } from './parts/page-waiting.tsx';
import { ReadingDirection } from './parts/reading-direction.tsx';
import { Toaster } from './parts/dialogs/toaster.tsx';
import { TooltipProvider } from './parts/dialogs/tooltip.tsx';
import { speakFully, startWords } from './words.ts';

const EditorFrame = lazy(async () => {
  const [frame] = await Promise.all([import('./frame/editor-frame.tsx'), speakFully()]);
  return frame;
});

await startWords();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <ReadingDirection>
        <TooltipProvider>
          {isEditorFrame() ? (
            <Suspense fallback={<PageWaiting />}>
              <EditorFrame />
            </Suspense>
          ) : (
            <App />
          )}
          <ChooseTrackedChanges />
          <Toaster />
        </TooltipProvider>
      </ReadingDirection>
    </QueryClientProvider>
  </StrictMode>,
);
