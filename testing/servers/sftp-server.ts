import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, open, mkdir, readFile, rename, rm, type FileHandle } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ssh2, { type SFTPWrapper } from 'ssh2';
import type { TestPlace } from './test-place.ts';

const { Server, utils } = ssh2;
const { STATUS_CODE: status } = utils.sftp;

/** Starts an SFTP server with one user and a temporary folder. */
export async function startSftp(): Promise<TestPlace & { newHostKey(): Promise<void> }> {
  const home = await mkdtemp(join(tmpdir(), 'countersign-sftp-'));
  let fault: Parameters<TestPlace['fail']>[0];
  const listen = async (port: number) => {
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    });
    const server = new Server({ hostKeys: [privateKey] }, (client) => {
      if (fault === 'down') return void client.end();
      client.on('error', () => undefined);
      client.on('authentication', (sign) =>
        sign.method === 'password' &&
        sign.username === 'grace' &&
        sign.password === 'harbour' &&
        fault !== 'access'
          ? sign.accept()
          : sign.reject(['password']),
      );
      client.on('ready', () =>
        client.on('session', (accept) =>
          accept().on('sftp', (acceptSftp) => serve(acceptSftp(), home, () => fault)),
        ),
      );
    });
    await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
    return server;
  };
  let server = await listen(0);
  const { port } = server.address() as AddressInfo;
  const stop = () => new Promise<void>((stopped) => void server.close(() => stopped()));
  return {
    place: { kind: 'sftp', host: '127.0.0.1', port, user: 'grace', folder: '', hostKey: null },
    secret: 'harbour',
    read: (path) => readFile(join(home, path)).catch(() => undefined),
    fail: (next) => void (fault = next),
    async newHostKey() {
      await stop();
      server = await listen(port);
    },
    async stop() {
      await stop();
      await rm(home, { recursive: true, force: true });
    },
  };
}

function serve(sftp: SFTPWrapper, home: string, fault: () => string | undefined): void {
  const handles = new Map<string, FileHandle>();
  const end = (id: number, work: Promise<unknown>) =>
    void work.then(
      () => sftp.status(id, status.OK),
      (error: NodeJS.ErrnoException) =>
        sftp.status(id, error.code === 'ENOENT' ? status.NO_SUCH_FILE : status.FAILURE, error.message),
    );
  const at = (path: string) => join(home, path);
  sftp.on('OPEN', (id, path, flags) => {
    const mode = utils.sftp.flagsToString(flags) ?? 'r';
    void open(at(path), mode).then(
      (file) => {
        const handle = Buffer.from(String(file.fd));
        handles.set(handle.toString(), file);
        sftp.handle(id, handle);
      },
      (error: NodeJS.ErrnoException) =>
        sftp.status(id, error.code === 'ENOENT' ? status.NO_SUCH_FILE : status.FAILURE),
    );
  });
  sftp.on('WRITE', (id, handle, offset, data) => {
    if (fault() === 'full') return void sftp.status(id, status.FAILURE, 'No space left on device');
    end(id, handles.get(handle.toString())!.write(data, 0, data.length, offset));
  });
  sftp.on('READ', (id, handle, offset, length) => {
    const bytes = Buffer.alloc(length);
    void handles
      .get(handle.toString())!
      .read(bytes, 0, length, offset)
      .then(({ bytesRead }) => {
        if (bytesRead === 0) return void sftp.status(id, status.EOF);
        if (fault() === 'corrupt') bytes[0] = bytes[0]! ^ 1;
        sftp.data(id, bytes.subarray(0, bytesRead));
      });
  });
  sftp.on('FSTAT', (id, handle) => {
    void handles
      .get(handle.toString())!
      .stat()
      .then(({ size, mode, uid, gid }) => sftp.attrs(id, { size, mode, uid, gid, atime: 0, mtime: 0 }));
  });
  sftp.on('FSETSTAT', (id) => sftp.status(id, status.OK));
  sftp.on('CLOSE', (id, handle) => end(id, handles.get(handle.toString())!.close()));
  sftp.on('MKDIR', (id, path) => end(id, mkdir(at(path))));
  sftp.on('REMOVE', (id, path) => end(id, rm(at(path))));
  sftp.on('RENAME', (id, from, to) => end(id, rename(at(from), at(to))));
}
