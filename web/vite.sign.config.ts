import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { browserFloor } from './build/browser-floor.ts';
import { precompress } from './build/precompress.ts';
import { inlinePaths } from './build/inline-paths.ts';
import { splitTexts } from './build/split-texts.ts';

const at = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/**
 * The signer page, built into the same folder after the application. It shares no chunk with the application,
 * so that a phone on a slow network loads nothing that a signer does not need.
 */
export default defineConfig({
  root: at('.'),
  publicDir: false,
  cacheDir: at('../node_modules/.cache/vite-sign'),
  plugins: [react(), tailwindcss(), inlinePaths(), splitTexts(), precompress()],
  build: {
    target: browserFloor,
    outDir: at('../dist/web'),
    emptyOutDir: false,
    assetsDir: 'assets',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      input: at('sign.html'),
      // The page and its later parts share only a few files, because each file costs a request and compresses
      // worse.
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            {
              name: 'words',
              test: /web\/(ceremony\/words|kit\/product-name)\.ts$/,
              includeDependenciesRecursively: true,
            },
            {
              name: 'shared',
              test: /node_modules\/(react|react-dom|scheduler)\/|web\/(kit\/(icon|button)|ceremony\/(sheet|pages\/page-work))\.tsx?$/,
            },
          ],
        },
      },
    },
  },
});
