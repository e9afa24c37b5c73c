import type { Config } from '../config.ts';

/** 'Name <address>' or an address, from the settings; without one, an address that is honest about its host. */
export function mailSender({ mailFrom, publicUrl }: Pick<Config, 'mailFrom' | 'publicUrl'>): {
  name: string;
  address: string;
} {
  const given = /^(.*)<([^>]+)>$/.exec(mailFrom ?? '');
  if (given) return { name: given[1]!.trim(), address: given[2]! };
  return { name: 'Countersign', address: mailFrom ?? `countersign@${new URL(publicUrl).hostname}` };
}
