import type { Plugin } from 'vite';

/**
 * Inlines the script and styles of a page into the page, renames it, and removes all other files. A page
 * opened from a disk may not load a module next to it, because browsers treat each local file as a separate
 * origin.
 */
export function oneFile(name: string): Plugin {
  return {
    name: 'one-file',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const parts = Object.values(bundle);
      const page = parts.find((part) => part.type === 'asset' && part.fileName.endsWith('.html'));
      if (page?.type !== 'asset') throw new Error('There is no page to put anything into.');
      let html = String(page.source);
      for (const part of parts) {
        if (part === page) continue;
        html = part.type === 'chunk' ? withScript(html, part.code) : withStyles(html, String(part.source));
        delete bundle[part.fileName];
      }
      delete bundle[page.fileName];
      this.emitFile({ type: 'asset', fileName: name, source: html });
    },
  };
}

/**
 * Uses replacement functions, because `$&` in a script would be treated as a reference. A script ends at its
 * first end tag.
 */
const withScript = (html: string, code: string) =>
  html
    .replace(/<script type="module"[^>]*><\/script>/, '')
    .replace(
      '</body>',
      () => `<script type="module">${code.replaceAll('</script', '<\\/script')}</script>\n  </body>`,
    );

const withStyles = (html: string, css: string) =>
  html.replace(/<link rel="stylesheet"[^>]*>/, () => `<style>${css}</style>`);
