import type { Config } from '../config.ts';
import { serviceName } from '../http/service-name.ts';

/**
 * The sender of every mail, by the settings. Its name is also what mails call the service: that of `MAIL_FROM`, else the
 * operator's.
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
