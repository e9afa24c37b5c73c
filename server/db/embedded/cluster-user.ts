import { chownSync, existsSync, readFileSync, statSync } from 'node:fs';

/** The user under whom PostgreSQL runs, where it is not the one who started Countersign. */
export interface ClusterUser {
  uid: number;
  gid: number;
}

const DAC_OVERRIDE = 1n << 1n;
const setpriv = '/usr/bin/setpriv';

/**
 * PostgreSQL refuses to run as root. Then it runs as the user who owns its directory already, or as one whom every
 * system has. Word files are converted as nobody, who therefore comes last.
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
 * The words before a command that make it run as that user. Root's folders are often closed to others (/root, what
 * mkdtemp makes), so the command keeps root's right to pass through them, and nothing else of root's.
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
    // Otherwise access(2), by which PostgreSQL finds its own programs, would not know of that right.
    '--securebits=+no_setuid_fixup',
  ];
}

function mayPassThroughFolders(): boolean {
  const mask = /^CapEff:\s*([0-9a-f]+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  return mask !== undefined && (BigInt(`0x${mask}`) & DAC_OVERRIDE) !== 0n;
}
