import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { freePort } from './free-port.ts';

const run = promisify(execFile);

const programs = ['/usr/bin/ceph-mon', '/usr/bin/ceph-osd', '/usr/bin/radosgw', '/usr/bin/ceph'];

/** Why Ceph cannot be started on this machine; undefined if it can. */
export const cephMissing = programs.every((program) => existsSync(program))
  ? undefined
  : 'Ceph is missing: apt-get install --no-install-recommends ceph-common ceph-mon ceph-osd radosgw';

/** An S3 server with one user, run by Ceph. */
export type Ceph = {
  endpoint: string;
  region: string;
  credentials: { accessKeyId: string; secretAccessKey: string };
  /** Creates a bucket and returns its name. `locked` enables Object Lock, and with it versions. */
  newBucket(options?: { locked?: boolean }): Promise<string>;
  /** Stops or starts the S3 server. What it stores remains. */
  turn(state: 'on' | 'off'): Promise<void>;
  /** Sets whether the user's quota is used up. */
  fill(isFull: boolean): Promise<void>;
  /** Sets whether the user is suspended. */
  suspend(isSuspended: boolean): Promise<void>;
  stop(): Promise<void>;
};

/**
 * Starts a Ceph cluster with one monitor and one storage daemon, in memory and without authentication between
 * daemons, and its S3 server. Uses Debian's packages ceph-mon, ceph-osd and radosgw. Needs no root, no device
 * and no systemd.
 */
export async function startCeph(): Promise<Ceph> {
  const home = await mkdtemp(join(tmpdir(), 'countersign-ceph-'));
  const [monitor, port] = [await freePort(), await freePort()];
  const [fsid, osd] = [randomUUID(), randomUUID()];
  const conf = join(home, 'ceph.conf');
  await writeFile(conf, settings(home, fsid, monitor));
  for (const folder of ['mon', 'osd', 'rgw']) await mkdir(join(home, folder));
  const daemons: Daemon[] = [];
  const ceph = (program: string, ...options: string[]) => run(program, ['-c', conf, ...options]);
  const start = (program: string, ...options: string[]): Daemon => {
    const daemon = startDaemon(program, ['-c', conf, '-f', ...options]);
    daemons.push(daemon);
    return daemon;
  };
  const stop = async (): Promise<void> => {
    await Promise.all(daemons.map((daemon) => daemon.stop()));
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const map = join(home, 'monmap');
    const at = `[v2:127.0.0.1:${monitor}/0]`;
    await run('monmaptool', ['--create', '--addv', 'a', at, '--fsid', fsid, map]);
    await ceph('ceph-mon', '--mkfs', '-i', 'a', '--monmap', map);
    start('ceph-mon', '-i', 'a');
    await ceph('ceph', '--connect-timeout', '30', 'osd', 'new', osd);
    await ceph('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', osd);
    start('ceph-osd', '-i', '0');
    const credentials = { accessKeyId: 'ADA', secretAccessKey: 'harbour-keys' };
    const keys = ['--access-key', credentials.accessKeyId, '--secret', credentials.secretAccessKey];
    const user = (...act: string[]) => ceph('radosgw-admin', ...act, '--uid', 'ada');
    await user('user', 'create', '--display-name', 'Ada', ...keys);
    const endpoint = `http://127.0.0.1:${port}`;
    let server: Daemon | undefined;
    const turn = async (state: 'on' | 'off'): Promise<void> => {
      if ((state === 'on') === (server !== undefined)) return;
      await server?.stop();
      server = undefined;
      if (state === 'off') return;
      server = start('radosgw', '-n', 'client.rgw', `--rgw_frontends=beast endpoint=127.0.0.1:${port}`);
      await answers(endpoint, join(home, 'log'));
    };
    await turn('on');
    const region = 'us-east-1';
    const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
    return {
      ...{ endpoint, region, credentials, turn },
      async newBucket({ locked = false } = {}) {
        const Bucket = `papers-${randomUUID()}`;
        await client.send(new CreateBucketCommand({ Bucket, ObjectLockEnabledForBucket: locked }));
        return Bucket;
      },
      async fill(isFull) {
        await user('quota', 'set', '--quota-scope=user', '--max-size=1');
        await user('quota', isFull ? 'enable' : 'disable', '--quota-scope=user');
      },
      suspend: async (isSuspended) => void (await user('user', isSuspended ? 'suspend' : 'enable')),
      async stop() {
        client.destroy();
        await stop();
      },
    };
  } catch (error) {
    const log = await readFile(join(home, 'log'), 'utf8').catch(() => '');
    await stop();
    throw new Error(`Ceph did not start:\n${log.slice(-2000)}`, { cause: error });
  }
}

const settings = (home: string, fsid: string, monitor: number): string => `
[global]
fsid = ${fsid}
mon host = [v2:127.0.0.1:${monitor}/0]
public addr = 127.0.0.1
auth cluster required = none
auth service required = none
auth client required = none
ms mon client mode = crc secure
log file = ${home}/log
log to stderr = false
err to stderr = false
admin socket =
run dir = ${home}
pid file =
crash dir = ${home}
mon data = ${home}/mon
osd data = ${home}/osd
rgw data = ${home}/rgw
keyring = ${home}/keyring
osd objectstore = memstore
memstore device bytes = 2147483648
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 4
osd pool default pgp num = 4
osd pool default pg autoscale mode = off
mon allow pool size one = true
mon max pg per osd = 1000
osd crush chooseleaf type = 0
mon data avail crit = 0
rgw crypt require ssl = false
rgw user quota bucket sync interval = 1
rgw bucket quota ttl = 0
`;

type Daemon = { stop(): Promise<void> };

/** The shell kills the daemon when its input ends, which also happens when this process is killed. */
function startDaemon(program: string, options: readonly string[]): Daemon {
  const script = '"$@" </dev/null & pid=$!; read -r _; kill -KILL $pid; wait $pid 2>/dev/null';
  const shell: ChildProcess = spawn('sh', ['-c', script, 'sh', program, ...options], {
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const ended = new Promise<void>((resolve) => void shell.once('exit', () => resolve()));
  return {
    stop() {
      shell.stdin?.end();
      return ended;
    },
  };
}

async function answers(endpoint: string, log: string): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const status = await fetch(endpoint).then(
      (response) => response.status,
      () => 0,
    );
    if (status === 200) return;
    await pause(100);
  }
  throw new Error(`Ceph’s S3 server does not answer: ${(await readFile(log, 'utf8')).slice(-1000)}`);
}
