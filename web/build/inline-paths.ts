import type { Plugin } from 'vite';
import * as contract from '../../contract/paths.ts';

const lists = new Map<string, Readonly<Record<string, string>>>(
  Object.entries(contract).flatMap(([name, list]) => (typeof list === 'object' ? [[name, list]] : [])),
);

/** Replaces names such as `documentPaths.readDocument` with the addresses. */
export function withAddresses(code: string): string {
  return code.replaceAll(/\b(\w+Paths)\.(\w+)\b/g, (whole, list: string, name: string) => {
    const address = lists.get(list)?.[name];
    return address === undefined ? whole : JSON.stringify(address);
  });
}

/**
 * Keeps unused addresses out of the build: the objects in contract/paths.ts contain all addresses, and a
 * bundler cannot remove parts of an object.
 */
export function inlinePaths(): Plugin {
  return {
    name: 'inline-paths',
    apply: 'build',
    transform(code, id) {
      if (!/\/(?:web|contract|core)\/.*\.tsx?$/.test(id) || !code.includes('contract/paths.ts')) return null;
      return { code: withAddresses(code), map: null };
    },
  };
}
