import { grace, linus } from '#testing/cast.ts';
import { consent, drawWithFinger, review, signDocument, writeInto } from '../support/ceremony.ts';
import { realDocx, realPdf, type RealFile } from '../support/corpus.ts';
import { expect, test } from '../support/fixtures.ts';
import { downloadBy, judgeSealed } from '../support/judge.ts';
import * as prepare from '../support/prepare.ts';
import { inTheLongRun } from '../support/sweep.ts';

const stories: { kind: string; real: () => RealFile; when: object }[] = [
  { kind: 'PDF', real: realPdf, when: {} },
  { kind: 'DOCX', real: realDocx, when: inTheLongRun },
];

test.use({ byForm: true });

for (const { kind, real, when } of stories) {
  test(
    `a real ${kind} is sent, signed and sealed, and all three people get the file`,
    when,
    async ({ ada, newPhone, openMail, server }) => {
      test.setTimeout(240_000);
      const { page } = ada;
      const title = `Joint work with Harbour, ${kind}`;
      const { file, words } = real();

      await test.step('Ada uploads the document and places fields for two people', async () => {
        await prepare.uploadByDialog(page, file, title);
        await prepare.addRecipient(page, grace);
        await prepare.addRecipient(page, linus);
        await prepare.chooseRecipient(page, grace.name);
        await prepare.dragField(page, 'Signature', { page: 1, x: 0.3, y: 0.5 });
        await prepare.clickField(page, 'Date', { page: 1, x: 0.7, y: 0.5 });
        await prepare.dragField(page, 'Initial', { page: 2, x: 0.8, y: 0.6 });
        await prepare.clickField(page, 'Checkbox', { page: 2, x: 0.2, y: 0.6 });
        await prepare.chooseRecipient(page, linus.name);
        await prepare.clickField(page, 'Signature', { page: 1, x: 0.3, y: 0.62 });
        await prepare.dragField(page, 'Date', { page: 1, x: 0.7, y: 0.62 });
        await prepare.dragField(page, 'Text', { page: 2, x: 0.4, y: 0.3 });
        for (const [field, name, number] of [
          ['Signature', 'Grace', 1],
          ['Date', 'Grace', 1],
          ['Initial', 'Grace', 2],
          ['Checkbox', 'Grace', 2],
          ['Signature', 'Linus', 1],
          ['Date', 'Linus', 1],
          ['Text', 'Linus', 2],
        ] as const)
          await expect(prepare.placed(page, field, name, number)).toHaveCount(1);
        await prepare.saved(page);
        await expect(page.getByText(/^Ready to send/)).toBeVisible();
      });

      await test.step('Ada sends the document', async () => {
        await prepare.send(page, { message: 'As spoken on Friday.' });
        await expect(prepare.rowOf(page, title)).toContainText('Pending');
      });

      const graceMail = await openMail(grace.email, title);
      const linusMail = await openMail(linus.email, title);
      expect(graceMail.text).toContain('As spoken on Friday.');
      expect(graceMail.link).not.toBe(linusMail.link);

      const graces = await newPhone();
      await test.step('Grace draws her signature with a finger', async () => {
        await review(graces, graceMail.link, title);
        const act = graces.getByRole('button', { name: 'Sign Document' });
        await expect(act).toBeDisabled();
        await graces.getByRole('button', { name: /^Checkbox field, page 2/ }).tap();
        await expect(graces.getByRole('button', { name: /^Checkbox field, page 2/ })).toHaveAttribute(
          'aria-pressed',
          'true',
        );
        await graces.getByLabel('Type your initials').fill('GL');
        await drawWithFinger(graces, graces.getByLabel('Draw your signature'));
        await expect(act).toBeDisabled();
        await consent(graces);
        await signDocument(graces, title);
      });

      const linuses = await newPhone();
      await test.step('Linus types his signature, and is the last to sign', async () => {
        await review(linuses, linusMail.link, title);
        await writeInto(
          linuses,
          linuses.getByRole('button', { name: /^Text field, page 2/ }),
          'Berth 14, Łódź quay',
        );
        const typing = linuses
          .getByRole('group', { name: 'How to sign' })
          .getByRole('button', { name: 'Type' });
        await typing.tap();
        await linuses.getByLabel('Type your name').fill(linus.name);
        await consent(linuses);
        await signDocument(linuses, title);
      });

      const copies = await test.step('all three people have identical files', async () => {
        await page.getByRole('link', { name: 'Countersign, dashboard' }).click();
        await expect(async () => {
          await page.reload();
          await expect(prepare.rowOf(page, title)).toContainText('Completed', { timeout: 3000 });
        }).toPass({ timeout: 60_000 });
        await page.getByRole('button', { name: `Actions for ${title}` }).click();
        const owners = await downloadBy(page, () =>
          page.getByRole('menuitem', { name: 'Download', exact: true }).click(),
        );
        const sealed = { name: 'Download the sealed document' };
        await expect(linuses.getByRole('link', sealed)).toBeVisible({ timeout: 30_000 });
        const linusCopy = await downloadBy(linuses, () => linuses.getByRole('link', sealed).tap());
        const graceLetter = await openMail(grace.email, `Completed: ${title}`);
        await graces.goto(graceLetter.link);
        const graceCopy = await downloadBy(graces, () => graces.getByRole('link', sealed).tap());
        return [owners, graceCopy, linusCopy] as const;
      });
      expect(copies[1].equals(copies[0])).toBe(true);
      expect(copies[2].equals(copies[0])).toBe(true);

      await test.step('standard tools confirm that the file is valid', async () =>
        judgeSealed(copies[0], await server.rootPem(), [
          words,
          'Berth 14, Łódź quay',
          grace.name,
          linus.name,
        ]));

      await test.step('the audit trail shows every step', async () => {
        await prepare.rowOf(page, title).getByRole('link', { name: title, exact: true }).click();
        const trail = page.getByRole('region', { name: 'Trail' });
        await expect(trail).toContainText('Audit trail verified');
        await trail.getByRole('button', { name: /^Show all/ }).click();
        for (const event of ['Document Created', 'Document Sent', 'Everyone signed', 'Document sealed'])
          await expect(trail.getByText(event, { exact: true })).toHaveCount(1);
        for (const event of ['Invitation issued', 'Document Viewed', 'Consent given', 'Document Signed'])
          await expect(trail.getByText(event, { exact: true })).toHaveCount(2);
        await expect(trail.getByText('Document Completed', { exact: true })).toHaveCount(1);
      });

      await test.step('the file is verified in the browser from the document’s page', async () => {
        await page.getByText('Evidence', { exact: true }).click();
        await page.getByRole('link', { name: 'Verify the sealed file' }).click();
        await expect(page.getByRole('heading', { name: /^Genuine: sealed by/ })).toBeFocused();
        const signers = page.getByRole('region', { name: 'Who signed' });
        await expect(signers).toContainText(grace.name);
        await expect(signers).toContainText(linus.name);
      });
    },
  );
}
