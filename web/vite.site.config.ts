import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { browserFloor } from './build/browser-floor.ts';
import { inlinePaths } from './build/inline-paths.ts';
import { splitTexts } from './build/split-texts.ts';

const at = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/**
 * The frame, styles and scripts of the pages for visitors, built into the same folder after the application.
 * They share no chunks with the application, because it needs much more of the common code.
 */
export default defineConfig({
  root: at('.'),
  publicDir: false,
  cacheDir: at('../node_modules/.cache/vite-site'),
  plugins: [react(), tailwindcss(), inlinePaths(), splitTexts()],
  build: {
    target: browserFloor,
    outDir: at('../dist/web'),
    emptyOutDir: false,
    assetsDir: 'assets',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1000,
    rolldownOptions: { input: at('site.html') },
  },
});
