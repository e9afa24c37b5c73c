import { createHash } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { filePath } from '#core/destination/file-path.ts';
import { openFileDestinations } from '#server/adapters/file-destinations/open-file-destinations.ts';
import { casesOfRun } from '../long-run.ts';
import { longTest } from '../long-test.ts';
import type { TestPlace } from '../servers/test-place.ts';

export const destinationsHere = openFileDestinations({
  clock: Date.now,
  withLoopback: true,
  patienceMs: 20_000,
});
export const neverAborted = new AbortController().signal;

export const fileToDeliver = (path: string, bytes = Buffer.from(`%PDF of ${path}`)) => ({
  path,
  bytes,
  sha256: createHash('sha256').update(bytes).digest('hex'),
  mediaType: 'application/pdf',
  headers: {},
});

const titles = casesOfRun(
  [
    'Mietvertrag Müller & 契約 #1',
    '100 % + "Anhang" (2)*',
    "o'Brien =~!@$^,;[]{}`",
    '%41%2F..%00 ?versionId=1',
    'عقد الإيجار ١٢٣',
    'A\u030angstro\u0308m, decomposed',
    '🖋️ signed & sealed 👨‍👩‍👧',
    '..',
    'Ends with a dot.',
    '.hidden',
  ],
  4,
);

/** These tests apply to every kind of destination, on our own test servers and on Debian's. */
export function fileDestinationSuite(name: string, start: () => Promise<TestPlace>): void {
  describe(name, () => {
    const opened = async () => {
      const place = await start();
      onTestFinished(() => place.stop());
      return place;
    };
    const { put } = destinationsHere;

    test('stores a file in new folders, and replaces it if it is delivered again', async () => {
      const { place, secret, read } = await opened();
      const path = '2026/11/Mietvertrag Müller & 契約 #1.pdf';
      for (const version of ['first', 'second']) {
        const file = fileToDeliver(path, Buffer.from(`%PDF ${version}`.repeat(50_000)));
        const outcome = await put(place, secret, file, neverAborted);
        expect(outcome).toMatchObject({ confirmed: place.kind === 's3' ? 'checksum' : 'read-back' });
        expect(await read(path)).toEqual(file.bytes);
      }
    });

    test('stores files with unusual names under exactly these names', async () => {
      const { place, secret, read } = await opened();
      const paths = titles.map((title, at) =>
        filePath('{year}/{title} + 100%', {
          id: `0${at}`.padStart(12, '0'),
          title,
          completedOn: '2026-11-28',
        }),
      );
      for (const path of paths)
        expect([path, await put(place, secret, fileToDeliver(path), neverAborted)]).toEqual([
          path,
          expect.objectContaining({ confirmed: expect.any(String) as string }),
        ]);
      for (const path of paths) expect([path, await read(path)]).toEqual([path, fileToDeliver(path).bytes]);
    });

    test('refuses a wrong password', async () => {
      const { place } = await opened();
      expect(await put(place, 'wrong', fileToDeliver('a.pdf'), neverAborted)).toMatchObject({
        problem: 'sign-in-refused',
      });
    });

    longTest('receives the file once it is no longer down, full or refusing access', async () => {
      const { place, secret, read, fail } = await opened();
      for (const [fault, problem] of [
        ['down', /^(?:unreachable|answer-broken)$/],
        ['full', /^storage-full$/],
        ['access', /^sign-in-refused$/],
      ] as const) {
        await fail(fault);
        const outcome = await put(place, secret, fileToDeliver('later.pdf'), neverAborted);
        expect(outcome).toMatchObject({ problem: expect.stringMatching(problem) as string });
      }
      await fail(undefined);
      expect(await put(place, secret, fileToDeliver('later.pdf'), neverAborted)).toHaveProperty('confirmed');
      expect(await read('later.pdf')).toEqual(fileToDeliver('later.pdf').bytes);
    });
  });
}
