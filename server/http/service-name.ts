import { productNames } from '#core/person/name.ts';
import type { Config } from '../config.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The name of the service on its pages. */
    serviceName: string;
  }
}

/** The operator's name if set, else that of the software. */
export function serviceName({ operatorName }: Partial<Pick<Config, 'operatorName'>> = {}): string {
  return operatorName ?? productNames[0];
}

/** Puts the name into the title of a page of the built client and where its script reads it. */
export function namePage(html: string, name: string): string {
  const text = name
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
  // Replacement functions, since a name may contain '$&', which a replacement string would interpret.
  return html
    .replace(/(<meta name="application-name" content=")[^"]*(")/, (_, before, after) => before + text + after)
    .replace(/<title>Countersign<\/title>/, () => `<title>${text}</title>`);
}
