import { productNames } from '#core/person/name.ts';
import type { Config } from '../../foundation/config/config.ts';

type NameSettings = Pick<Config, 'plans' | 'operatorName'>;

/**
 * Names that brands must not resemble. Without plans the operator is the only tenant and may use their own
 * name.
 */
export function serviceNames({ plans, operatorName }: NameSettings): string[] {
  return [...productNames, ...(plans === 'on' && operatorName ? [operatorName] : [])];
}

/**
 * Names that people must not resemble. A one-word operator name is excluded, since it may be a surname that
 * customers share.
 */
export function serviceNamesForPeople(config: NameSettings): string[] {
  return serviceNames(config).filter((name) => name === productNames[0] || /\S\s+\S/.test(name));
}
