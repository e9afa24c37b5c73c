// Loaded before the server (node --import). Replaces the ports in its composition root with ones that can
// fail.
import { registerHooks } from 'node:module';

registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    const isTheProduct =
      found.url.endsWith('/server/product.ts') && context.parentURL?.endsWith('/server/main.ts') === true;
    return isTheProduct ? { ...found, url: new URL('failing-product.ts', import.meta.url).href } : found;
  },
});
