import { productNames } from '#core/person/name.ts';
import type { Config } from '../../foundation/config/config.ts';

type NameSettings = Pick<Config, 'plans' | 'operatorName'>;

/**
 * Returns the names that brands must not resemble. Without plans, the operator is the only tenant and may use
 * their own name.
 */
export function serviceNames({ plans, operatorName }: NameSettings): string[] {
  return [...productNames, ...(plans === 'on' && operatorName ? [operatorName] : [])];
}

/**
 * Returns the names that people must not resemble. A one-word operator name is excluded, because customers
 * may share it as a surname.
 */
export function serviceNamesForPeople(config: NameSettings): string[] {
  return serviceNames(config).filter((name) => name === productNames[0] || /\S\s+\S/.test(name));
}
