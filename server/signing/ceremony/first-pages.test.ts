import { describe, expect, test } from 'vitest';
import { NoSuchFileError } from '../../ports/file-store.ts';
import { openFirstPages } from './first-pages.ts';

function openBench(capacity = 64) {
  const drawn: string[] = [];
  let atOnce = 0;
  let most = 0;
  let release: (() => void) | undefined;
  const pages = openFirstPages(
    {
      files: {
        read: (sha256) =>
          sha256 === 'gone'
            ? Promise.reject(new NoSuchFileError(sha256))
            : Promise.resolve(new TextEncoder().encode(sha256)),
      },
      pdf: {
        async thumbnail({ pdf }) {
          const file = new TextDecoder().decode(pdf);
          drawn.push(file);
          most = Math.max(most, (atOnce += 1));
          await (file === 'endless'
            ? new Promise<void>((resolve) => (release = resolve))
            : Promise.resolve());
          atOnce -= 1;
          if (file === 'broken once' && drawn.filter((name) => name === file).length === 1)
            throw new Error('the engine fell over');
          return pdf;
        },
      },
    },
    { capacity },
  );
  return {
    pages: { of: (file: string, account = 'ada') => pages.of(file, account) },
    drawn,
    maxConcurrent: () => most,
    release: () => release?.(),
  };
}

describe('first-page pictures', () => {
  test('concurrent requests render each picture only once, one picture at a time', async () => {
    const { pages, drawn, maxConcurrent } = openBench();
    await Promise.all(['a', 'b', 'a', 'c', 'b'].map((file) => pages.of(file)));
    expect(drawn).toEqual(['a', 'b', 'c']);
    expect(maxConcurrent()).toBe(1);
  });

  test('the least recently used picture is evicted', async () => {
    const { pages, drawn } = openBench(2);
    for (const file of ['a', 'b', 'a', 'c', 'a', 'b']) await pages.of(file);
    expect(drawn).toEqual(['a', 'b', 'c', 'b']);
  });

  test('failures are not cached, and the next picture is rendered', async () => {
    const { pages } = openBench();
    const [first, other] = await Promise.allSettled([pages.of('broken once'), pages.of('a')]);
    expect([first?.status, other?.status]).toEqual(['rejected', 'fulfilled']);
    expect(await pages.of('broken once')).toBeDefined();
  });

  test('a picture that never finishes does not block other accounts', async () => {
    const { pages, release } = openBench();
    const endless = pages.of('endless', 'mallory');
    expect(await pages.of('a', 'ada')).toBeDefined();
    release();
    await endless;
  });

  test('there is no picture for a missing file', async () => {
    expect(await openBench().pages.of('gone')).toBeUndefined();
  });
});
