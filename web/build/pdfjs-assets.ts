import { cp, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'vite';

/** Files that pdf.js loads while it draws: character maps, standard fonts, decoders and color profiles. */
const folders = ['cmaps', 'standard_fonts', 'wasm', 'iccs'];

/** Serves the assets of pdf.js at /pdfjs/: from its package in development, and copied next to the build. */
export function pdfjsAssets(packageFolder: string): Plugin {
  let outDir = '';
  return {
    name: 'pdfjs-assets',
    configResolved(config) {
      outDir = path.resolve(config.root, config.build.outDir);
    },
    configureServer(server) {
      server.middlewares.use('/pdfjs', (request, response, next) => {
        const name = path.normalize(decodeURIComponent((request.url ?? '').split('?')[0] ?? ''));
        if (!folders.some((folder) => name.startsWith(`/${folder}/`))) return next();
        readFile(path.join(packageFolder, name)).then((bytes) => {
          if (name.endsWith('.wasm')) response.setHeader('content-type', 'application/wasm');
          response.end(bytes);
        }, next);
      });
    },
    async writeBundle() {
      await Promise.all(
        folders.map((folder) =>
          cp(path.join(packageFolder, folder), path.join(outDir, 'pdfjs', folder), { recursive: true }),
        ),
      );
    },
  };
}
