import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson } from './canonical.ts';

/** Numbers from RFC 8785 appendix B: the bits of the IEEE 754 double, and its text form. */
const numbers: [string, string][] = [
  ['0000000000000000', '0'],
  ['8000000000000000', '0'],
  ['0000000000000001', '5e-324'],
  ['8000000000000001', '-5e-324'],
  ['7fefffffffffffff', '1.7976931348623157e+308'],
  ['ffefffffffffffff', '-1.7976931348623157e+308'],
  ['4340000000000000', '9007199254740992'],
  ['c340000000000000', '-9007199254740992'],
  ['4430000000000000', '295147905179352830000'],
  ['44b52d02c7e14af5', '9.999999999999997e+22'],
  ['44b52d02c7e14af6', '1e+23'],
  ['44b52d02c7e14af7', '1.0000000000000001e+23'],
  ['444b1ae4d6e2ef4e', '999999999999999700000'],
  ['444b1ae4d6e2ef4f', '999999999999999900000'],
  ['444b1ae4d6e2ef50', '1e+21'],
  ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
  ['3eb0c6f7a0b5ed8d', '0.000001'],
  ['41b3de4355555553', '333333333.3333332'],
  ['41b3de4355555554', '333333333.33333325'],
  ['41b3de4355555555', '333333333.3333333'],
  ['41b3de4355555556', '333333333.3333334'],
  ['41b3de4355555557', '333333333.33333343'],
  ['becbf647612f3696', '-0.0000033333333333333333'],
  ['43143ff3c1cb0959', '1424953923781206.2'],
];

describe('canonical JSON (RFC 8785)', () => {
  test.each(numbers)('the number with the bits %s is written as %s', (bits, text) => {
    expect(canonicalJson(Buffer.from(bits, 'hex').readDoubleBE())).toBe(text);
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
    '%s is not a JSON number',
    (number) => {
      expect(() => canonicalJson({ number })).toThrow(TypeError);
    },
  );

  test('the example of §3.2.2 is serialized as shown in §3.2.3', () => {
    const value = {
      numbers: [333333333.33333329, 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: '\u20ac$\u000F\u000aA\'\u0042\u0022\u005c\\"\/',
      literals: [null, true, false],
    };
    expect(canonicalJson(value)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
        '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
  });

  test('properties are sorted by UTF-16 code units, not by code points (§3.2.3)', () => {
    const value = {
      '\u20ac': 'Euro Sign',
      '\r': 'Carriage Return',
      '\ufb33': 'Hebrew Letter Dalet With Dagesh',
      '1': 'One',
      '\u{1f600}': 'Emoji: Grinning Face',
      '\u0080': 'Control',
      '\u00f6': 'Latin Small Letter O With Diaeresis',
    };
    const order = [...canonicalJson(value).matchAll(/:"([^"]+)"/g)].map((match) => match[1]);
    expect(order).toEqual([
      'Carriage Return',
      'One',
      'Control',
      'Latin Small Letter O With Diaeresis',
      'Euro Sign',
      'Emoji: Grinning Face',
      'Hebrew Letter Dalet With Dagesh',
    ]);
  });

  test('numeric property names are sorted as text', () => {
    expect(canonicalJson({ 10: 'b', 9: 'c', 1: 'a' })).toBe('{"1":"a","10":"b","9":"c"}');
  });

  test.each([['\ud800'], ['a\udfffb'], [{ '\ud800': 1 }], [['\udc00\ud800']]])(
    'a lone surrogate cannot be hashed: %j',
    (value) => expect(() => canonicalJson(value)).toThrow(TypeError),
  );

  test.each([
    [{}, '{}'],
    [[], '[]'],
    [{ b: [1, { d: null, c: 'x y' }], a: true }, '{"a":true,"b":[1,{"c":"x y","d":null}]}'],
    ['\u2028\u2029\u007f', '"\u2028\u2029\u007f"'],
    ['\b\t\n\f\r\u0000\u001f', '"\\b\\t\\n\\f\\r\\u0000\\u001f"'],
  ])('%j', (value, text) => expect(canonicalJson(value)).toBe(text));
});

describe('arbitrary values', () => {
  type Value = Parameters<typeof canonicalJson>[0];
  const anything = fc.jsonValue({ stringUnit: 'binary', maxDepth: 4 }) as fc.Arbitrary<Value>;

  test('any value can be parsed back, and serializing it again gives the same text', () => {
    fc.assert(
      fc.property(anything, (value) => {
        const text = canonicalJson(value);
        const back = JSON.parse(text) as Value;
        expect(back).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonicalJson(back)).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  test('the insertion order of properties does not matter', () => {
    fc.assert(
      fc.property(anything, (value) => {
        expect(canonicalJson(turned(value))).toBe(canonicalJson(value));
      }),
      { numRuns: 500 },
    );
  });

  function turned(value: Value): Value {
    if (Array.isArray(value)) return value.map(turned);
    if (typeof value !== 'object' || value === null) return value;
    const members = Object.entries(value as Record<string, Value>).reverse();
    return Object.fromEntries(members.map(([name, member]) => [name, turned(member)]));
  }
});
