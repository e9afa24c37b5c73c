import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { asksServer } from './build/ask-server.ts';
import { pdfjsAssets } from './build/pdfjs-assets.ts';

const at = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const server = 'http://127.0.0.1:3000';

/**
 * The application, each page a chunk of its own. Signers, who must not wait for it, have an entry of their own: vite.sign.config.ts builds it
 * into the same folder afterwards. In development both come from here.
 */
export default defineConfig({
  root: at('.'),
  publicDir: at('public'),
  cacheDir: at('../node_modules/.cache/vite'),
  plugins: [
    react(),
    tailwindcss(),
    pdfjsAssets(at('../node_modules/pdfjs-dist')),
    signerEntryInDevelopment(),
  ],
  build: {
    outDir: at('../dist/web'),
    emptyOutDir: true,
    assetsDir: 'assets',
    // The content security policy allows fonts and images from our own origin only, not from data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      input: at('index.html'),
      output: {
        // The code that most pages share travels in two pieces: eighty small ones compress worse by a tenth.
        codeSplitting: {
          groups: [
            // Forms are wanted by many pages, but not by the first one.
            { name: 'libraries', test: /node_modules\/(?!react-hook-form\/)/, minShareCount: 10 },
            { name: 'parts', test: /\/(?:web|core)\//, minShareCount: 10 },
          ],
        },
      },
    },
  },
  server: { proxy: { [asksServer.source]: server } },
});

/** The production server sends sign.html for /sign/*; the development server has to be told. */
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
