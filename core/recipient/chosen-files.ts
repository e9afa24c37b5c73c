import { refuse, type Refusal } from '../refusal.ts';
import type { RecipientRole } from './recipient.ts';

/**
 * The files that a person receives: ids of some of a document's files, or null for all. Only people who receive
 * a copy can get some of the files. All others agree to all files, or review them before others agree.
 */
export type ChosenFiles = readonly string[] | null;

type Choosing = { onlyFiles?: ChosenFiles | undefined };
type Person = Choosing & { name: string; email: string; role: RecipientRole };

/** Returns true if the recipient receives only some of the files. */
export function isPartialReader<P extends Choosing>(
  recipient: P,
): recipient is P & { onlyFiles: readonly string[] } {
  return Array.isArray(recipient.onlyFiles);
}

/** Returns why these files cannot be selected for a person, or undefined. */
export function checkChosenFiles(person: Person, files: readonly { id: string }[]): Refusal | undefined {
  if (!person.onlyFiles) return undefined;
  const known = new Set(files.map(({ id }) => id));
  const isKnown = person.onlyFiles.length > 0 && person.onlyFiles.every((id) => known.has(id));
  return refuseRole(person) ?? (isKnown ? undefined : refuseFiles(person));
}

/**
 * Returns the recipients of a document when it is sent. Selecting all files is stored as null, and files that
 * were removed from the draft are ignored.
 */
export function settleChosenFiles<P extends Person>(
  recipients: readonly P[],
  files: readonly { id: string }[],
): P[] | Refusal {
  const settled: P[] = [];
  for (const person of recipients) {
    const { onlyFiles = null } = person;
    const chosen = files.map(({ id }) => id).filter((id) => onlyFiles?.includes(id));
    const refused =
      onlyFiles && (refuseRole(person) ?? (chosen.length === 0 ? refuseFiles(person) : undefined));
    if (refused) return refused;
    settled.push({ ...person, onlyFiles: onlyFiles && chosen.length < files.length ? chosen : null });
  }
  return settled;
}

function refuseRole({ name, email, role }: Person): Refusal | undefined {
  if (role === 'cc') return undefined;
  const who = name || email;
  return refuse(
    'recipient-files-role',
    `Only recipients of a copy can get just some of the files, and ${who} has another role. Choose all files for ${who}, or send the others as another document.`,
    { name: who },
  );
}

function refuseFiles({ name, email }: Person): Refusal {
  const who = name || email;
  return refuse(
    'recipient-files-unknown',
    `Choose at least one file for ${who}, and only files that this document has.`,
    { name: who },
  );
}

/**
 * Returns why a document's titles prevent sending, or undefined. Everyone sees the document's title, so it must
 * not be the title or the name of a file that some recipients do not receive. A document gets its title from an
 * uploaded file.
 */
export function checkHiddenTitles(
  title: string,
  recipients: readonly Person[],
  files: readonly { id: string; title: string; fileName: string }[],
): Refusal | undefined {
  const named = files.filter((file) => [file.title, file.fileName].some((one) => bare(one) === bare(title)));
  const person = recipients.find(({ onlyFiles }) =>
    named.some(({ id }) => onlyFiles?.includes(id) === false),
  );
  if (!person) return undefined;
  const who = person.name || person.email;
  return refuse(
    'title-names-file',
    `The document’s title is the name of a file that ${who} does not get. Change the title, because all recipients see it.`,
    { name: who },
  );
}

/** Returns the name without its extension, and without case and separators. */
const bare = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\.[a-z]{3,4}$/i, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '') || text;

/**
 * Refuses to send only some of the files, because the audit trail of an older draft contains its file names
 * in clear text, and every recipient receives the trail.
 */
export const filesNamedOpenly = refuse(
  'draft-names-files',
  'This draft was created before recipients could get only some of the files, and its audit trail names all of them. Duplicate the draft and send the copy.',
);
