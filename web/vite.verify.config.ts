import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { browserFloor } from './build/browser-floor.ts';
import { oneFile } from './build/one-file.ts';
import { splitTexts } from './build/split-texts.ts';

const at = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/**
 * The verify page as a single file that works offline, next to the equivalent command. It ends in .htm, so
 * that the server serves it as a file and not as one of its pages.
 */
export default defineConfig({
  root: at('.'),
  publicDir: false,
  cacheDir: at('../node_modules/.cache/vite-verify-page'),
  plugins: [react(), tailwindcss(), splitTexts(), oneFile('countersign-verify.htm')],
  build: {
    target: browserFloor,
    outDir: at('../dist/web/verify'),
    emptyOutDir: false,
    cssCodeSplit: false,
    modulePreload: false,
    rolldownOptions: { input: at('verify.html'), output: { codeSplitting: false } },
  },
});
