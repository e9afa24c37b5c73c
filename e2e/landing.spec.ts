import { expect, test } from './fixtures.ts';
import { inTheLongRun } from './sweep.ts';

/** Specification §2, 'Public: landing page', and §9, 'Plans and prices'. */
test('the landing page has everything that the specification names', async ({ page }) => {
  await page.goto('/');
  await test.step('a header with a sign-up button, a hero with two', async () => {
    const header = page.getByRole('banner');
    await expect(header.getByRole('button', { name: 'Sign Up Free', exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Sign Up Free - Start Now' })).toBeVisible();
    await page.getByRole('button', { name: 'View Live Demo' }).click();
    await expect(page.getByRole('heading', { name: 'From sign-up to sent in four steps' })).toBeInViewport();
  });

  await test.step('six feature cards', async () => {
    const cards = page.getByRole('region', { name: 'Everything between the file and the seal' });
    await expect(cards.getByRole('heading', { level: 3 })).toHaveText([
      'Document Management',
      'Signature Fields',
      'Multi-Party Signing',
      'Legal Compliance',
      'Fast Processing',
      'Status Tracking',
    ]);
  });

  await test.step('a demo of four steps', async () => {
    const demo = page.getByRole('region', { name: 'From sign-up to sent in four steps' });
    await expect(demo.getByRole('listitem').getByRole('heading')).toHaveText([
      /Sign up$/,
      /Choose a plan$/,
      /Upload a document$/,
      /Add recipients and fields, then send$/,
    ]);
  });

  await test.step('three plans with their prices and contents', async () => {
    const pricing = page.getByRole('region', { name: 'Pricing' });
    for (const [plan, ...contents] of plans) {
      const card = pricing
        .getByRole('listitem')
        .filter({ has: page.getByRole('heading', { name: plan, exact: true }) });
      for (const words of contents) await expect(card.first()).toContainText(words);
      const notYet = card.first().getByRole('list', { name: 'Planned, not included yet' });
      await expect(notYet.getByRole('listitem')).toHaveText(planned[plan]);
      await expect(
        card
          .first()
          .locator('li')
          .filter({ has: page.locator('.lucide-check') }),
      ).toHaveCount(ticked[plan]);
    }
    await expect(pricing.getByText('Most Popular')).toHaveCount(1);
    await expect(pricing.getByRole('button', { name: 'Start Pro Trial' })).toBeVisible();
    await expect(pricing.getByRole('link', { name: 'Contact Sales' })).toHaveAttribute('href', /^\/support/);
  });

  await test.step('three claims, and only with what they hold for', async () => {
    for (const claim of ['No credit card required', '30-second setup', 'Signing in under 3 minutes'])
      await expect(page.getByText(claim, { exact: true })).toBeVisible();
  });

  await test.step('a footer whose links lead somewhere', async () => {
    for (const [name, path, heading] of [
      ['Privacy Policy', '/privacy', 'Privacy Policy'],
      ['Terms of Service', '/terms', 'Terms of Service'],
      ['Support', '/support', 'Support'],
    ] as const) {
      await page.goto('/');
      await page.getByRole('contentinfo').getByRole('link', { name, exact: true }).click();
      await expect(page).toHaveURL(path);
      await expect(page.getByRole('heading', { level: 1 })).toContainText(heading);
    }
  });
});

test('every sign-up button of the landing page leads to the login path', inTheLongRun, async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) asked.push(new URL(request.url()).pathname);
  });
  for (const name of ['Sign Up Free - Start Now', 'Sign Up Free', 'Start Pro Trial']) {
    await page.goto('/');
    const buttons = page.getByRole('button', { name, exact: true });
    await expect(buttons.first()).toBeVisible();
    const count = await buttons.count();
    for (let index = 0; index < count; index += 1) {
      asked.length = 0;
      await page.goto('/');
      await buttons.nth(index).click();
      // Whoever signs up is met by the form for an account, not by the one for those who have one.
      await expect(page.getByRole('heading', { name: 'Create your account', level: 1 })).toBeVisible();
      expect(asked).toContain('/api/login');
    }
  }
});

/** What does not work yet carries no tick, and is said to be no part of the price. */
const planned = {
  Free: [],
  Pro: [],
  Business: ['Team collaboration'],
};
const ticked = { Free: 4, Pro: 5, Business: 4 };

const plans = [
  [
    'Free',
    '$0',
    'per month',
    '3 documents per month',
    '5 templates',
    'Basic signatures',
    'Email notifications',
  ],
  [
    'Pro',
    '$19',
    'Most Popular',
    'Unlimited documents',
    '50 templates',
    'Custom branding',
    'Document templates',
    'Priority support',
  ],
  [
    'Business',
    '$49',
    'Everything in Pro',
    'Unlimited templates',
    'Team collaboration',
    'Advanced audit reports',
    'API access',
  ],
] as const;
