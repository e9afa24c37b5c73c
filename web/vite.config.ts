import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { forwardsToServer } from './build/ask-server.ts';
import { chunkOfStart } from './build/chunk-of-start.ts';
import { browserFloor } from './build/browser-floor.ts';
import { pdfjsAssets } from './build/pdfjs-assets.ts';
import { inlinePaths } from './build/inline-paths.ts';
import { splitTexts } from './build/split-texts.ts';

const at = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const server = 'http://127.0.0.1:3000';

/**
 * The application, with one chunk per page. Signers must not wait for it, so their page has a separate entry
 * point, which vite.sign.config.ts builds into the same folder afterwards. In development both are served
 * from here.
 */
export default defineConfig({
  root: at('.'),
  publicDir: at('public'),
  cacheDir: at('../node_modules/.cache/vite'),
  plugins: [
    react(),
    tailwindcss(),
    inlinePaths(),
    splitTexts(),
    pdfjsAssets(at('../node_modules/pdfjs-dist')),
    signerEntryInDevelopment(),
  ],
  build: {
    target: browserFloor,
    outDir: at('../dist/web'),
    emptyOutDir: true,
    assetsDir: 'assets',
    // The content security policy allows fonts and images only from the same origin, not from data: URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      input: at('index.html'),
      output: {
        // Few chunks, because each one is a request, and eighty small ones compress ten percent worse.
        codeSplitting: {
          groups: [
            {
              name: chunkOfStart(at('main.tsx')),
              debugName: 'start',
            },
            // Most pages need this chunk, but the first page does not.
            { name: 'libraries', test: /node_modules\/(?!react-hook-form\/)/, minShareCount: 10 },
            { name: 'parts', test: /\/(?:web|core)\//, minShareCount: 8 },
          ],
        },
      },
    },
  },
  server: { proxy: { [forwardsToServer.source]: server } },
});

/** The production server serves sign.html for /sign/*; the development server needs this rule. */
function signerEntryInDevelopment(): Plugin {
  return {
    name: 'signer-entry-in-development',
    configureServer(devServer) {
      devServer.middlewares.use((request, _response, next) => {
        if (/^\/(?:sign|embed)\/(?:[^/.]+\/?)?(?:\?|$)/.test(request.url ?? '')) request.url = '/sign.html';
        next();
      });
    },
  };
}
