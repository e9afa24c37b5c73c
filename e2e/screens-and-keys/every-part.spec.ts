import { expect, test } from '../support/fixtures.ts';
import { enlarge, lost, maxShift, shiftsOf, smallTargets, watchShifts } from '../support/measures.ts';
import { routes, visit } from '../support/routes.ts';
import { inTheLongRun } from '../support/sweep.ts';

/**
 * The pages of a user with every section: a team, groups, single sign-on, reports and branding, which Free
 * does not include, and the operator's page. With plans disabled everyone has them.
 */
const operators = [1, 2, 3].map((number) => `ada.${process.pid}-${number}@harbour.example`);
test.use({ settings: { PLANS: 'off', OPERATOR_EMAILS: operators.join(',') } });

test(
  'a page with all its sections does not shift while it loads',
  inTheLongRun,
  async ({ ada: { page } }) => {
    test.setTimeout(240_000);
    await watchShifts(page);
    for (const width of [1440, 375]) {
      await page.setViewportSize({ width, height: 800 });
      for (const route of routes) {
        await visit(page, route);
        const { sum, shifts } = await shiftsOf(page);
        expect.soft(sum, `${route.path} at ${width}: ${shifts}`).toBeLessThanOrEqual(maxShift);
      }
    }
  },
);

test('every section has touch targets of 44 pixels', inTheLongRun, async ({ ada, newPhone }) => {
  test.setTimeout(240_000);
  const phone = await newPhone(ada.page);
  for (const route of routes) {
    await visit(phone, route);
    expect.soft(await phone.evaluate(smallTargets), route.path).toEqual([]);
  }
});

test(
  'no section is cut off on a narrow phone, nor with doubled font size',
  inTheLongRun,
  async ({ ada: { page } }) => {
    test.setTimeout(240_000);
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 844 });
      if (width === 390) await enlarge(page);
      for (const route of routes) {
        await visit(page, route);
        if (width === 390) expect.soft(await page.evaluate(lost), route.path).toEqual([]);
        else {
          const wide = await page.evaluate(() => document.documentElement.scrollWidth);
          expect.soft(wide, route.path).toBeLessThanOrEqual(width);
        }
      }
    }
  },
);
