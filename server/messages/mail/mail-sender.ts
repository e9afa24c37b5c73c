import type { Config } from '../../foundation/config/config.ts';
import { serviceName } from '../../foundation/http/pages/service-name.ts';

/**
 * Returns the configured sender of every email. Its name, from `MAIL_FROM` or the operator's name, is also
 * the service's name in emails.
 */
export function mailSender({
  mailFrom,
  operatorName,
  publicUrl,
}: Pick<Config, 'mailFrom' | 'publicUrl'> & Partial<Pick<Config, 'operatorName'>>): {
  name: string;
  address: string;
} {
  const given = /^(.*)<([^>]+)>$/.exec(mailFrom ?? '');
  const own = serviceName({ operatorName });
  if (given) return { name: given[1]!.trim() || own, address: given[2]! };
  return { name: own, address: mailFrom ?? `countersign@${new URL(publicUrl).hostname}` };
}
