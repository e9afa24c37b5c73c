import { generateKeyPairSync } from 'node:crypto';
import PostalMime, { type Email } from 'postal-mime';
import { describe, expect, test } from 'vitest';
import type { Delivery, Mail, Mailer } from '#server/ports/mailer.ts';
import { judgeDkimMessage } from '../judges/dkim.ts';

export type MailerUnderTest = {
  mailer: Mailer;
  /** Returns every message that arrived at this mailer's destination as raw bytes. */
  arrived(): Promise<Uint8Array[]>;
};

export const invitation: Mail = {
  from: { name: 'Ada Moreau via Countersign', address: 'sign@harbour.example' },
  to: { name: 'Grace Lindqvist', address: 'grace@harbour.example' },
  replyTo: { name: 'Ada Moreau', address: 'ada@harbour.example' },
  subject: 'Ada Moreau asks you to sign: Überlassung – 租约',
  html: '<p>Hello Grace,</p>',
  text: 'Hello Grace,\n',
  messageId: '01a1f94e-0ae3-7f70-88e9-4b15ef3ee332@harbour.example',
  attachments: [
    {
      filename: 'Überlassung (sealed).pdf',
      mediaType: 'application/pdf',
      bytes: Buffer.from('%PDF-1.7 \x00\xff', 'latin1'),
    },
  ],
};

/** These tests apply to every mailer, whatever its destination. */
export function mailerSuite(
  name: string,
  open: () => Promise<MailerUnderTest>,
  handedOver: Delivery['state'],
): void {
  describe(`a mailer that delivers to ${name}`, () => {
    test('an email arrives complete: people, subject, both texts, attachment and Message-ID', async () => {
      const { mailer, arrived } = await open();
      expect(await mailer.findTrouble()).toBeUndefined();
      expect(await mailer.deliver(invitation)).toMatchObject({ state: handedOver });
      const [mail] = await parsed(arrived);
      expect(mail).toMatchObject({
        from: invitation.from,
        to: [invitation.to],
        replyTo: [invitation.replyTo],
        subject: invitation.subject,
        messageId: `<${invitation.messageId}>`,
      });
      expect(mail?.text).toContain('Hello Grace,');
      expect(mail?.html).toContain('<p>Hello Grace,</p>');
      const [attachment] = mail!.attachments;
      expect(attachment).toMatchObject({ filename: 'Überlassung (sealed).pdf', mimeType: 'application/pdf' });
      expect(Buffer.from(attachment!.content as ArrayBuffer)).toEqual(
        Buffer.from(invitation.attachments[0]!.bytes),
      );
    });

    test('an email is marked as automatic and, if possible, says how to unsubscribe (RFC 3834, RFC 8058)', async () => {
      const { mailer, arrived } = await open();
      const unsubscribe = 'https://sign.example.org/api/mail/unsubscribe/token';
      await mailer.deliver(invitation);
      await mailer.deliver({ ...invitation, messageId: 'second@harbour.example', unsubscribe });
      await mailer.deliver({
        ...invitation,
        messageId: 'third@harbour.example',
        unsubscribe: unsubscribe.replace('https:', 'http:'),
      });
      const about = ['auto-submitted', 'list-unsubscribe', 'list-unsubscribe-post'];
      const sent = (await parsed(arrived)).map(({ messageId, headers }) => [
        messageId,
        ...about.map((name) => headers.find(({ key }) => key === name)?.value),
      ]);
      expect(sent.sort()).toEqual(
        [
          [`<${invitation.messageId}>`, 'auto-generated', undefined, undefined],
          ['<second@harbour.example>', 'auto-generated', `<${unsubscribe}>`, 'List-Unsubscribe=One-Click'],
          [
            '<third@harbour.example>',
            'auto-generated',
            `<${unsubscribe.replace('https:', 'http:')}>`,
            undefined,
          ],
        ].sort(),
      );
    });

    test('receivers accept an email signed for a domain, and reject it if it was changed (RFC 6376)', async () => {
      const { mailer, arrived } = await open();
      const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
      const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
      const dkim = { domain: 'harbour.example', selector: 'cs1', privateKey: pem };
      await mailer.deliver({ ...invitation, dkim });
      const [message] = (await arrived()) as [Uint8Array];
      const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
      const dns = (name: string) =>
        name === 'cs1._domainkey.harbour.example' ? `v=DKIM1; k=rsa; p=${key}` : undefined;
      expect(judgeDkimMessage(message, dns)).toMatchObject({
        domain: 'harbour.example',
        signed: expect.arrayContaining([
          'from',
          'to',
          'subject',
          'reply-to',
          'message-id',
          'date',
        ]) as string[],
      });
      const text = Buffer.from(message).toString('latin1');
      for (const [from, to] of [
        ['Hello Grace', 'Hello Mallory'],
        ['sign@harbour.example', 'mallory@harbour.example'],
      ] as const) {
        const altered = Buffer.from(text.replace(from, to), 'latin1');
        expect(judgeDkimMessage(altered, dns), from).toHaveProperty('fault');
      }
      expect(text).not.toContain('PRIVATE KEY');
    });

    test('line breaks in user input add neither a header nor a recipient (S-16)', async () => {
      const { mailer, arrived } = await open();
      await mailer.deliver({
        ...invitation,
        to: { name: 'Grace\r\nBcc: mallory@elsewhere.example', address: 'grace@harbour.example' },
        subject: 'Lease\r\nBcc: mallory@elsewhere.example\r\n\r\nBody',
      });
      const [mail] = await parsed(arrived);
      expect(mail?.bcc ?? []).toEqual([]);
      expect(mail?.to?.map(({ address }) => address)).toEqual(['grace@harbour.example']);
      expect(mail?.headers.filter(({ key }) => key === 'bcc')).toEqual([]);
    });
  });
}

async function parsed(arrived: () => Promise<Uint8Array[]>): Promise<Email[]> {
  return Promise.all((await arrived()).map((bytes) => PostalMime.parse(bytes)));
}
