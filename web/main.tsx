import './parts/theme.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/query-client.ts';
import { App } from './app.tsx';
import { ReadingDirection } from './parts/reading-direction.tsx';
import { Toaster } from './parts/toaster.tsx';
import { TooltipProvider } from './parts/tooltip.tsx';
import { startWords } from './words.ts';

await startWords();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <ReadingDirection>
        <TooltipProvider>
          <App />
          <Toaster />
        </TooltipProvider>
      </ReadingDirection>
    </QueryClientProvider>
  </StrictMode>,
);
