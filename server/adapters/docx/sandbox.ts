import { execFile } from 'node:child_process';

/** User id of the unprivileged user 'nobody' on Linux. Only root can switch to it. */
export const nobody = 65_534;

const memoryBytes = 4_000_000_000;
const fileBytes = 400_000_000;
/** CPU seconds per conversion. An ordinary contract takes one. */
const processorSeconds = 30;

// Arguments for prlimit. Each of the following prefixes is followed by the next one, and the last one by the
// command.
const sizes = [`--as=${memoryBytes}`, `--fsize=${fileBytes}`, `--cpu=${processorSeconds}`, '--core=0'];
const limits = ['prlimit', ...sizes, '--'];
const person = [`--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups'];
const asNobody = ['setpriv', ...person, '--no-new-privs', '--'];
const withoutPowers = ['setpriv', '--bounding-set=-all', '--inh-caps=-all', '--no-new-privs', '--'];
const noNetworkAsRoot = ['unshare', '--net', '--ipc', '--'];
const noNetworkAsUser = ['unshare', '--map-root-user', '--mount', '--net', '--ipc', '--'];

/**
 * Returns a command that mounts an empty folder over each of `folders`. It requires a mount namespace and
 * capabilities that are dropped afterwards.
 */
function hiding(folders: readonly string[]): string[] {
  const script =
    'while [ "$1" != -- ]; do mount -t tmpfs -o ro,size=4k none "$1" || exit 1; shift; done; shift; exec "$@"';
  return ['sh', '-c', script, 'sh', ...folders, '--'];
}

/** Sandboxes from strongest to weakest. Containers forbid some of them. */
const rootSandboxes = [
  [...noNetworkAsRoot, ...asNobody, ...limits],
  [...asNobody, ...limits],
  [...noNetworkAsRoot, ...limits],
  limits,
  [],
];
const userSandboxes = (hidden: readonly string[]) => [
  [...noNetworkAsUser, ...hiding(hidden), ...withoutPowers, ...limits],
  [...noNetworkAsUser, ...limits],
  limits,
  [],
];

/**
 * Returns a command prefix that runs a command without network access, with limits on memory, CPU time and
 * file size, and without access to our secrets. Started by root, the command runs unprivileged; started by
 * another user, it sees the `hidden` folders as empty. Chooses the strongest sandbox that works here and can
 * write to `folder`.
 */
export async function chooseSandbox(folder: string, hidden: readonly string[]): Promise<string[]> {
  for (const sandbox of process.getuid?.() === 0 ? rootSandboxes : userSandboxes(hidden)) {
    if (sandbox.length === 0 || (await canWrite(sandbox, folder))) return sandbox;
  }
  return [];
}

function canWrite(sandbox: string[], folder: string): Promise<boolean> {
  const [program = '', ...args] = [...sandbox, 'test', '-w', folder];
  return new Promise((resolve) => {
    execFile(program, args, { timeout: 5_000 }, (error) => resolve(error === null));
  });
}
