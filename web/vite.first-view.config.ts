import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { splitTexts } from './build/split-texts.ts';

const at = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/**
 * The first view of the signer page as a function for the server, built from the components of the page, so
 * that nothing shifts when the script takes over. It is next to dist/web and not inside, because it is not
 * served.
 */
export default defineConfig({
  root: at('.'),
  publicDir: false,
  cacheDir: at('../node_modules/.cache/vite-first-view'),
  plugins: [react(), splitTexts()],
  build: {
    ssr: at('ceremony/first-view.tsx'),
    outDir: at('../dist/first-view'),
    emptyOutDir: true,
    minify: false,
  },
});
