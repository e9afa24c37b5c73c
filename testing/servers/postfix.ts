import { execFile } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';

const run = promisify(execFile);

export type Postfix = {
  /** URL of a Postfix with Debian's default configuration. */
  url: string;
  /** URL of one that has this client on its block list. */
  blockingUrl: string;
  /** URL of one that accepts one message a minute per client. */
  slowUrl: string;
  /** Returns the messages in the mailbox of a person at harbour.example. */
  mailbox(person: string): Promise<string[]>;
  close(): Promise<void>;
};

/**
 * Starts Postfix in a separate folder with Debian's default settings (main.cf.debian, master.cf.dist), plus
 * unprivileged ports, one hosted domain with the mailbox `grace`, no trusted networks, and fixed responses
 * for some addresses. Needs the Debian package, and root, as Postfix does.
 */
export async function startPostfix(): Promise<Postfix> {
  if (process.getuid?.() !== 0) throw new Error('Postfix starts as root only.');
  const home = await mkdtemp(join(tmpdir(), 'postfix-'));
  await chmod(home, 0o755);
  const [etc, queue, data, mail] = ['etc', 'queue', 'data', 'mail'].map((name) => join(home, name)) as [
    string,
    string,
    string,
    string,
  ];
  for (const folder of [etc, queue, data, mail]) await mkdir(folder, { mode: 0o755 });
  const { stdout: uid } = await run('id', ['-u', 'postfix']);
  const { stdout: gid } = await run('id', ['-g', 'postfix']);
  await chown(data, Number(uid), Number(gid));
  await chown(mail, Number(uid), Number(gid));
  await run('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=debian'],
    ...['-keyout', join(etc, 'snakeoil.key'), '-out', join(etc, 'snakeoil.pem')],
  ]);
  const [port, blocking, slow] = [await freePort(), await freePort(), await freePort()];
  await writeFile(join(etc, 'main.cf'), await mainSettings({ etc, queue, data, mail, uid, gid }));
  await writeFile(join(etc, 'master.cf'), await services(port, blocking, slow));
  const maps: Record<string, string> = {
    mailboxes: 'grace@harbour.example grace/\nfull@harbour.example full/\nlater@harbour.example later/\n',
    recipients:
      'full@harbour.example 552 5.2.2 Mailbox full\nlater@harbour.example 450 4.2.0 Greylisted, try again\n',
    senders: 'unowned@harbour.example 553 5.7.1 not owned by user operator-login\n',
    headers: '/^Subject:.*forbidden/ REJECT Message content rejected\n',
  };
  for (const [name, lines] of Object.entries(maps)) await writeFile(join(etc, name), lines);
  await run('postfix', ['-c', etc, 'start']);
  await answers(port);
  return {
    url: `smtp://127.0.0.1:${port}`,
    blockingUrl: `smtp://127.0.0.1:${blocking}`,
    slowUrl: `smtp://127.0.0.1:${slow}`,
    async mailbox(person) {
      const folder = join(mail, person, 'new');
      const names = await readdir(folder).catch(() => []);
      return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
    },
    async close() {
      await run('postfix', ['-c', etc, 'stop']);
      await rm(home, { recursive: true, force: true });
    },
  };
}

type Folders = Record<'etc' | 'queue' | 'data' | 'mail' | 'uid' | 'gid', string>;

async function mainSettings({ etc, queue, data, mail, uid, gid }: Folders): Promise<string> {
  const debian = await readFile('/usr/share/postfix/main.cf.debian', 'utf8');
  return `${debian}
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
queue_directory = ${queue}
data_directory = ${data}
mail_owner = postfix
setgid_group = postdrop
maillog_file_prefixes = ${queue}
maillog_file = ${join(queue, 'log')}
myhostname = mail.harbour.example
mydestination = localhost
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
smtpd_tls_cert_file = ${join(etc, 'snakeoil.pem')}
smtpd_tls_key_file = ${join(etc, 'snakeoil.key')}
smtpd_tls_security_level = may
smtpd_relay_restrictions = permit_mynetworks permit_sasl_authenticated defer_unauth_destination
mynetworks =
virtual_mailbox_domains = harbour.example
virtual_mailbox_base = ${mail}
virtual_mailbox_maps = texthash:${join(etc, 'mailboxes')}
virtual_minimum_uid = 1
virtual_uid_maps = static:${uid.trim()}
virtual_gid_maps = static:${gid.trim()}
smtpd_recipient_restrictions = check_recipient_access texthash:${join(etc, 'recipients')}
smtpd_sender_restrictions = check_sender_access texthash:${join(etc, 'senders')}
header_checks = regexp:${join(etc, 'headers')}
`;
}

async function services(port: number, blocking: number, slow: number): Promise<string> {
  const debian = await readFile('/usr/share/postfix/master.cf.dist', 'utf8');
  const others = debian.replace(/^smtp +inet .*$/m, '');
  return `${others}
127.0.0.1:${port} inet n - n - - smtpd
127.0.0.1:${blocking} inet n - n - - smtpd
  -o smtpd_client_restrictions=reject
127.0.0.1:${slow} inet n - n - - smtpd
  -o smtpd_client_message_rate_limit=1
  -o smtpd_client_event_limit_exceptions=
`.replaceAll(/^(\S+ +\S+ +\S+ +\S+) +[yn-] +/gm, (line, begin: string) =>
    begin.startsWith('127.') || begin.startsWith('#') ? line : `${begin} n `,
  );
}

/** Waits for its greeting. If its settings are wrong, its log says why. */
async function answers(port: number): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const isThere = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('data', () => (socket.destroy(), resolve(true)));
      socket.once('error', () => resolve(false));
    });
    if (isThere) return;
    await pause(100);
  }
  throw new Error('Postfix does not answer.');
}
