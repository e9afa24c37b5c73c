import { execFile } from 'node:child_process';

/** The user without rights that Linux systems have by this number; only root can become it. */
export const nobody = 65_534;

const memoryBytes = 4_000_000_000;
const fileBytes = 400_000_000;
const processorSeconds = 90;

const limits = [
  'prlimit',
  `--as=${memoryBytes}`,
  `--fsize=${fileBytes}`,
  `--cpu=${processorSeconds}`,
  '--core=0',
  '--',
];
const asNobody = [
  'setpriv',
  `--reuid=${nobody}`,
  `--regid=${nobody}`,
  '--clear-groups',
  '--no-new-privs',
  '--',
];
const noNetworkAsRoot = ['unshare', '--net', '--ipc', '--'];
const noNetworkAsUser = ['unshare', '--map-root-user', '--net', '--ipc', '--'];

/** From the strongest that a system may allow to the weakest; containers forbid some of them. */
const rootSandboxes = [
  [...noNetworkAsRoot, ...asNobody, ...limits],
  [...asNobody, ...limits],
  [...noNetworkAsRoot, ...limits],
  limits,
  [],
];
const userSandboxes = [[...noNetworkAsUser, ...limits], limits, []];

/**
 * The words to put in front of a command so that it runs without a network, as nobody and within limits of memory,
 * processor time and file size: the strongest combination that works here and can write into `folder`.
 */
export async function chooseSandbox(folder: string): Promise<string[]> {
  for (const sandbox of process.getuid?.() === 0 ? rootSandboxes : userSandboxes) {
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
