import { copyFileSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const at = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const name = 'countersign-verify.mjs';

/**
 * Bundles the command into a single file that needs only Node, and copies it to the files that the server
 * serves.
 */
export default defineConfig({
  root: at('.'),
  publicDir: false,
  cacheDir: at('../node_modules/.cache/vite-verify'),
  plugins: [handedOut()],
  ssr: { noExternal: true },
  build: {
    ssr: true,
    target: 'node20',
    outDir: at('../dist/verify'),
    emptyOutDir: true,
    minify: false,
    rolldownOptions: {
      input: at('command/main.ts'),
      output: { entryFileNames: name, banner: '#!/usr/bin/env node', codeSplitting: false },
    },
  },
});

function handedOut(): Plugin {
  return {
    name: 'handed-out',
    writeBundle({ dir }) {
      // Skips the copy when a test builds the command into another folder.
      if (dir !== at('../dist/verify')) return;
      mkdirSync(at('../dist/web/verify'), { recursive: true });
      copyFileSync(at(`../dist/verify/${name}`), at(`../dist/web/verify/${name}`));
    },
  };
}
