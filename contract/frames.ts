import { mustBeInScope, scopeFor, type KeyRights } from '#core/permission/scope.ts';
import { refuse, type Refusal } from '#core/refusal.ts';
import { documentPaths, pathOf } from './paths.ts';
import { permissionFor, type MemberRoute } from './permissions.ts';
import { routes } from './routes.ts';

/**
 * All routes that the editor may call inside a frame of another website: those of its one draft, and of the
 * current user.
 */
export const callableInFrame = [
  'readCurrentUser',
  'readDocument',
  'renameDocument',
  'putFields',
  'putRecipients',
  'replaceFile',
  'readFile',
  'readCovers',
  'previewMail',
  'sendDocument',
] as const satisfies MemberRoute[];

const known: ReadonlySet<string> = new Set(callableInFrame);
const sends: ReadonlySet<string> = new Set(['previewMail', 'sendDocument'] satisfies MemberRoute[]);

/** Checked before every act of such a frame, in addition to the member's role and the key's scopes. */
export function mustBeInFrame(
  { frame, ...key }: KeyRights & { frame: { documentId: string; send: boolean } },
  name: string,
  id: string | undefined,
): Refusal | undefined {
  const route = known.has(name) ? routes[name as MemberRoute] : undefined;
  if (!route || (sends.has(name) && !frame.send)) return notHere;
  const ofDocument = pathOf(route.at).startsWith(pathOf(documentPaths.readDocument));
  if (ofDocument && id !== frame.documentId) return noSuchDocument;
  const needed = permissionFor(name);
  const scope = needed === undefined || needed === 'own' ? 'any' : scopeFor(needed);
  return scope === null ? notHere : mustBeInScope(key, { scope, test: true });
}

const notHere = refuse(
  'key-not-for-this',
  'This frame was opened for one draft, and this is more than the application asked for.',
);
const noSuchDocument = refuse('not-found', 'Document not found or access denied');
