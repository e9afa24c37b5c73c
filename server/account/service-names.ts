import { productNames } from '#core/person/name.ts';
import type { Config } from '../config.ts';

type NameSettings = Pick<Config, 'plans' | 'operatorName'>;

/** Names that no brand may resemble. Without plans the operator is the only tenant and may use their own name. */
export function serviceNames({ plans, operatorName }: NameSettings): string[] {
  return [...productNames, ...(plans === 'on' && operatorName ? [operatorName] : [])];
}

/** Names that no person may resemble. An operator of one word may be a surname that customers share. */
export function serviceNamesForPeople(config: NameSettings): string[] {
  return serviceNames(config).filter((name) => name === productNames[0] || /\S\s+\S/.test(name));
}
