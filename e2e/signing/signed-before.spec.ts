import { linus } from '#testing/cast.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { signElsewhere } from '#testing/pdfs/signed-elsewhere.ts';
import { makeSealChain } from '#testing/pki/seal-chain.ts';
import { expectNothingFound } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { sendByProgram } from '../support/sent-by-program.ts';
import { inTheLongRun } from '../support/sweep.ts';

test(
  'a signer sees who signed the file before, and that no one vouches for them',
  inTheLongRun,
  async ({ ada: { page }, server }) => {
    const file = await signElsewhere(sampleLease(1), await makeSealChain({ organization: 'Acme' }));
    const sent = await sendByProgram(page.request, server.dataDir, {
      title: 'Signed lease',
      people: [linus],
      file,
    });
    await page.goto(`/document/${sent.id}`);
    await page.setViewportSize({ width: 375, height: 812 });
    await page.goto(await sent.linkOf(linus.email));
    const banner = page.getByText('Already digitally signed: Acme Document Seal, 2026-11-01');
    await banner.click();
    await expect(page.getByText('We haven’t checked who is behind them.')).toBeVisible();
    await expectNothingFound(page, 'the signatures of a file');
  },
);
