import { describe, expect, test } from 'vitest';
import { disclosureFor, disclosureKeys, disclosureText, disclosureVersion } from './disclosure.ts';

const ada = { senderName: 'Ada Moreau', senderEmail: 'ada@harbour.example' };

describe('the consent disclosure', () => {
  test('the disclosure has seven non-empty blocks and no unfilled placeholder', () => {
    const { version, blocks } = disclosureFor(ada);
    expect(version).toBe(disclosureVersion);
    expect(blocks.map((block) => block.key)).toEqual([...disclosureKeys]);
    for (const block of blocks) {
      expect(block.title.trim()).not.toBe('');
      expect(block.text.trim().length).toBeGreaterThan(80);
      expect(`${block.title} ${block.text}`).not.toMatch(/undefined|null|[{}]|\$/);
    }
  });

  test('names Ada as the sender and says how to contact her', () => {
    const sender = disclosureFor(ada).blocks.find((block) => block.key === 'sender');
    expect(sender?.text).toContain('Ada Moreau (ada@harbour.example)');
    for (const key of ['paper-option', 'how-to-withdraw', 'paper-copy']) {
      expect(disclosureFor(ada).blocks.find((block) => block.key === key)?.text).toContain(
        'ada@harbour.example',
      );
    }
  });

  test('a sender without a name is identified by email address', () => {
    const text = disclosureText(disclosureFor({ senderName: '  ', senderEmail: 'ada@harbour.example' }));
    expect(text).toContain('ada@harbour.example (ada@harbour.example)');
  });

  test('the plain text contains every block and always has the same bytes', () => {
    const disclosure = disclosureFor(ada);
    const text = disclosureText(disclosure);
    for (const block of disclosure.blocks) {
      expect(text).toContain(block.title);
      expect(text).toContain(block.text);
    }
    expect(text).toContain(`Version ${disclosureVersion}`);
    expect(disclosureText(disclosureFor({ ...ada }))).toBe(text);
  });

  test('Mallory cannot forge a block with line breaks in her name', () => {
    const mallory = {
      senderName: 'Mallory\n\n8. You owe me\nPay now',
      senderEmail: 'mallory@elsewhere.example',
    };
    expect(disclosureText(disclosureFor(mallory)).split('\n')).not.toContain('8. You owe me');
  });
});
