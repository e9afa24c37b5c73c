import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { Mistake } from './mistake.ts';

export type Login = { url: string; key: string };

/** The file that stores the login, on every operating system. */
export function loginFile(): string {
  const folder = process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config');
  return join(folder, 'countersign', 'login.json');
}

/** The login from the environment, or else the stored one. */
export async function readLogin(): Promise<Login> {
  const { COUNTERSIGN_URL, COUNTERSIGN_KEY } = process.env;
  const stored = await readStored();
  const url = COUNTERSIGN_URL ?? stored?.url;
  // A key is sent only to the installation for which it was stored.
  const key = COUNTERSIGN_KEY ?? (url === stored?.url ? stored?.key : undefined);
  if (!url || !key)
    throw new Mistake(
      'You are not logged in. Run countersign login, or set COUNTERSIGN_URL and COUNTERSIGN_KEY.',
    );
  return { url: checkedUrl(url), key };
}

async function readStored(): Promise<Login | undefined> {
  const text = await readFile(loginFile(), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    const { url, key } = JSON.parse(text) as Partial<Login>;
    if (typeof url === 'string' && typeof key === 'string') return { url, key };
  } catch {
    // The error below reports an unreadable file.
  }
  throw new Mistake(`${loginFile()} cannot be read. Delete it and run countersign login.`);
}

/** Renames a new file over the old one, because writing to an existing file would keep its permissions. */
export async function storeLogin(login: Login): Promise<void> {
  const file = loginFile();
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const fresh = `${file}.${process.pid}`;
  await writeFile(fresh, `${JSON.stringify(login, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  await rename(fresh, file);
}

/** Keys are not sent without encryption, except to this machine. */
export function checkedUrl(text: string): string {
  const url = URL.parse(text);
  const isLocal = url !== null && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
  if (url?.protocol !== 'https:' && !(url?.protocol === 'http:' && isLocal))
    throw new Mistake(`${text} is not the address of an installation. It must start with https://.`);
  return url.origin;
}
