import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { substituteFonts } from '#server/adapters/docx/check/font-stand-ins.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { checkNodeVersion } from './check-node-version.mjs';
import { checkLeftOutPackages, leftOutPackages } from './left-out-packages.mjs';
import { oneAtATime } from './one-at-a-time.mjs';
import { run } from './run.mjs';
import { hashFiles, readStamp, writeStamp } from './stamp.mjs';
import { missingFontPackages, systemPrograms, wordFonts } from './system-programs.mjs';

describe('two concurrent starts', () => {
  test('two concurrent starts run one after the other and leave no lock behind', async () => {
    const lock = join(temporaryFolder(), 'lock');
    let inside = 0;
    const work = async () => {
      expect((inside += 1)).toBe(1);
      await new Promise((resolve) => setImmediate(resolve));
      inside -= 1;
    };
    await Promise.all([oneAtATime(work, lock), oneAtATime(work, lock), oneAtATime(work, lock)]);
    expect(existsSync(lock)).toBe(false);
  });

  test('a failed start releases the lock', async () => {
    const lock = join(temporaryFolder(), 'lock');
    await expect(oneAtATime(() => Promise.reject(new Error('no network')), lock)).rejects.toThrow(
      'no network',
    );
    expect(existsSync(lock)).toBe(false);
  });

  test('the lock of a dead process is taken over', async () => {
    const lock = join(temporaryFolder(), 'lock');
    // Larger than any process id on Linux or macOS.
    writeFileSync(lock, '999999999');
    expect(await oneAtATime(() => 'done', lock)).toBe('done');
  });

  test('a lock whose process id was reused after a reboot is taken over', async () => {
    const lock = join(temporaryFolder(), 'lock');
    writeFileSync(lock, String(process.pid));
    utimesSync(lock, new Date(0), new Date(0));
    expect(await oneAtATime(() => 'done', lock)).toBe('done');
  });
});

describe('packages that npm did not install', () => {
  const programs = { optional: true, os: ['linux'], cpu: ['x64'] };
  const packages = {
    'node_modules/bundler-linux-x64-gnu': { ...programs, libc: ['glibc'] },
    'node_modules/bundler-linux-x64-musl': { ...programs, libc: ['musl'] },
    'node_modules/bundler-linux-arm64-gnu': { ...programs, cpu: ['arm64'], libc: ['glibc'] },
    'node_modules/bundler-darwin-x64': { ...programs, os: ['darwin'] },
    'node_modules/a/node_modules/@scope/styles-linux-x64': programs,
    'node_modules/wasm-runtime': { optional: true },
    'node_modules/fastify': {},
  };
  const machine = { os: 'linux' as const, cpu: 'x64' as const, libc: 'glibc' };

  test('finds the packages for this machine and no others', () => {
    const missing = leftOutPackages({ packages }, () => false, machine);
    expect(missing).toEqual(['bundler-linux-x64-gnu', '@scope/styles-linux-x64']);
    expect(leftOutPackages({ packages }, () => true, machine)).toEqual([]);
  });

  test('finds no missing package in this checkout', () => {
    expect(leftOutPackages()).toEqual([]);
  });

  test('the error names the missing packages and the fix', () => {
    expect(() => checkLeftOutPackages(['bundler-linux-x64-gnu'])).toThrow(
      /bundler-linux-x64-gnu\..*npm install --global node@24.*npm ci again/,
    );
  });
});

describe('a stamp', () => {
  test('a stamp is either complete or missing', () => {
    const file = join(temporaryFolder(), 'deep/stamp');
    expect(readStamp(file)).toBeUndefined();
    writeStamp(file, 'v1');
    expect(readStamp(file)).toBe('v1');
  });

  test('a stamp changes with every byte, name and file', () => {
    const at = temporaryFolder();
    writeFileSync(join(at, 'a'), '12');
    writeFileSync(join(at, 'b'), '12');
    const hashes = [['a'], ['b'], ['a', 'b']].map((names) => hashFiles(at, names));
    writeFileSync(join(at, 'a'), '13');
    expect(new Set([...hashes, hashFiles(at, ['a'])]).size).toBe(4);
  });
});

test.each(['18.20.4', '20.18.3'])('Node %s is refused with an explanation', (version) => {
  expect(() => checkNodeVersion(version)).toThrow(/at least 20\.19/);
});

test.each(['20.19.0', '22.3.0', '24.21.0'])('Node %s is accepted', (version) => {
  expect(() => checkNodeVersion(version)).not.toThrow();
});

test('a program that cannot be started, and one that hangs, result in an exit code', async () => {
  expect(await run('no-such-program', [])).toMatchObject({ code: 127 });
  const hanging = run(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { timeoutMs: 200 });
  expect(await hanging).toMatchObject({ code: 124 });
});

describe('packages for Word documents', () => {
  const file = readFileSync(join(import.meta.dirname, '../../deploy/Containerfile'), 'utf8');
  const installed = /apt-get install -y --no-install-recommends ([^&]+)/.exec(file)?.[1] ?? '';

  test('the container image and the set-up install the same packages', () => {
    const needed = systemPrograms.filter(({ neededBy }) => neededBy.includes('start'));
    // Namespaces hide files from the conversion. On a host, their program is part of the base system.
    const expected = [...needed.flatMap(({ packages }) => packages), 'util-linux'];
    expect(
      installed
        .split(/[\s\\]+/)
        .filter(Boolean)
        .toSorted(),
    ).toEqual(expected.toSorted());
    expect(expected).toEqual(expect.arrayContaining(wordFonts.map(({ package: name }) => name)));
  });

  test('the guide for a host names the same packages', () => {
    const guide = readFileSync(join(import.meta.dirname, '../../docs/production.md'), 'utf8');
    const named = /apt-get install -y ([^`]+?)\n(?!\s)/.exec(guide)?.[1] ?? '';
    const inImage = installed.split(/[\s\\]+/).filter(Boolean);
    expect(named.split(/[\s\\]+/)).toEqual(expect.arrayContaining(inImage));
  });

  test('the image does not set variables that LibreOffice or its fonts use', () => {
    const settings = [...file.matchAll(/^ENV (.+)$/gm)].flatMap(([, line = '']) => line.split(' '));
    const names = settings.map((setting) => setting.split('=')[0]);
    expect(names).toEqual(['DATA_DIR', 'HOST', 'NODE_ENV']);
    expect(file).not.toMatch(/fonts\.conf|fc-cache|soffice|registrymodifications/);
  });

  test('every substitute font is in these packages or part of the product', () => {
    const packageOf: Record<string, string> = {
      'Liberation Serif': 'fonts-liberation',
      'Liberation Sans': 'fonts-liberation',
      'Liberation Sans Narrow': 'fonts-liberation',
      'Liberation Mono': 'fonts-liberation',
      'DejaVu Sans': 'fonts-dejavu-core',
      Carlito: 'fonts-crosextra-carlito',
      Caladea: 'fonts-crosextra-caladea',
    };
    const own = readdirSync(join(import.meta.dirname, '../../pdf/fonts'));
    const missing = substituteFonts.filter((name) => {
      const comesAlong = own.includes(`${name.replaceAll(' ', '')}-Regular.ttf`);
      return !comesAlong && !installed.includes(packageOf[name] ?? 'no package');
    });
    expect(missing).toEqual([]);
  });

  test.runIf(process.platform === 'linux')('missing packages are named', () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'google-caladea-fonts'));
    mkdirSync(join(folder, 'truetype/liberation2'), { recursive: true });
    expect(missingFontPackages(folder)).toEqual(['fonts-dejavu-core', 'fonts-crosextra-carlito']);
  });
});
