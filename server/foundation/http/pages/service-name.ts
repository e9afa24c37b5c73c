import type {} from 'fastify';
import { productNames } from '#core/person/name.ts';
import type { Config } from '../../config/config.ts';
import { escapeMarkup } from '#core/language/escape-markup.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Name of the service, shown on its pages. */
    serviceName: string;
  }
}

/** Returns the operator's name if it is set, otherwise the name of the software. */
export function serviceName({ operatorName }: Partial<Pick<Config, 'operatorName'>> = {}): string {
  return operatorName ?? productNames[0];
}

/**
 * Returns a page of the built client with the name in its title, and with the data that its script needs
 * before its first request.
 */
export function statePage(
  html: string,
  { name, limitsSignUp, plansOff }: { name: string; limitsSignUp: boolean; plansOff: boolean },
): string {
  const text = escapeMarkup(name);
  // The replacement is a function, because a name may contain '$&', which a replacement string would
  // interpret.
  return html
    .replace(
      /(<meta name="application-name" content=")[^"]*("[^>]*>)/,
      (_, before, after) =>
        before +
        text +
        after +
        (limitsSignUp ? '<meta name="sign-up" content="limited" />' : '') +
        (plansOff ? '<meta name="plans" content="off" />' : ''),
    )
    .replace(/<title>Countersign<\/title>/, () => `<title>${text}</title>`);
}
