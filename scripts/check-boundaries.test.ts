import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { checkBoundaries, type Violation } from './check-boundaries.ts';

const root = join(import.meta.dirname, '..');

/** A small product that follows all rules */
const soundTree: Record<string, string> = {
  'core/turn.ts': `export const turn = 1;`,
  'core/turn.test.ts': `import { turn } from './turn.ts';\nimport { ada } from '#testing/cast.ts';\nexport default [turn, ada];`,
  'pdf/seal.ts': `export const seal = 1;`,
  'contract/signing/ceremony.ts': `import { z } from 'zod';\nimport { turn } from '#core/turn.ts';\nexport default [z, turn];`,
  'server/open-ports.ts': `import { disk } from './adapters/disk.ts';\nexport default [disk, () => import('./adapters/payment-sandbox/open-sandbox.ts')];`,
  'server/adapters/payment-sandbox/open-sandbox.ts': `export const sandbox = 1;`,
  'server/adapters/disk.ts': `import { seal } from '#pdf/seal.ts';\nexport const disk = seal;`,
  'server/records/document-store.ts': `export const read = 1;`,
  'server/documents/upload.ts': `import { seal } from '#pdf/seal.ts';\nexport const upload = seal;`,
  'server/records/trail/append-event.ts': `export const append = 1;`,
  'server/signing/ceremony/sign.ts': `import { read } from '../../records/document-store.ts';\nimport { append } from '../../records/trail/append-event.ts';\nexport default [read, append];`,
  'web/pages/home/home.ts': `import { button } from '../../parts/button.ts';\nexport const home = button;`,
  'web/pages/editor/editor.ts': `export const editor = 1;`,
  'web/parts/button.ts': `export const button = 1;`,
  'web/kit/toast.ts': `export const toast = 1;`,
  'web/ceremony/sign.ts': `import { toast } from '../kit/toast.ts';\nexport default toast;`,
  'testing/cast.ts': `export const ada = 'Ada Moreau';`,
};

function plant(fault: Record<string, string> = {}): string {
  const folder = temporaryFolder();
  cpSync(join(root, 'package.json'), join(folder, 'package.json'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const [name, text] of Object.entries({ ...soundTree, ...fault })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

test('accepts a tree that follows the rules', async () => {
  const { cruised, violations } = await checkBoundaries(plant());
  expect(violations).toEqual([]);
  expect(cruised).toBeGreaterThanOrEqual(Object.keys(soundTree).length);
});

const bring = (path: string) => `import * as brought from '${path}';\nexport default brought;`;

const faults: [rule: string, file: string, text: string][] = [
  ['core-imports-only-core', 'core/clock.ts', bring('node:fs')],
  ['core-imports-only-core', 'core/schema.ts', bring('zod')],
  ['core-imports-only-core', 'core/page.ts', bring('#pdf/seal.ts')],
  ['pdf-knows-no-product', 'pdf/turn.ts', bring('../core/turn.ts')],
  ['sandbox-only-on-demand', 'server/open-ports.ts', bring('./adapters/payment-sandbox/open-sandbox.ts')],
  ['verifier-runs-anywhere', 'verify/file.ts', bring('node:fs')],
  ['verify-stands-alone', 'verify/library.ts', bring('zod')],
  ['verify-stands-alone', 'verify/seal.ts', bring('#pdf/seal.ts')],
  ['verify-only-where-files-are-judged', 'web/parts/verify.ts', bring('../../verify/core.ts')],
  ['verify-only-where-files-are-judged', 'server/documents/verify.ts', bring('../../verify/core.ts')],
  ['contract-knows-core-and-zod', 'contract/react.ts', bring('react')],
  ['web-knows-contract-and-core', 'web/parts/store.ts', bring('#server/records/document-store.ts')],
  ['server-knows-no-client', 'server/page.ts', bring('#web/parts/button.ts')],
  ['adapters-only-from-main', 'server/documents/save.ts', bring('../adapters/disk.ts')],
  ['adapters-know-no-feature', 'server/adapters/mail.ts', bring('../documents/upload.ts')],
  ['groups-in-order', 'server/records/upload.ts', bring('../documents/upload.ts')],
  ['groups-in-order', 'server/documents/sign.ts', bring('../signing/ceremony/sign.ts')],
  ['folders-in-layers', 'server/documents/draft/send.ts', bring('../sending/send.ts')],
  ['folders-in-layers', 'server/records/append.ts', bring('./trail/append-event.ts')],
  ['records-hold-rows', 'server/records/promise.ts', bring('../foundation/jobs/queue.ts')],
  ['features-know-no-assembly', 'server/documents/bag.ts', bring('../features.ts')],
  ['folders-are-listed', 'server/signing/ceremony/loft.ts', bring('../loft/box.ts')],
  ['folders-one-way', 'core/money/price.ts', bring('../plan/plans.ts')],
  ['folders-one-way', 'web/kit/deep/down/page.ts', bring('../../../ceremony/sign.ts')],
  ['pdf-only-where-bytes-are-made', 'server/records/trail/seal.ts', bring('#pdf/seal.ts')],
  ['pages-stand-alone', 'web/pages/home/editor.ts', bring('../editor/editor.ts')],
  ['parts-know-no-pages', 'web/parts/home.ts', bring('../pages/home/home.ts')],
  ['ceremony-stands-alone', 'web/ceremony/home.ts', bring('../pages/home/home.ts')],
  ['ceremony-stands-alone', 'web/ceremony/button.ts', bring('../parts/button.ts')],
  ['kit-serves-both-entries', 'web/kit/button.ts', bring('../parts/button.ts')],
  ['kit-serves-both-entries', 'web/kit/field.ts', bring('../ceremony/sign.ts')],
  ['ceremony-only-in-the-preview', 'web/pages/home/sign.ts', bring('../../ceremony/sign.ts')],
  ['production-knows-no-tests', 'server/cast.ts', bring('#testing/cast.ts')],
  ['no-cycles', 'core/turn.ts', bring('./turn-two.ts')],
  ['nothing-unresolvable', 'core/lost.ts', bring('./not-there.ts')],
];

/** Modules that the faulty files import. */
const imported = {
  'verify/core.ts': `export const core = 1;`,
  'core/turn-two.ts': bring('./turn.ts'),
  'server/signing/loft/box.ts': `export const box = 1;`,
  'server/documents/sending/send.ts': `export const send = 1;`,
  'server/foundation/jobs/queue.ts': `export const queue = 1;`,
  'server/features.ts': `export const features = 1;`,
  'core/plan/plans.ts': bring('../money/rate.ts'),
  'core/money/rate.ts': `export const rate = 1;`,
};

/**
 * A violation of these rules may be reported for any file on the forbidden path, so each of their faults is
 * tested in a tree without other faults.
 */
const alone = ['folders-one-way', 'no-cycles'];

let together: Violation[];
beforeAll(async () => {
  const files = faults.flatMap(([rule, file, text]) => (alone.includes(rule) ? [] : [[file, text]]));
  together = (await checkBoundaries(plant({ ...Object.fromEntries(files), ...imported }))).violations;
});

test('refuses a chain of more than 26 files', async () => {
  const links = Array.from({ length: 27 }, (_, at) => [
    `core/link-${at}.ts`,
    at < 26 ? `export type { Link } from './link-${at + 1}.ts';` : 'export type Link = 1;',
  ]);
  const [found] = (await checkBoundaries(plant(Object.fromEntries(links)))).violations;
  expect(found).toMatchObject({ rule: 'short-chains', from: 'core/link-0.ts' });
});

test.each(faults)('rule %s refuses an import in %s', async (rule, file, text) => {
  const violations = alone.includes(rule)
    ? (await checkBoundaries(plant({ [file]: text, ...imported }))).violations
    : together.filter(({ from }) => from === file);
  expect(violations.map((violation) => violation.rule)).toContain(rule);
});
