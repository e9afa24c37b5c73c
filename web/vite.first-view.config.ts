import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { splitTexts } from './build/split-texts.ts';

const at = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/**
 * The first view of the signer page and the pages for visitors, as functions for the server. They are built
 * from the components of the client, so that nothing shifts when a script takes over. They are next to
 * dist/web and not inside it, because they are not served.
 */
export default defineConfig({
  root: at('.'),
  publicDir: false,
  cacheDir: at('../node_modules/.cache/vite-first-view'),
  plugins: [react(), splitTexts()],
  // Bundles all packages except those the server itself uses, because most packages are installed only for
  // the build.
  ssr: { noExternal: /^(?!react(?:-dom)?(?:\/|$)|pdfjs-dist|signature_pad)/ },
  build: {
    ssr: true,
    outDir: at('../dist/first-view'),
    emptyOutDir: true,
    minify: false,
    rolldownOptions: {
      input: { 'first-view': at('ceremony/first-view.tsx'), 'site-pages': at('site-pages.tsx') },
    },
  },
});
