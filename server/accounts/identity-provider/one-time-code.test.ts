import { describe, expect, test } from 'vitest';
import { codeAt, enrolmentAddress, secretAsText, stepOfCode } from './one-time-code.ts';

/** The SHA-1 seed of RFC 6238, Appendix B. Its codes have eight digits, of which ours are the last six. */
const seed = Buffer.from('12345678901234567890');

describe('one-time codes', () => {
  test.each([
    [59, '287082', 1],
    [1_111_111_109, '081804', 37_037_036],
    [1_111_111_111, '050471', 37_037_037],
    [1_234_567_890, '005924', 41_152_263],
    [2_000_000_000, '279037', 66_666_666],
    [20_000_000_000, '353130', 666_666_666],
  ])('the code at second %i matches RFC 6238', (second, code, step) => {
    expect(codeAt(seed, second * 1000)).toBe(code);
    expect(stepOfCode(seed, code, second * 1000)).toBe(step);
  });

  test('codes are accepted up to half a minute early or late', () => {
    const [code, at] = ['050471', 1_111_111_111_000];
    const step = 37_037_037;
    expect(stepOfCode(seed, code, at + 30_000)).toBe(step);
    expect(stepOfCode(seed, code, at - 30_000)).toBe(step);
    expect(stepOfCode(seed, code, at + 60_000)).toBeUndefined();
    expect(stepOfCode(seed, code, at - 60_000)).toBeUndefined();
  });

  test.each(['', '50471', '0504710', ' 050471', '０50471', 'abcdef'])(
    'codes have six digits, so %j is rejected',
    (code) => expect(stepOfCode(seed, code, 1_111_111_111_000)).toBeUndefined(),
  );

  test('the secret is available as a QR code and as text to type', () => {
    expect(secretAsText(seed)).toBe('GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ');
    const address = new URL(enrolmentAddress(seed, 'ada@harbour.example', 'Countersign'));
    expect(address.protocol).toBe('otpauth:');
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      issuer: 'Countersign',
      secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
      digits: '6',
      period: '30',
    });
  });
});
