import { paramNames, pathOf, type Address } from './paths.ts';

/** The things that somebody may keep to themselves, as addresses name them, and whether they lie in folders. */
const liesInFolder = { documents: true, folders: true, templates: false, contacts: false, bulk: false };
export type GuardedNoun = keyof typeof liesInFolder;

/** The thing that an address names first, if members can keep it to themselves. */
export function guardedNoun(at: Address): GuardedNoun | undefined {
  const [, noun, id] = /^\/api\/([\w-]+)\/\{(\w+)\}/.exec(pathOf(at)) ?? [];
  return id === paramNames(at)[0] && noun !== undefined && Object.hasOwn(liesInFolder, noun)
    ? (noun as GuardedNoun)
    : undefined;
}

/** Whether that thing lies in a folder, which others may be let read and no more. */
export function isInFolder(at: Address): boolean {
  const noun = guardedNoun(at);
  return noun !== undefined && liesInFolder[noun];
}
