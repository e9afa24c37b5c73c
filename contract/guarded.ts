import { paramNames, pathOf, type Address } from './route-address.ts';

/** Nouns in URLs that members can keep private, and whether they are in folders. */
const canBeInFolder = { documents: true, folders: true, templates: true, contacts: false, bulk: false };
export type GuardedNoun = keyof typeof canBeInFolder;

/** Returns the kind of item in a URL if members can keep such items private. */
export function guardedNoun(at: Address): GuardedNoun | undefined {
  const [, noun, id] = /^\/api\/([\w-]+)\/\{(\w+)\}/.exec(pathOf(at)) ?? [];
  return id === paramNames(at)[0] && noun !== undefined && Object.hasOwn(canBeInFolder, noun)
    ? (noun as GuardedNoun)
    : undefined;
}

/** Returns true if the noun is in a folder, to which members may have read-only access. */
export function isInFolder(at: Address): boolean {
  const noun = guardedNoun(at);
  return noun !== undefined && canBeInFolder[noun];
}
