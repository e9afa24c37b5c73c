import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { isConfigProblem, loadConfig } from '#server/foundation/config/config.ts';
import { systemPrograms } from './set-up/system-programs.mjs';

/**
 * Checks the copyable parts of docs/production.md and the systemd unit with the programs that will read them.
 */
const root = join(import.meta.dirname, '..');
const guide = readFileSync(join(root, 'docs/production.md'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'countersign-guide-'));
afterAll(() => rmSync(folder, { recursive: true }));

const hasProgram = (name: string): boolean => spawnSync('which', [name]).status === 0;

/** Returns the first fenced block of this language that contains `text`, without indentation. */
function block(language: string, text: string): string {
  const blocks = guide.matchAll(new RegExp(String.raw`^( *)\`\`\`${language}\n([^]*?)^ *\`\`\``, 'gm'));
  const found = [...blocks].find(([, , body = '']) => body.includes(text));
  if (!found) throw new Error(`The guide has no ${language} block with ${text}`);
  const [, indent = '', body = ''] = found;
  return body.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
}

/** Returns the text between `<<'MARK'` and `MARK`. */
const heredoc = (script: string, mark: string): string =>
  new RegExp(String.raw`<<'${mark}'\n([^]*?)^${mark}$`, 'm').exec(script)?.[1] ?? '';

/** Reads an environment file as `set -a; . FILE` does. */
function readEnvironment(text: string): Record<string, string> {
  const file = join(folder, 'settings.env');
  writeFileSync(file, text);
  const lines = execFileSync('env', ['-i', 'sh', '-c', 'set -a; . "$0"; /usr/bin/env', file], {
    encoding: 'utf8',
  });
  return Object.fromEntries(
    lines
      .split('\n')
      .filter((line) => /^[A-Z0-9_]+=/.test(line) && !/^(?:PWD|SHLVL|_)=/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
}

const single = readEnvironment(heredoc(block('sh', 'countersign.env'), 'ENV'));

test('the settings for one machine are accepted', () => {
  const config = loadConfig(single);
  if (isConfigProblem(config)) throw new Error(config.problem);
  expect(config.operatorEmails).toEqual(['ada@example.org']);
});

test.each(['web', 'worker'])('the settings for one of several %s processes are accepted', (role) => {
  const shared = readEnvironment(block('sh', 'SECRET_KEY'));
  expect(Object.keys(shared).length).toBeGreaterThan(8);
  const config = loadConfig({
    ...single,
    ...shared,
    SECRET_KEY: 'x'.repeat(36),
    ROLES: role,
    HEALTH_PORT: '3001',
  });
  if (isConfigProblem(config)) throw new Error(config.problem);
});

test('the guide installs the Node version, fonts and programs that the server needs', () => {
  const packages = block('sh', 'apt-get install -y --no-install-recommends git');
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    dependencies: { node: string };
  };
  expect(packages).toContain(`npm install --global node@${dependencies.node}`);
  expect(guide).toContain(`must print \`v${dependencies.node}\``);
  const needed = systemPrograms.filter(({ neededBy }) => neededBy.includes('start'));
  // Minimal systems lack cron.daily.
  for (const name of ['cron', ...needed.flatMap((program) => program.packages)])
    expect(packages.split(/\s+/)).toContain(name);
});

test('no backup contains the root key, and two backups on one day have different folders', () => {
  expect(guide.indexOf('seal-key -- put-away')).toBeLessThan(guide.indexOf('npm run --silent backup'));
  const script = heredoc(block('sh', 'cron.daily'), 'CRON');
  const [, format = ''] = /\$\(date \+(\S+)\)/.exec(script) ?? [];
  expect(format).toContain('%H%M%S');
});

test('Caddy is restarted, because a failed reload can hang, and may read the certificate', () => {
  expect(guide).not.toContain('systemctl reload caddy');
  expect(block('sh', '1a tls')).toContain('install -m 0640 -g caddy KEY');
});

test('every start of the service is followed by a check that it answers', () => {
  const starts = Array.from(guide.matchAll(/^```sh\n([^]*?)^```/gm), ([, body = '']) => body).filter((body) =>
    /^systemctl (?:start|enable --now) countersign$/m.test(body),
  );
  expect(starts.length).toBe(2);
  for (const body of starts) expect(body).toMatch(/countersign\ncurl -sf? --retry \d+ .*\/api\/ready/);
});

test('limits of plans and new accounts do not affect a company', () => {
  expect(single).toMatchObject({ NEW_ACCOUNT_MAILS: 'unlimited' });
  expect(loadConfig(single)).toMatchObject({ plans: 'off' });
});

/** Runs the upgrade with programs that only record their calls. The one in `failing` exits with 1. */
function upgrade(failing: string): { calls: string[]; output: string } {
  const programs = join(folder, `upgrade-${failing.replaceAll(' ', '-')}`);
  mkdirSync(programs);
  for (const name of ['systemctl', 'git', 'npm', 'cp', 'curl', 'su'])
    writeFileSync(
      join(programs, name),
      `#!/bin/sh\ncall="${name} $*"\necho "$call" >> "${programs}/calls"\ncase "$call" in "${failing}"*) exit 1;; esac\n`,
      { mode: 0o755 },
    );
  const script = block('sh', 'git pull')
    .replace('/opt/countersign', programs)
    .replace('/etc/countersign.env', '/dev/null');
  const { stdout } = spawnSync('sh', ['-s'], {
    input: script,
    encoding: 'utf8',
    env: { PATH: `${programs}:${process.env['PATH'] ?? ''}` },
  });
  return { calls: readFileSync(join(programs, 'calls'), 'utf8').trim().split('\n'), output: stdout };
}

test.each(['git pull', 'npm ci', 'npm run build', 'cp'])(
  'an upgrade in which %s fails does not start the service',
  (failing) => {
    const { calls, output } = upgrade(failing);
    expect(calls.at(-1)).toMatch(failing);
    expect(calls).not.toContain('systemctl start countersign');
    expect(output).not.toContain('UPGRADED');
  },
);

test.each(['curl', 'su'])('an upgrade in which %s fails is not reported as done', (failing) => {
  expect(upgrade(failing).output).not.toContain('UPGRADED');
});

test('an upgrade without a failure is reported as done', () => {
  expect(upgrade('nothing').output).toBe('UPGRADED\n');
});

test('every script in the guide is valid shell', () => {
  const scripts = Array.from(guide.matchAll(/^ *```sh\n([^]*?)^ *```/gm), ([, body = '']) => body);
  expect(scripts.length).toBeGreaterThan(6);
  for (const script of scripts) execFileSync('sh', ['-n'], { input: script });
  execFileSync('sh', ['-n'], { input: heredoc(block('sh', 'cron.daily'), 'CRON') });
});

test.runIf(hasProgram('systemd-analyze'))('the unit is valid and exposes little of the system', () => {
  const unit = readFileSync(join(root, 'deploy/countersign.service'), 'utf8');
  // On the machine that runs the test, the program does not exist at this path.
  const file = join(folder, 'countersign.service');
  writeFileSync(file, unit.replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`));
  const faults = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' }).stderr;
  expect(faults.split('\n').filter((line) => line.includes('countersign.service'))).toEqual([]);
  const report = execFileSync('systemd-analyze', ['security', '--offline=true', '--threshold=20', file], {
    encoding: 'utf8',
  });
  expect(report).toMatch(/Overall exposure level for countersign\.service: [012]\.\d/);
});

test.runIf(hasProgram('nginx'))('nginx accepts its configuration', () => {
  const key = [join(folder, 'key.pem'), join(folder, 'certificate.pem')] as const;
  execFileSync(
    'openssl',
    [
      ...[
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:P-256',
        '-nodes',
        '-subj',
        '/CN=sign.example.org',
      ],
      ...['-keyout', key[0], '-out', key[1]],
    ],
    { stdio: 'ignore' },
  );
  const server = heredoc(block('sh', 'sites-available'), 'NGINX')
    .replace('/etc/ssl/private/sign.example.org.key', key[0])
    .replace('/etc/ssl/sign.example.org.pem', key[1])
    .replaceAll(/^ *listen \[::\].*\n/gm, '')
    .replace('listen 443', 'listen 127.0.0.1:18443')
    .replace('listen 80', 'listen 127.0.0.1:18080');
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `events {}\npid ${folder}/nginx.pid;\nerror_log stderr;\nhttp {\naccess_log off;\n${server}}\n`,
  );
  const { status, stderr } = spawnSync('nginx', ['-t', '-c', file], { encoding: 'utf8' });
  expect(status, stderr).toBe(0);
});

test.runIf(hasProgram('caddy'))('Caddy accepts its configuration', () => {
  const file = join(folder, 'Caddyfile');
  writeFileSync(file, heredoc(block('sh', 'Caddyfile'), 'CADDY'));
  const environment = { PATH: process.env['PATH'] ?? '', HOME: folder };
  const parameters = ['validate', '--adapter', 'caddyfile', '--config', file];
  const { status, stderr } = spawnSync('caddy', parameters, { encoding: 'utf8', env: environment });
  expect(status, stderr).toBe(0);
});
