import type { Plugin } from 'vite';

/**
 * Puts the script and the styles of a page into the page itself, under another name, and leaves no other file. A page
 * that was opened from a disk may not load a module beside it: browsers take each such file for another origin.
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

/** By functions: `$&` in a script is no reference to what is replaced. A script ends at its first end tag. */
const withScript = (html: string, code: string) =>
  html
    .replace(/<script type="module"[^>]*><\/script>/, '')
    .replace(
      '</body>',
      () => `<script type="module">${code.replaceAll('</script', '<\\/script')}</script>\n  </body>`,
    );

const withStyles = (html: string, css: string) =>
  html.replace(/<link rel="stylesheet"[^>]*>/, () => `<style>${css}</style>`);
