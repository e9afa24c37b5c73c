import { createHash } from 'node:crypto';
import { Client, type SFTPWrapper } from 'ssh2';
import type { Place } from '#core/destination/kinds.ts';
import type { FileToDeliver, PutOutcome } from '#server/ports/file-destinations.ts';
import { connectTcp } from '../outbound-post/guarded-connection.ts';
import { guarded, PlaceRefused, type Calls } from './transfer.ts';

/** Milliseconds for the key exchange and authentication. */
const handshake = 20_000;
/** SFTP status codes (draft-ietf-secsh-filexfer-02 section 7). */
const [noSuchFile, permissionDenied] = [2, 3];

/**
 * Stores the file under a temporary name, reads it back, and renames it, so that the destination never has a
 * partial file under the final name.
 */
export async function putBySftp(
  calls: Calls,
  place: Extract<Place, { kind: 'sftp' }>,
  secret: string,
  file: FileToDeliver,
): Promise<PutOutcome> {
  const sock = await connectTcp(place, guarded(calls));
  const client = new Client();
  let hostKey = '';
  try {
    const sftp = await signedIn(client, {
      sock,
      readyTimeout: handshake,
      username: place.user,
      ...(secret.includes('PRIVATE KEY-----') ? { privateKey: secret } : { password: secret }),
      hostVerifier: (key: Buffer) => {
        hostKey = `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;
        return place.hostKey === null || place.hostKey === hostKey;
      },
    }).catch((error: unknown) => {
      if (hostKey !== '' && place.hostKey !== null && hostKey !== place.hostKey)
        throw new PlaceRefused('host-key-changed', hostKey);
      throw asRefusal(error);
    });
    const folder = place.folder.replace(/\/+$/, '');
    const names = file.path.split('/');
    const target = [folder, ...names].filter((part, at) => at > 0 || part !== '').join('/');
    await store(sftp, { folder, folders: names.slice(0, -1), target }, file).catch((error: unknown) => {
      throw error instanceof PlaceRefused ? error : asRefusal(error);
    });
    return { confirmed: 'read-back', hostKey };
  } finally {
    client.destroy();
    sock.destroy();
  }
}

type At = { folder: string; folders: readonly string[]; target: string };

async function store(sftp: SFTPWrapper, { folder, folders, target }: At, file: FileToDeliver) {
  let path = folder;
  for (const name of folders) {
    path = path === '' ? name : `${path}/${name}`;
    // Fails if the folder exists. If it could not be created, the next step fails and reports its own reason.
    await done((then) => sftp.mkdir(path, then)).catch(() => undefined);
  }
  const part = `${target}.part`;
  await done((then) => sftp.writeFile(part, file.bytes, then)).catch(async (error: unknown) => {
    // OpenSSH does not say why a write failed.
    if (await isFull(sftp, folder === '' ? '.' : folder, file.bytes.length))
      throw new PlaceRefused('storage-full', String((error as Error).message));
    throw error;
  });
  const stored = await new Promise<Buffer>((take, fail) =>
    sftp.readFile(part, (error, bytes) => (error ? fail(error) : take(bytes))),
  );
  if (createHash('sha256').update(stored).digest('hex') !== file.sha256)
    throw new PlaceRefused('file-differs', 'read back after writing');
  // Servers without this extension refuse to rename onto an existing file.
  await done((then) => sftp.ext_openssh_rename(part, target, then)).catch(async () => {
    await done((then) => sftp.unlink(target, then)).catch(() => undefined);
    await done((then) => sftp.rename(part, target, then));
  });
}

/** Returns true if the destination has less free space than needed. Only OpenSSH reports free space. */
function isFull(sftp: SFTPWrapper, folder: string, needed: number): Promise<boolean> {
  return new Promise((resolve) => {
    try {
      sftp.ext_openssh_statvfs(folder, (error, stats) => {
        const { f_bavail: blocks, f_frsize: size } = (stats ?? {}) as {
          f_bavail?: number;
          f_frsize?: number;
        };
        resolve(!error && blocks !== undefined && size !== undefined && blocks * size < needed);
      });
    } catch {
      resolve(false);
    }
  });
}

function done(act: (then: (error?: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, fail) => {
    act((error) => (error ? fail(error) : resolve()));
  });
}

function signedIn(client: Client, options: Parameters<Client['connect']>[0]): Promise<SFTPWrapper> {
  return new Promise((take, fail) => {
    client.on('error', fail).on('close', () => fail(new PlaceRefused('unreachable', 'closed')));
    client.on('ready', () => client.sftp((error, sftp) => (error ? fail(error) : take(sftp))));
    client.connect(options);
  });
}

function asRefusal(error: unknown): Error {
  if (error instanceof PlaceRefused) return error;
  const { level, code, message = '' } = error as { level?: string; code?: unknown; message?: string };
  if (level === 'client-authentication') return new PlaceRefused('sign-in-refused', message);
  if (level === 'client-timeout') return new PlaceRefused('too-slow', message);
  if (/no space|quota|disk full/i.test(message)) return new PlaceRefused('storage-full', message);
  if (code === permissionDenied) return new PlaceRefused('sign-in-refused', message);
  if (code === noSuchFile) return new PlaceRefused('place-unknown', message);
  if (/parse privateKey|Unsupported key|encrypted/i.test(message))
    return new PlaceRefused('sign-in-refused', message);
  return new PlaceRefused('refused', message);
}
