import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { byPreact } from './build/by-preact.ts';
import { precompress } from './build/precompress.ts';

const at = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/**
 * The signer page, built after the application and into the same folder. It is written for React, as everything
 * else is, and delivered with Preact, which is a sixth of the size: a phone on a slow network has to load it before
 * anything can be read.
 */
export default defineConfig({
  root: at('.'),
  publicDir: false,
  cacheDir: at('../node_modules/.cache/vite-sign'),
  plugins: [react(), tailwindcss(), precompress()],
  resolve: { alias: byPreact },
  build: {
    outDir: at('../dist/web'),
    emptyOutDir: false,
    assetsDir: 'assets',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1000,
    rolldownOptions: { input: at('sign.html') },
  },
});
