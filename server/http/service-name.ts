import { productNames } from '#core/person/name.ts';
import type { Config } from '../config.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The name under which the service appears on its pages. */
    serviceName: string;
  }
}

/** The operator's name where one is set, else that of the software. */
export function serviceName({ operatorName }: Partial<Pick<Config, 'operatorName'>> = {}): string {
  return operatorName ?? productNames[0];
}

/** A page of the built client, with the name in its title and where its script reads it. */
export function namePage(html: string, name: string): string {
  const text = name
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
  // By functions: a name may hold '$&', which a replacement text would take for its own.
  return html
    .replace(/(<meta name="application-name" content=")[^"]*(")/, (_, before, after) => before + text + after)
    .replace(/<title>Countersign<\/title>/, () => `<title>${text}</title>`);
}
