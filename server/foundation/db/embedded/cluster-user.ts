import { chownSync, existsSync, readFileSync, statSync } from 'node:fs';

/** The user that PostgreSQL runs as, if it is not the user that started Countersign. */
export interface ClusterUser {
  uid: number;
  gid: number;
}

const DAC_OVERRIDE = 1n << 1n;
const setpriv = '/usr/bin/setpriv';

/**
 * PostgreSQL refuses to run as root. If root started Countersign, PostgreSQL runs as the owner of its
 * directory, or as a user that exists on every system. `nobody` is the last choice, because the conversion of
 * Word files runs as `nobody`.
 */
export function clusterUser(directory: string): ClusterUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  if (existsSync(directory)) {
    const { uid, gid } = statSync(directory);
    if (uid !== 0) return { uid, gid };
  }
  const entries = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const name of ['postgres', 'daemon', 'nobody']) {
    const [, , uid, gid] = entries.find(([entry]) => entry === name) ?? [];
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error('The embedded database does not run as root. Start Countersign as another user.');
}

export function giveTo(user: ClusterUser | undefined, path: string): void {
  if (user) chownSync(path, user.uid, user.gid);
}

/**
 * Returns the prefix for running a command as that user. Other users often cannot traverse root's folders
 * (/root, mkdtemp), so the command keeps that one capability of root.
 */
export function asUser(user: ClusterUser | undefined): string[] {
  if (!user) return [];
  if (!existsSync(setpriv))
    throw new Error(
      'As root the embedded database needs the program setpriv (util-linux). Start Countersign as another user.',
    );
  const identity = [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'];
  if (!mayPassThroughFolders()) return [setpriv, ...identity];
  return [
    setpriv,
    ...identity,
    '--inh-caps=-all,+dac_override',
    '--ambient-caps=-all,+dac_override',
    // PostgreSQL finds its programs with access(2), which would otherwise ignore the capability.
    '--securebits=+no_setuid_fixup',
  ];
}

function mayPassThroughFolders(): boolean {
  const mask = /^CapEff:\s*([0-9a-f]+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  return mask !== undefined && (BigInt(`0x${mask}`) & DAC_OVERRIDE) !== 0n;
}
