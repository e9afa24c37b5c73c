import './parts/alone.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { AlonePage } from './pages/verify/alone-page.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('verify.html has no #root');
createRoot(root).render(
  <StrictMode>
    <AlonePage />
  </StrictMode>,
);
