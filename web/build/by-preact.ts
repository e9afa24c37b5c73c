import { fileURLToPath } from 'node:url';

/**
 * The client is written for React and delivered with Preact, a sixth of its size (docs/decisions/0008). For
 * `resolve.alias`; not used by the development server.
 */
export const byPreact = [
  { find: /^react$/, replacement: fileURLToPath(new URL('react-by-preact.mjs', import.meta.url)) },
  { find: /^react-dom$/, replacement: 'preact/compat' },
  { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
  { find: /^react\/jsx(?:-dev)?-runtime$/, replacement: 'preact/jsx-runtime' },
];
