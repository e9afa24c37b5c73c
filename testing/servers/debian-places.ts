import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';
import type { TestPlace } from './test-place.ts';

const run = promisify(execFile);

const missing = (program: string, packages: string): string | undefined =>
  existsSync(program) ? undefined : `${program} is missing: apt-get install ${packages}`;

/** Why these servers cannot be started on this machine; undefined if they can. */
export const webDavMissing = missing('/usr/sbin/lighttpd', 'lighttpd lighttpd-mod-webdav');
export const sftpMissing = missing('/usr/sbin/sshd', 'openssh-server');

/** Starts lighttpd with its WebDAV module, from Debian's packages lighttpd and lighttpd-mod-webdav. */
export async function startDebianWebDav(): Promise<TestPlace> {
  const home = await mkdtemp(join(tmpdir(), 'countersign-webdav-'));
  const [port, files] = [await freePort(), join(home, 'files')];
  await mkdir(files);
  await writeFile(join(home, 'users'), 'grace:app-password\n');
  const settings = (access: boolean) => `
    server.port = ${port}
    server.bind = "127.0.0.1"
    server.document-root = "${home}"
    server.upload-dirs = ( "${home}" )
    server.modules = ( "mod_auth", "mod_authn_file", "mod_webdav" )
    auth.backend = "plain"
    auth.backend.plain.userfile = "${home}/users"
    auth.require = ( "/files" => ( "method" => "basic", "realm" => "files", "require" => "${access ? 'user=grace' : 'user=linus'}" ) )
    $HTTP["url"] =~ "^/files($|/)" { webdav.activate = "enable" }`;
  let server: ChildProcess | undefined;
  const start = async (access = true) => {
    await writeFile(join(home, 'settings'), settings(access));
    server = spawn('/usr/sbin/lighttpd', ['-D', '-f', join(home, 'settings')], { stdio: 'ignore' });
    await answers(port);
  };
  await start();
  return place({
    place: { kind: 'webdav', url: `http://127.0.0.1:${port}/files`, user: 'grace' },
    secret: 'app-password',
    folder: files,
    restart: async (fault) => {
      await stopped(server!);
      if (fault !== 'down') await start(fault !== 'access');
    },
    stop: async () => {
      await stopped(server!);
      await rm(home, { recursive: true, force: true });
    },
  });
}

/** Starts OpenSSH with a private key for signing in, from Debian's package openssh-server. */
export async function startDebianSftp(): Promise<TestPlace> {
  const home = await mkdtemp(join(tmpdir(), 'countersign-sshd-'));
  await chmod(home, 0o755);
  const [port, files] = [await freePort(), join(home, 'files')];
  await mkdir(files);
  const user = process.getuid?.() === 0 ? 'root' : (await run('id', ['-un'])).stdout.trim();
  for (const name of ['host', 'grace'])
    await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(home, name)]);
  await mkdir('/run/sshd', { recursive: true });
  const settings = (access: boolean) => `
Port ${port}
ListenAddress 127.0.0.1
HostKey ${home}/host
AuthorizedKeysFile ${home}/${access ? 'grace.pub' : 'none'}
PasswordAuthentication no
PermitRootLogin yes
StrictModes no
UsePAM no
PidFile ${home}/pid
Subsystem sftp internal-sftp
`;
  let server: ChildProcess | undefined;
  const start = async (access = true) => {
    await writeFile(join(home, 'settings'), settings(access));
    server = spawn('/usr/sbin/sshd', ['-D', '-f', join(home, 'settings')], { stdio: 'ignore' });
    await answers(port);
  };
  await start();
  return place({
    place: { kind: 'sftp', host: '127.0.0.1', port, user, folder: files, hostKey: null },
    secret: await readFile(join(home, 'grace'), 'utf8'),
    folder: files,
    restart: async (fault) => {
      await stopped(server!);
      if (fault !== 'down') await start(fault !== 'access');
    },
    stop: async () => {
      await stopped(server!);
      await rm(home, { recursive: true, force: true });
    },
  });
}

type Debian = Pick<TestPlace, 'place' | 'secret' | 'stop'> & {
  folder: string;
  restart(fault: 'down' | 'access' | undefined): Promise<void>;
};

/** Simulates a full disk with a small file system that a large file fills. */
function place({ folder, restart, ...rest }: Debian): TestPlace {
  return {
    ...rest,
    read: (path) => readFile(join(folder, path)).catch(() => undefined),
    async fail(fault) {
      await unmounted(folder);
      await restart(fault === 'down' || fault === 'access' ? fault : undefined);
      if (fault !== 'full') return;
      await run('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder]);
      await chown(folder, process.getuid!(), process.getgid!());
      await writeFile(join(folder, 'filler'), Buffer.alloc(64 * 1024)).catch(() => undefined);
    },
  };
}

/** An OpenSSH session that is ending keeps the file system busy for a moment. */
async function unmounted(folder: string): Promise<void> {
  const isMounted = () =>
    run('mountpoint', ['-q', folder]).then(
      () => true,
      () => false,
    );
  for (let tries = 0; await isMounted(); tries += 1) {
    try {
      await run('umount', [folder]);
    } catch (error) {
      if (tries === 100) throw error;
      await pause(100);
    }
  }
}

async function answers(port: number): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
      socket.on('connect', () => socket.end());
    });
    if (isOpen) return;
    await pause(50);
  }
  throw new Error(`Nothing listens on port ${port}.`);
}

async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => void child.once('exit', () => resolve()));
  child.kill('SIGKILL');
  await ended;
}
